//! A device, its partitions and everything built on them.

use std::path::{Path, PathBuf};

use super::hold::{BlockingUse, Mapping};
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::identity::name_of;
use iogram_inspect::sysfs::{AttributeError, list_names, read_text};

/// A device, its partitions and everything built on them, the topmost first.
pub(super) struct Family {
    members: Vec<Member>,
}

struct Member {
    number: DeviceNumber,
    name: String,
    /// Whether this member is the device itself or a partition of it.
    is_own: bool,
}

impl Family {
    /// Finds the members, and their stacking order.
    pub(super) fn find(
        dir: &Path,
        holds: &mut Vec<BlockingUse>,
    ) -> Result<Self, AttributeError> {
        let mut family = Self { members: Vec::new() };
        let own: Vec<PathBuf> =
            partitions_of(dir)?.into_iter().chain([dir.to_owned()]).collect();
        for member in own {
            family.add(&member, true, holds)?;
        }
        Ok(family)
    }

    fn add(
        &mut self,
        dir: &Path,
        is_own: bool,
        holds: &mut Vec<BlockingUse>,
    ) -> Result<(), AttributeError> {
        let Some(number) = read_text(dir, "dev")?.and_then(|text| text.parse().ok()) else {
            return Ok(());
        };
        if self.name(number).is_some() {
            return Ok(());
        }
        let device = name_of(dir);
        for holder in list_names(dir, "holders")? {
            let link = dir.join("holders").join(&holder);
            let above = std::fs::canonicalize(&link).unwrap_or(link);
            // The topmost has to be released first.
            self.add(&above, false, holds)?;
            for partition in partitions_of(&above)? {
                self.add(&partition, false, holds)?;
            }
            let mapping = Mapping::of(&above);
            holds.push(BlockingUse::Mapped { device: device.clone(), holder, mapping });
        }
        self.members.push(Member { number, name: device, is_own });
        Ok(())
    }

    pub(super) fn name(&self, number: DeviceNumber) -> Option<&str> {
        let member = self.members.iter().find(|member| member.number == number);
        member.map(|member| member.name.as_str())
    }

    /// The device itself and its partitions.
    pub(super) fn own(&self) -> impl Iterator<Item = (DeviceNumber, &str)> {
        let own = self.members.iter().filter(|member| member.is_own);
        own.map(|member| (member.number, member.name.as_str()))
    }
}

fn partitions_of(dir: &Path) -> Result<Vec<PathBuf>, AttributeError> {
    let names = list_names(dir, ".")?;
    let folders = names.iter().map(|name| dir.join(name));
    Ok(folders.filter(|folder| folder.join("partition").exists()).collect())
}
