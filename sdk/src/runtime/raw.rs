//! An object as the runtime keeps it: its JSON without managedFields, and the metadata it needs.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::link::{Link, Links};
use super::text::{Samples, Text};
use super::wishes::{Asked, Wishes};
use super::words::Words;
use crate::error::{DoesNotFit, Error, Result};
use crate::kind::Kind;

/// Namespace (none for cluster-scoped objects) and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) namespace: Option<Arc<str>>,
    pub(crate) name: Arc<str>,
}

impl Key {
    pub(crate) fn new(namespace: Option<&str>, name: &str) -> Self {
        Self {
            namespace: namespace.filter(|namespace| !namespace.is_empty()).map(Arc::from),
            name: Arc::from(name),
        }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{namespace}/{}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// The controlling owner of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) api_version: Arc<str>,
    pub(crate) kind: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) uid: Arc<str>,
}

/// An object in a store.
pub(crate) struct Raw {
    pub(crate) key: Key,
    pub(crate) uid: Arc<str>,
    pub(crate) resource_version: Box<str>,
    pub(crate) generation: i64,
    pub(crate) deleting: bool,
    pub(crate) finalizers: Box<[Box<str>]>,
    pub(crate) owner: Option<Box<Owner>>,
    /// What ties the object to another in place of an owner reference; only on linked children.
    pub(crate) link: Option<Box<Link>>,
    /// Hash of what was applied last, from the annotation; only on children.
    pub(crate) applied: Option<Box<str>>,
    /// What somebody has asked for in annotations: rest, or an end without cleanup.
    pub(crate) wishes: Wishes,
    /// Fields that our managers own by apply: manager and `fieldsV1`, as JSON text.
    pub(crate) managed: Box<[(Arc<str>, Text)]>,
    /// Field managers that are not ours and own the reference to the object's owner by apply: other copies of
    /// this operator, or earlier names of this one.
    pub(crate) copies: Box<[Box<str>]>,
    /// Differs when something differs that a person may have changed beside spec: labels, annotations,
    /// finalizers, deletion.
    fingerprint: u64,
    json: Text,
    typed: Mutex<Option<(TypeId, Weak<dyn Any + Send + Sync>)>>,
}

/// Whose fields are kept of managedFields, and which annotation holds the hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ours {
    /// Prefix of our field managers: `<operator>/`.
    pub(crate) managers: String,
    /// Name of the annotation with the hash of what was applied last.
    pub(crate) applied: String,
    /// Labels and annotations of linked children.
    pub(crate) links: Links,
    /// Annotations by which people ask for something.
    pub(crate) asked: Asked,
    /// What objects have in common.
    pub(crate) words: Words,
    pub(crate) samples: Samples,
}

impl Raw {
    /// From the API server's JSON.
    pub(crate) fn parse(json: &str, ours: &Ours) -> Result<Self> {
        let fields: BTreeMap<&str, &RawValue> = serde_json::from_str(json)?;
        let metadata_text = fields.get("metadata").map_or("{}", |metadata| metadata.get());
        let metadata: ObjectMeta = serde_json::from_str(metadata_text)?;
        let name = metadata
            .name
            .as_deref()
            .ok_or_else(|| Error::message("an object without a name"))?;
        let owner = metadata
            .owner_references
            .iter()
            .flatten()
            .find(|owner| owner.controller == Some(true));
        let reference = match owner {
            Some(owner) => serde_json::to_string(&format!("k:{{\"uid\":\"{}\"}}", owner.uid))?,
            None => String::new(),
        };
        let (mut managed, mut copies) = (Vec::new(), Vec::new());
        for entry in metadata.managed_fields.iter().flatten() {
            let (Some(name), Some(fields)) = (&entry.manager, &entry.fields_v1) else {
                continue;
            };
            if entry.operation.as_deref() != Some("Apply") || entry.subresource.is_some() {
                continue;
            }
            let fields = serde_json::to_string(fields)?;
            if name.starts_with(&ours.managers) {
                managed.push((ours.words.get(name), Text::Plain(fields.into_boxed_str())));
            } else if !reference.is_empty() && fields.contains(&reference) {
                copies.push(name.as_str().into());
            }
        }
        let deleting = metadata.deletion_timestamp.is_some();
        Ok(Self {
            key: Key {
                namespace: metadata
                    .namespace
                    .as_deref()
                    .filter(|namespace| !namespace.is_empty())
                    .map(|namespace| ours.words.get(namespace)),
                name: Arc::from(name),
            },
            uid: metadata.uid.as_deref().unwrap_or_default().into(),
            resource_version: metadata.resource_version.as_deref().unwrap_or_default().into(),
            generation: metadata.generation.unwrap_or_default(),
            deleting,
            finalizers: metadata
                .finalizers
                .iter()
                .flatten()
                .map(|text| text.as_str().into())
                .collect(),
            owner: owner.map(|owner| {
                Box::new(Owner {
                    api_version: ours.words.get(&owner.api_version),
                    kind: ours.words.get(&owner.kind),
                    name: owner.name.as_str().into(),
                    uid: owner.uid.as_str().into(),
                })
            }),
            link: ours.links.of(&metadata).map(Box::new),
            applied: metadata
                .annotations
                .as_ref()
                .and_then(|annotations| annotations.get(&ours.applied))
                .map(|hash| hash.as_str().into()),
            wishes: ours.asked.of(&metadata),
            managed: managed.into(),
            copies: copies.into(),
            fingerprint: fingerprint(&metadata),
            json: Text::Plain(without_managed_fields(&fields, metadata_text)?),
            typed: Mutex::new(None),
        })
    }

    /// For a store of that kind: with its texts packed.
    pub(crate) fn packed(mut self, kind: &str, ours: &Ours) -> Self {
        if let Text::Plain(json) = self.json {
            self.json = ours.samples.pack(kind, json);
        }
        self.managed = std::mem::take(&mut self.managed)
            .into_iter()
            .map(|(manager, fields)| match fields {
                Text::Plain(fields) => (manager, ours.samples.pack(&format!("{kind}, its fields"), fields)),
                Text::Packed { .. } => (manager, fields),
            })
            .collect();
        self
    }

    /// The JSON, without managedFields.
    ///
    /// # Errors
    /// As [`Text::read`].
    pub(crate) fn json(&self) -> Result<Cow<'_, str>> {
        self.json.read()
    }

    /// Uids of what the object belongs to, by reference or by link.
    pub(crate) fn holders(&self) -> impl Iterator<Item = &Arc<str>> {
        let owner = self.owner.as_ref().map(|owner| &owner.uid);
        owner.into_iter().chain(self.link.as_ref().map(|link| &link.uid))
    }

    /// The resource version as a number; versions of one kind are comparable since Kubernetes says so
    /// (and have always been in etcd). 0 where it is none.
    pub(crate) fn version(&self) -> u64 {
        self.resource_version.parse().unwrap_or_default()
    }

    /// Whether this is a later state than `known`, of the same object or of an earlier one of its name.
    /// Where versions are no numbers, whatever comes is taken for later.
    pub(crate) fn is_newer_than(&self, known: &Self) -> bool {
        match (self.version(), known.version()) {
            (0, _) | (_, 0) => self.resource_version != known.resource_version,
            (own, known) => own > known,
        }
    }

    /// Whether a change from `before` is one that a reconcile has to see: spec (by generation), or
    /// metadata that people edit. Kinds without generations are compared whole.
    pub(crate) fn differs_from(&self, before: &Self) -> bool {
        self.uid != before.uid
            || self.fingerprint != before.fingerprint
            || if self.generation == 0 {
                self.resource_version != before.resource_version
            } else {
                self.generation != before.generation
            }
    }

    /// The typed value, decoded when it is first asked for and kept for as long as somebody holds it.
    pub(crate) fn typed<K: Kind>(&self) -> Result<Arc<K>> {
        let mut typed = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((id, weak)) = typed.as_ref()
            && *id == TypeId::of::<K>()
            && let Some(value) = weak.upgrade().and_then(|value| value.downcast::<K>().ok())
        {
            return Ok(value);
        }
        let value: Arc<K> = Arc::new(serde_json::from_str(&self.json()?).map_err(|mistake| DoesNotFit {
            kind: K::kind_ref().kind,
            key: self.key.to_string(),
            type_: crate::describe::type_name::<K>(),
            mistake,
        })?);
        let erased: Arc<dyn Any + Send + Sync> = Arc::clone(&value) as Arc<dyn Any + Send + Sync>;
        *typed = Some((TypeId::of::<K>(), Arc::downgrade(&erased)));
        Ok(value)
    }

    /// Gives the room of the typed value back if nobody holds it any more: what is held weakly alone still takes it.
    pub(crate) fn let_go(&self) {
        let mut typed = self.typed.lock().unwrap_or_else(PoisonError::into_inner);
        if typed.as_ref().is_some_and(|(_, weak)| weak.strong_count() == 0) {
            *typed = None;
        }
    }
}

/// FNV-1a over what people edit: stable, without a dependency on the standard library's hasher.
fn fingerprint(metadata: &ObjectMeta) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut feed = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (key, value) in metadata.labels.iter().chain(&metadata.annotations).flatten() {
        feed(key);
        feed(value);
    }
    metadata
        .finalizers
        .iter()
        .flatten()
        .for_each(|finalizer| feed(finalizer));
    feed(if metadata.deletion_timestamp.is_some() {
        "deleting"
    } else {
        ""
    });
    hash
}

fn without_managed_fields(fields: &BTreeMap<&str, &RawValue>, metadata: &str) -> Result<Box<str>> {
    let mut metadata: BTreeMap<&str, &RawValue> = serde_json::from_str(metadata)?;
    metadata.remove("managedFields");
    let metadata = serde_json::value::to_raw_value(&metadata)?;
    let mut fields = fields.clone();
    fields.insert("metadata", &metadata);
    Ok(serde_json::to_string(&fields)?.into_boxed_str())
}

/// What lists and watches decode: the object's text, and its version.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    metadata: ObjectMeta,
    pub(crate) json: Box<RawValue>,
}

impl Watched {
    /// The resource version.
    pub(crate) fn version(&self) -> Option<&str> {
        self.metadata.resource_version.as_deref()
    }
}

impl<'de> Deserialize<'de> for Watched {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Head {
            metadata: Version,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Version {
            resource_version: Option<String>,
        }
        let json = Box::<RawValue>::deserialize(deserializer)?;
        let head: Head = serde_json::from_str(json.get()).map_err(D::Error::custom)?;
        let metadata = ObjectMeta {
            resource_version: head.metadata.resource_version,
            ..ObjectMeta::default()
        };
        Ok(Self { metadata, json })
    }
}

impl kube::Resource for Watched {
    type DynamicType = kube::core::ApiResource;
    type Scope = kube::core::DynamicResourceScope;

    fn kind(kind: &Self::DynamicType) -> Cow<'_, str> {
        kind.kind.as_str().into()
    }
    fn group(kind: &Self::DynamicType) -> Cow<'_, str> {
        kind.group.as_str().into()
    }
    fn version(kind: &Self::DynamicType) -> Cow<'_, str> {
        kind.version.as_str().into()
    }
    fn api_version(kind: &Self::DynamicType) -> Cow<'_, str> {
        kind.api_version.as_str().into()
    }
    fn plural(kind: &Self::DynamicType) -> Cow<'_, str> {
        kind.plural.as_str().into()
    }
    fn meta(&self) -> &ObjectMeta {
        &self.metadata
    }
    fn meta_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use k8s_openapi::api::core::v1::ConfigMap;

    fn ours() -> Ours {
        Ours {
            managers: "op/".to_owned(),
            applied: "d/applied".to_owned(),
            links: Links::new("d", "op"),
            asked: Asked::new("d"),
            ..Ours::default()
        }
    }

    fn raw(json: &str) -> Raw {
        Raw::parse(json, &ours()).unwrap()
    }

    const OBJECT: &str = r#"{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b"},"metadata":{
        "name":"c","namespace":"n","uid":"u","resourceVersion":"7",
        "annotations":{"d/applied":"h"},
        "ownerReferences":[{"apiVersion":"x/v1","kind":"X","name":"o","uid":"ou","controller":true}],
        "managedFields":[
          {"manager":"op/x","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:a":{}}}},
          {"manager":"was/x","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:ownerReferences":{"k:{\"uid\":\"ou\"}":{}}}}},
          {"manager":"kubectl","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{}}}]}}"#;

    #[test]
    fn keeps_what_is_needed_and_nothing_of_others_fields() {
        let raw = raw(OBJECT);
        assert_eq!(raw.key.to_string(), "n/c");
        assert_eq!(raw.version(), 7);
        assert_eq!(raw.applied.as_deref(), Some("h"));
        assert_eq!(raw.owner.as_ref().unwrap().uid.as_ref(), "ou");
        assert_eq!(raw.managed.len(), 1);
        assert_eq!(*raw.copies, [Box::from("was/x")]);
        assert!(!raw.json().unwrap().contains("managedFields"));
        assert_eq!(raw.typed::<ConfigMap>().unwrap().data.as_ref().unwrap()["a"], "b");
    }

    #[test]
    fn links_are_of_this_operator_alone() {
        for (metadata, expected) in [
            (
                r#""labels":{"d/linked-by":"op","d/linked-uid":"x"},"annotations":{"d/linked-to":"K/n/o"}"#,
                Some("x"),
            ),
            (
                r#""labels":{"d/linked-by":"other","d/linked-uid":"x"},"annotations":{"d/linked-to":"K/n/o"}"#,
                None,
            ),
            (
                r#""labels":{"d/linked-uid":"x"},"annotations":{"d/linked-to":"K/n/o"}"#,
                None,
            ),
            (r#""labels":{"d/linked-by":"op","d/linked-uid":"x"}"#, None),
            (
                r#""labels":{"d/linked-by":"op"},"annotations":{"d/linked-to":"K/n/o"}"#,
                None,
            ),
            (r#""labels":null"#, None),
        ] {
            let raw = raw(&format!(r#"{{"metadata":{{"name":"a","uid":"u",{metadata}}}}}"#));
            let holders: Vec<&str> = raw.holders().map(|uid| &**uid).collect();
            assert_eq!(holders, Vec::from_iter(expected), "{metadata}");
        }
    }

    #[test]
    fn decodes_once_while_it_is_held() {
        let raw = raw(OBJECT);
        let first = raw.typed::<ConfigMap>().unwrap();
        assert!(Arc::ptr_eq(&first, &raw.typed::<ConfigMap>().unwrap()));
    }

    #[test]
    fn changes_that_count() {
        let spec = |generation: u32, version: u32, label: &str| {
            raw(&format!(
                r#"{{"metadata":{{"name":"a","uid":"u","generation":{generation},"resourceVersion":"{version}","labels":{{"l":"{label}"}}}}}}"#
            ))
        };
        assert!(
            !spec(1, 2, "x").differs_from(&spec(1, 1, "x")),
            "a status change is not one"
        );
        assert!(spec(2, 2, "x").differs_from(&spec(1, 1, "x")));
        assert!(spec(1, 2, "y").differs_from(&spec(1, 1, "x")));
        assert!(
            spec(0, 2, "x").differs_from(&spec(0, 1, "x")),
            "without generations every version counts"
        );
    }
}
