//! A hundred kinds of some thirty fields each, and operators that bring the first of them along.

pub mod parts;

use kopr::Operator;
use kopr::prelude::*;

use parts::{Backup, Level, Limits, Mode, Port, Storage};

/// A kind under each of these names, and a function that registers the first `count` of them.
macro_rules! kinds {
    ($($module:ident $kind:literal $root:ident),* $(,)?) => {
        $(#[doc = concat!("The kind `", $kind, "`.")]
        pub mod $module {
            use super::*;

            /// A service of some sort, with what most of them can be told.
            ///
            /// The second paragraph is here since texts have one.
            #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
            #[kopr(
                group = "bench.example.com",
                version = "v1alpha1",
                kind = $kind,
                namespaced,
                status = "Status",
                shortname = "s",
                category = "all"
            )]
            #[serde(rename_all = "camelCase")]
            pub struct Spec {
                /// How many there are.
                #[kopr(column)]
                #[schemars(range(min = 0, max = 100))]
                pub replicas: i32,
                /// Which image is run.
                #[schemars(length(max = 256))]
                pub image: String,
                /// Which version of it.
                #[kopr(column, immutable)]
                pub version: String,
                /// Where it listens.
                #[kopr(list_map_keys("name"))]
                #[schemars(length(max = 16))]
                pub ports: Vec<Port>,
                /// What it may use.
                #[serde(default)]
                pub limits: Limits,
                /// Where it keeps things.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub storage: Option<Storage>,
                /// How it is saved.
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub backup: Option<Backup>,
                /// How loud it is.
                #[serde(default)]
                pub level: Level,
                /// Seconds until it is given up.
                #[serde(default = "parts::timeout")]
                #[schemars(range(min = 1, max = 3600))]
                pub timeout_seconds: u32,
                /// Names that it is also known by.
                #[serde(default)]
                #[kopr(list_type = "set")]
                #[schemars(length(max = 8))]
                pub aliases: Vec<String>,
                /// Words for its configuration.
                #[serde(default)]
                pub options: std::collections::BTreeMap<String, String>,
                /// Whether it is stopped.
                #[serde(default)]
                pub paused: bool,
            }

            /// What was observed.
            #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
            #[serde(rename_all = "camelCase")]
            pub struct Status {
                /// How many of them answer.
                #[kopr(column)]
                pub ready: i32,
                /// What it does.
                #[kopr(column)]
                pub mode: Mode,
                /// The generation that this is about.
                pub observed_generation: Option<i64>,
                /// What holds of it.
                #[serde(default)]
                pub conditions: Vec<Condition>,
            }
        })*

        /// An operator with the first `count` kinds.
        pub fn operator(name: &str, count: usize) -> Operator {
            let mut operator = Operator::new(name).version(env!("CARGO_PKG_VERSION"));
            let mut left = count;
            $(
                if left == 0 {
                    return operator;
                }
                left -= 1;
                operator = operator.crd::<$module::$root>();
            )*
            let _ = left;
            operator
        }
    };
}

kinds! {
    amber_anchor "AmberAnchor" AmberAnchor,
    amber_bridge "AmberBridge" AmberBridge,
    amber_castle "AmberCastle" AmberCastle,
    amber_desert "AmberDesert" AmberDesert,
    amber_engine "AmberEngine" AmberEngine,
    amber_forest "AmberForest" AmberForest,
    amber_garden "AmberGarden" AmberGarden,
    amber_harbor "AmberHarbor" AmberHarbor,
    amber_island "AmberIsland" AmberIsland,
    amber_jungle "AmberJungle" AmberJungle,
    brass_anchor "BrassAnchor" BrassAnchor,
    brass_bridge "BrassBridge" BrassBridge,
    brass_castle "BrassCastle" BrassCastle,
    brass_desert "BrassDesert" BrassDesert,
    brass_engine "BrassEngine" BrassEngine,
    brass_forest "BrassForest" BrassForest,
    brass_garden "BrassGarden" BrassGarden,
    brass_harbor "BrassHarbor" BrassHarbor,
    brass_island "BrassIsland" BrassIsland,
    brass_jungle "BrassJungle" BrassJungle,
    coral_anchor "CoralAnchor" CoralAnchor,
    coral_bridge "CoralBridge" CoralBridge,
    coral_castle "CoralCastle" CoralCastle,
    coral_desert "CoralDesert" CoralDesert,
    coral_engine "CoralEngine" CoralEngine,
    coral_forest "CoralForest" CoralForest,
    coral_garden "CoralGarden" CoralGarden,
    coral_harbor "CoralHarbor" CoralHarbor,
    coral_island "CoralIsland" CoralIsland,
    coral_jungle "CoralJungle" CoralJungle,
    dusty_anchor "DustyAnchor" DustyAnchor,
    dusty_bridge "DustyBridge" DustyBridge,
    dusty_castle "DustyCastle" DustyCastle,
    dusty_desert "DustyDesert" DustyDesert,
    dusty_engine "DustyEngine" DustyEngine,
    dusty_forest "DustyForest" DustyForest,
    dusty_garden "DustyGarden" DustyGarden,
    dusty_harbor "DustyHarbor" DustyHarbor,
    dusty_island "DustyIsland" DustyIsland,
    dusty_jungle "DustyJungle" DustyJungle,
    ebony_anchor "EbonyAnchor" EbonyAnchor,
    ebony_bridge "EbonyBridge" EbonyBridge,
    ebony_castle "EbonyCastle" EbonyCastle,
    ebony_desert "EbonyDesert" EbonyDesert,
    ebony_engine "EbonyEngine" EbonyEngine,
    ebony_forest "EbonyForest" EbonyForest,
    ebony_garden "EbonyGarden" EbonyGarden,
    ebony_harbor "EbonyHarbor" EbonyHarbor,
    ebony_island "EbonyIsland" EbonyIsland,
    ebony_jungle "EbonyJungle" EbonyJungle,
    frost_anchor "FrostAnchor" FrostAnchor,
    frost_bridge "FrostBridge" FrostBridge,
    frost_castle "FrostCastle" FrostCastle,
    frost_desert "FrostDesert" FrostDesert,
    frost_engine "FrostEngine" FrostEngine,
    frost_forest "FrostForest" FrostForest,
    frost_garden "FrostGarden" FrostGarden,
    frost_harbor "FrostHarbor" FrostHarbor,
    frost_island "FrostIsland" FrostIsland,
    frost_jungle "FrostJungle" FrostJungle,
    green_anchor "GreenAnchor" GreenAnchor,
    green_bridge "GreenBridge" GreenBridge,
    green_castle "GreenCastle" GreenCastle,
    green_desert "GreenDesert" GreenDesert,
    green_engine "GreenEngine" GreenEngine,
    green_forest "GreenForest" GreenForest,
    green_garden "GreenGarden" GreenGarden,
    green_harbor "GreenHarbor" GreenHarbor,
    green_island "GreenIsland" GreenIsland,
    green_jungle "GreenJungle" GreenJungle,
    hazel_anchor "HazelAnchor" HazelAnchor,
    hazel_bridge "HazelBridge" HazelBridge,
    hazel_castle "HazelCastle" HazelCastle,
    hazel_desert "HazelDesert" HazelDesert,
    hazel_engine "HazelEngine" HazelEngine,
    hazel_forest "HazelForest" HazelForest,
    hazel_garden "HazelGarden" HazelGarden,
    hazel_harbor "HazelHarbor" HazelHarbor,
    hazel_island "HazelIsland" HazelIsland,
    hazel_jungle "HazelJungle" HazelJungle,
    ivory_anchor "IvoryAnchor" IvoryAnchor,
    ivory_bridge "IvoryBridge" IvoryBridge,
    ivory_castle "IvoryCastle" IvoryCastle,
    ivory_desert "IvoryDesert" IvoryDesert,
    ivory_engine "IvoryEngine" IvoryEngine,
    ivory_forest "IvoryForest" IvoryForest,
    ivory_garden "IvoryGarden" IvoryGarden,
    ivory_harbor "IvoryHarbor" IvoryHarbor,
    ivory_island "IvoryIsland" IvoryIsland,
    ivory_jungle "IvoryJungle" IvoryJungle,
    jolly_anchor "JollyAnchor" JollyAnchor,
    jolly_bridge "JollyBridge" JollyBridge,
    jolly_castle "JollyCastle" JollyCastle,
    jolly_desert "JollyDesert" JollyDesert,
    jolly_engine "JollyEngine" JollyEngine,
    jolly_forest "JollyForest" JollyForest,
    jolly_garden "JollyGarden" JollyGarden,
    jolly_harbor "JollyHarbor" JollyHarbor,
    jolly_island "JollyIsland" JollyIsland,
    jolly_jungle "JollyJungle" JollyJungle,
}
