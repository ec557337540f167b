//! Over-provisioning from write saturation: a short form of `cargo xtask truth --spare`, and drives without an
//! answer.

// The condition always holds here; it tells the lints that these modules are tests.
#[cfg(test)]
mod cases;

#[cfg(test)]
mod spare {
    use iogram_model::{Finding, MessageId, OverProvisioning, Run, SpareBasis};
    use iogram_sim::SimSpec;

    use super::cases::{ask, saturate};

    /// The development of the estimate used none of these seeds.
    #[test]
    fn over_provisioning_is_within_a_tenth_of_the_truth_where_the_drive_counts() {
        let (mut told, mut near) = (0, 0);
        for case in (5000..5020).map(ask) {
            let context =
                format!("seed {}: truth {:.4}, {:?}", case.seed, case.truth, case.found);
            if case.found.basis == SpareBasis::Counters {
                // With units of 16 KiB, the blocks of such small drives have too few units for the model.
                if let Some(error) = case.error().filter(|_| case.kind != "units") {
                    (told, near) = (told + 1, near + u32::from(error <= 0.1));
                }
                // A cache before the flash is more than plain garbage collection.
                assert!(case.error().is_some() || case.kind == "cache", "{context}");
            }
            // A reported range contains the truth, whatever its source.
            assert!(case.is_held() != Some(false) || case.kind == "units", "{context}");
        }
        assert!(told >= 5 && near * 20 >= told * 19, "{near} of {told}");
    }

    /// 28 % beyond 128 MiB, in blocks of 256 KiB.
    fn drive(link: &str, more: &str) -> SimSpec {
        let text = format!(
            r#"
name = "spare"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "128MiB"
[link]
rate = "{link}"
in_flight = 64
[cache]
size = "64KiB"
write_time = "10us"
is_protected = true
[media.page]
unit = "4KiB"
page_size = "4KiB"
planes = 1
dies = 4
block_pages = 16
over_provisioning = "28%"
read_time = "60us"
program_time = "600us"
erase_time = "300us"
discard_time = "10us"
{more}"#
        );
        SimSpec::parse(&text).unwrap()
    }

    fn found(run: &Run) -> &OverProvisioning {
        let found = run.findings.iter().find_map(|finding| match finding {
            Finding::OverProvisioning(found) => Some(found),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("{:?}", run.findings))
    }

    #[track_caller]
    fn is_refused(run: &Run, id: MessageId) {
        let found = found(run);
        assert_eq!(found.value_ratio, None, "{found:?}");
        assert_eq!(found.reason.as_ref().map(|reason| reason.id), Some(id), "{found:?}");
        assert_eq!(found.confidence_ratio.to_bits(), 0.0_f64.to_bits());
    }

    /// About 40 samples of a pass.
    const TIME: (&str, &str) = ("time", "120ms");

    #[test]
    fn what_cannot_be_seen_is_not_told() {
        let plain = drive("4GB/s", "");
        let value = found(&saturate(&plain, 1, &[TIME])).value_ratio.unwrap();
        assert!((value / 0.28 - 1.0).abs() < 0.1, "{value}");
        let slow = drive("3MB/s", "");
        let long = ("time", "1200ms");
        is_refused(&saturate(&slow, 1, &[long]), MessageId::SpareNeverFell);
        let compressible = [TIME, ("data", "compress=50%")];
        is_refused(&saturate(&plain, 1, &compressible), MessageId::SpareData);
        is_refused(&saturate(&plain, 1, &[TIME, ("fills", "1")]), MessageId::SpareNeverFell);
        is_refused(&saturate(&plain, 1, &[("time", "2s")]), MessageId::SpareTooCoarse);
        is_refused(&saturate(&plain, 1, &[TIME, ("workload", "oltp")]), MessageId::SpareMixed);
        let mut unpurged = saturate(&plain, 1, &[TIME]);
        for purge in &mut unpurged.purges {
            purge.state = iogram_model::PurgeState::NotPurged;
        }
        is_refused(&iogram_findings::analysed(unpurged), MessageId::SpareNotPurged);
    }

    #[test]
    fn writes_in_order_say_nothing_and_a_part_of_the_drive_leaves_the_rest_to_spare() {
        let counts = "[health]\ntells = [\"written\", \"flash-written\"]\n";
        let spec = drive("4GB/s", counts);
        let run = saturate(&spec, 1, &[("time", "50ms"), ("workload", "vod"), ("rounds", "5")]);
        assert!(!run.findings.iter().any(|it| matches!(it, Finding::OverProvisioning(_))));
        let part = saturate(&spec, 1, &[("time", "80ms"), ("active_range", "75%")]);
        let value = found(&part).value_ratio.unwrap();
        assert!((value / 0.28 - 1.0).abs() < 0.1, "of the whole drive: {value}");
        // Without a purge, the same run asks no such question.
        let mut other = saturate(&spec, 1, &[TIME]);
        other.purges.clear();
        let again = iogram_findings::analysed(other);
        assert!(!again.findings.iter().any(|it| matches!(it, Finding::OverProvisioning(_))));
    }
}
