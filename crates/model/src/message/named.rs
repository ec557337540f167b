//! Serialises a message by its published name.
//!
//! Hand-written: the code that serde derives for several hundred names was a tenth of this crate's code.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::MessageId;

static BY_NAME: LazyLock<BTreeMap<&'static str, MessageId>> =
    LazyLock::new(|| MessageId::ALL.iter().map(|id| (id.name(), *id)).collect());

impl Serialize for MessageId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for MessageId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Ok(BY_NAME.get(&*name).copied().unwrap_or(Self::Unknown))
    }
}
