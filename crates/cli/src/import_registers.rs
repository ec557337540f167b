//! Decodes registers of a card from another tool's file, like those of a card in a slot.

use iogram_inspect::decode::{
    decode_mmc_cid, decode_sd_cid, decode_sd_csd, decode_sd_scr, decode_sd_status,
};
use iogram_interchange::Imported;
use iogram_model::{Evidence, ImportedEvidence, MmcRecord, SdRecord, sentence};

/// Decodes all possible registers. A CID alone does not show whether it is a card's or an eMMC's; they differ, so it
/// stays undecoded.
pub(crate) fn decode_registers(imported: &mut Imported) {
    let register = |name: &str| {
        let found = imported.registers.iter().find(|it| it.name == name);
        found.map(|it| it.bytes.clone())
    };
    let (cid, csd) = (register("cid"), register("csd"));
    let (scr, ssr) = (register("scr"), register("ssr"));
    let Some(evidence) =
        imported.probes.iter_mut().find_map(|probe| match &mut probe.evidence {
            Evidence::Imported(it) => Some(it),
            _ => None,
        })
    else {
        return;
    };
    let kind = evidence.facts.iter().find(|it| it.name == "type").map(|it| it.value.clone());
    match (kind.as_deref(), scr.is_some() || ssr.is_some()) {
        (Some("MMC"), _) => {
            let cid = cid.and_then(|it| decode_mmc_cid(&it));
            if let Some(cid) = &cid {
                imported.model = imported.model.take().or_else(|| cid.product.clone());
                imported.serial = Some(cid.serial.clone());
            }
            evidence.mmc = Some(Box::new(MmcRecord { cid, ext_csd: None }));
        }
        (Some("SD"), _) | (None, true) => {
            let sd = SdRecord {
                cid: cid.and_then(|it| decode_sd_cid(&it)),
                csd: csd.and_then(|it| decode_sd_csd(&it)),
                scr: scr.and_then(|it| decode_sd_scr(&it)),
                status: ssr.and_then(|it| decode_sd_status(&it)),
            };
            if let Some(cid) = &sd.cid {
                imported.model = imported.model.take().or_else(|| cid.product.clone());
                imported.serial = Some(cid.serial.clone());
            }
            imported.capacity_bytes = sd.csd.as_ref().map(|it| it.capacity_bytes);
            evidence.sd = Some(Box::new(sd));
        }
        _ => undecoded(evidence),
    }
}

fn undecoded(evidence: &mut ImportedEvidence) {
    evidence.note(&sentence!("cli-whether-registers-sd-card-emmc-not"));
}
