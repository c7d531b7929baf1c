//! What the kinds share.

use kopr::prelude::*;

/// A place to listen at.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Port {
    /// What it is called.
    pub name: String,
    /// Its number.
    #[schemars(range(min = 1))]
    pub number: u16,
    /// What is spoken there.
    #[serde(default)]
    pub protocol: Protocol,
}

/// What is spoken at a port.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub enum Protocol {
    /// A stream.
    #[default]
    Tcp,
    /// Packets.
    Udp,
}

/// What may be used.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// Thousandths of a processor.
    pub cpu_millis: u32,
    /// Megabytes.
    pub memory_megabytes: u32,
    /// Open connections.
    #[schemars(range(max = 65535))]
    pub connections: u32,
}

/// Where things are kept.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[kopr(rule(cel = "self.gigabytes > 0", message = "there is no storage of no size"))]
pub struct Storage {
    /// How much.
    pub gigabytes: i64,
    /// Of which class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[kopr(immutable)]
    pub class: Option<String>,
    /// Whether it goes with its owner.
    #[serde(default)]
    pub ephemeral: bool,
}

/// How it is saved.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Backup {
    /// Into a bucket.
    Bucket {
        /// Its name.
        name: String,
        /// Path inside of it.
        #[serde(default)]
        prefix: String,
    },
    /// Onto a volume.
    Volume {
        /// The claim.
        claim: String,
    },
}

/// How loud it is.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub enum Level {
    /// Only what is wrong.
    Quiet,
    /// What happens.
    #[default]
    Normal,
    /// Everything.
    Loud,
}

/// What it does.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub enum Mode {
    /// Nothing yet.
    #[default]
    Idle,
    /// Its work.
    Working,
}

/// Seconds until it is given up, unless it is said.
pub fn timeout() -> u32 {
    60
}
