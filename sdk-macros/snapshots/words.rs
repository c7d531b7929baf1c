//! A nested type with words of Kubernetes on it and on its fields: its table, and the checks of names.

#[derive(Schema, Serialize, Deserialize)]
#[kopr(at_most_one_of("secret", "inline"), struct_type = "atomic")]
#[serde(rename_all = "camelCase", default)]
pub struct Source {
    pub secret: Option<String>,
    pub inline: Option<String>,
    #[kopr(list_map_keys("name"))]
    pub ports_of_all: Vec<Port>,
    #[kopr(list_type = "set", selectable)]
    pub texts: Vec<Self>,
    #[kopr(preserve_unknown)]
    pub more: More,
    #[serde(with = "seconds")]
    pub timeout: Duration,
}
