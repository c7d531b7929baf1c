//! From files to a bundle, as the loaders of operator-framework do it: what they cannot read ends the run.

use std::collections::BTreeMap;

use serde_json::Value;

use super::crd::{Crd, V1, V1BETA1};
use super::csv::{Csv, EXACT};
use super::document::{Document, Unreadable};
use super::files::{Entry, inside};
use super::reading::Reading;
use super::typed::{Mismatch, decode};
use super::{Files, Finding, Phase, Place, Rule};
use crate::bundle::rules::Family;

/// Where the metadata is.
pub(super) const METADATA: &str = "metadata";
/// The label that says where the manifests are.
pub(super) const MANIFESTS_LABEL: &str = "operators.operatorframework.io.bundle.manifests.v1";
const ANNOTATIONS: &str = "metadata/annotations.yaml";

pub(super) const FAMILY: Family = Family {
    name: "load",
    phase: Phase::Load,
    rules: &[
        Rule::error("OLM-L1", "the bundle's metadata can be found and read"),
        Rule::error(
            "OLM-L2",
            "the folder of the manifests is in the bundle and has files",
        ),
        Rule::error("OLM-L3", "there is one `ClusterServiceVersion`"),
        Rule::error(
            "OLM-L4",
            "the folder of the manifests has no folders and no hidden files",
        ),
        Rule::error(
            "OLM-L5",
            "every manifest is an object, and members have their types",
        ),
        Rule::error(
            "OLM-L6",
            "every file of the bundle is a file in it, and not bigger than 32 MiB",
        ),
    ],
    check: |_, _, _| {},
};

/// A bundle that could be read.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// All of its files.
    pub files: Files,
    /// What `metadata/annotations.yaml` says.
    pub annotations: BTreeMap<String, String>,
    /// Folder of the manifests.
    pub manifests: String,
    /// `registry+v1`, or what else the folder of the manifests holds.
    pub media_type: &'static str,
    /// The manifests.
    pub documents: Vec<Document>,
    csv_at: usize,
    pub(super) csv: Csv,
    pub(super) crds: Vec<CrdFile>,
}

/// A CRD, and the document that it was read from.
#[derive(Clone, Debug)]
pub(super) struct CrdFile {
    at: usize,
    pub(super) crd: Crd,
    pub(super) is_v1: bool,
}

impl Bundle {
    /// The document of the CSV.
    pub fn csv_document(&self) -> &Document {
        &self.documents[self.csv_at]
    }

    /// A place in the CSV.
    pub(super) fn at_csv(&self, pointer: impl Into<String>) -> Place {
        self.csv_document().at(pointer)
    }

    /// The document of a CRD.
    pub(super) fn document_of(&self, crd: &CrdFile) -> &Document {
        &self.documents[crd.at]
    }

    /// Name of the CSV, which is that of the bundle.
    pub fn name(&self) -> &str {
        self.csv.name()
    }

    /// Objects that are neither the CSV nor CRDs.
    pub fn others(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(|document| {
            !matches!(
                document.kind(),
                "ClusterServiceVersion" | "CustomResourceDefinition"
            )
        })
    }
}

type Found = Vec<Finding>;

fn fatal(
    rule: &'static str,
    place: Place,
    message: impl Into<String>,
    original: impl Into<String>,
) -> Finding {
    Finding::error(rule, place, message).original(original)
}

/// Makes a bundle of files, or says why that cannot be done.
pub fn load(files: Files) -> Result<Bundle, Found> {
    let refused: Found = files
        .below("")
        .into_iter()
        .filter_map(|(path, entry)| match entry {
            Entry::Refused(why) => Some(Finding::error("OLM-L6", Place::file(path), why.clone())),
            Entry::File(_) => None,
        })
        .collect();
    if !refused.is_empty() {
        return Err(refused);
    }
    let mut reading = Reading::new(&files);
    let annotations = annotations(&reading)?;
    let manifests = manifests(&files, &annotations)?;
    let media_type = media_type(&reading, &manifests);
    let folders = folders_of_csvs(&reading, &manifests);
    if folders.is_empty() {
        return Err(without_csv(&reading, &manifests));
    }
    let mut found = Found::new();
    let mut last = None;
    for folder in folders {
        last = read_folder(&mut reading, &folder, &mut found).or(last);
    }
    match last {
        Some((documents, csv_at, csv, crds)) if found.is_empty() => Ok(Bundle {
            files,
            annotations,
            manifests,
            media_type,
            documents,
            csv_at,
            csv,
            crds,
        }),
        _ => Err(found),
    }
}

/// The annotations of the file where they belong, or of the first file that has any.
fn annotations(reading: &Reading<'_>) -> Result<BTreeMap<String, String>, Found> {
    let files = reading.files();
    if let Some(read) = reading.get(ANNOTATIONS) {
        let document = read
            .as_ref()
            .map_err(|why| vec![unreadable("OLM-L1", ANNOTATIONS, why)])?;
        let found = annotations_of(&document.value).map_err(|wrong| {
            let wrong = wrong
                .iter()
                .map(|mismatch| mismatched("OLM-L1", document, mismatch));
            wrong.collect::<Found>()
        })?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    for (path, _) in files.below("") {
        if let Some(Ok(found)) = reading
            .document(path)
            .map(|document| annotations_of(&document.value))
            && !found.is_empty()
        {
            return Ok(found);
        }
    }
    let original = format!("metadata not found in {}", files.root());
    Err(vec![
        fatal(
            "OLM-L1",
            Place::bundle(),
            "there is no `metadata/annotations.yaml`, nor annotations of a bundle in another file",
            original,
        )
        .help("name the folder that `manifests/` and `metadata/` are in"),
    ])
}

/// The annotations in a file; none where it has none.
pub(super) fn annotations_of(value: &Value) -> Result<BTreeMap<String, String>, Vec<Mismatch>> {
    match value.get("annotations") {
        Some(annotations) => decode::<BTreeMap<String, String>>(annotations, &[]).map_err(|wrong| {
            let below = |mismatch: Mismatch| Mismatch {
                pointer: format!("/annotations{}", mismatch.pointer),
                ..mismatch
            };
            wrong.into_iter().map(below).collect()
        }),
        None => Ok(BTreeMap::new()),
    }
}

fn manifests(files: &Files, annotations: &BTreeMap<String, String>) -> Result<String, Found> {
    let label = annotations
        .get(MANIFESTS_LABEL)
        .map_or("manifests", String::as_str);
    let Some(folder) = cleaned(label) else {
        let message = format!("the folder of the manifests, `{label}`, leads out of the bundle");
        return Err(vec![Finding::error("OLM-L2", Place::file(ANNOTATIONS), message)]);
    };
    let has_files = files
        .below(&folder)
        .iter()
        .any(|(path, _)| inside(&folder, path).is_some_and(|rest| !rest.contains('/')));
    if has_files {
        return Ok(folder);
    }
    let original = format!("The directory {} contains no yaml files", files.shown(&folder));
    let message = format!("there are no files in the folder of the manifests, `{folder}/`");
    Err(vec![fatal("OLM-L2", Place::bundle(), message, original)])
}

/// A path without `.` and `..`; nothing where it leads out.
fn cleaned(path: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// What a folder of manifests holds, as the tools tell it.
pub(super) fn media_type(reading: &Reading<'_>, folder: &str) -> &'static str {
    let entries = reading.files().below(folder);
    let documents: Vec<&Document> = entries
        .iter()
        .filter(|(path, _)| inside(folder, path).is_some_and(|rest| !rest.contains('/')))
        .filter_map(|(path, _)| reading.document(path))
        .collect();
    let chart = documents
        .iter()
        .find(|document| document.file.ends_with("Chart.yaml"));
    if chart.is_some_and(|chart| chart.value["name"].as_str().is_some_and(|name| !name.is_empty())) {
        return "helm";
    }
    let has_csv = documents
        .iter()
        .any(|document| document.kind() == "ClusterServiceVersion");
    if has_csv { "registry+v1" } else { "plain" }
}

/// Folders with a CSV in them, in the order in which they are walked. Hidden ones are not looked into.
fn folders_of_csvs(reading: &Reading<'_>, manifests: &str) -> Vec<String> {
    let mut folders = Vec::new();
    for (path, _) in reading.files().below(manifests) {
        let rest = inside(manifests, path).unwrap_or_default();
        if rest.split('/').any(|part| part.starts_with('.')) {
            continue;
        }
        let document = reading.document(path);
        if document.is_some_and(|document| document.kind() == "ClusterServiceVersion") {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
            if folders.last() != Some(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// What to say where there is no CSV: a file that cannot be read may be the one.
fn without_csv(reading: &Reading<'_>, manifests: &str) -> Found {
    let files = reading.files();
    let mut found: Found = files
        .below(manifests)
        .into_iter()
        .filter_map(|(path, _)| {
            let why = reading.get(path)?.as_ref().err()?;
            Some(unreadable("OLM-L5", path, why))
        })
        .collect();
    let original = format!(
        "unable to find a csv in bundle directory {}",
        files.shown(manifests)
    );
    let message = format!("there is no `ClusterServiceVersion` in `{manifests}/`");
    found.push(fatal("OLM-L3", Place::bundle(), message, original));
    found
}

type Folder = (Vec<Document>, usize, Csv, Vec<CrdFile>);

/// All manifests of a folder.
fn read_folder(reading: &mut Reading<'_>, folder: &str, found: &mut Found) -> Option<Folder> {
    let files = reading.files();
    let within = |name: &str| {
        if folder.is_empty() {
            name.to_owned()
        } else {
            format!("{folder}/{name}")
        }
    };
    for name in files.folders_in(folder) {
        let path = within(name);
        let original = format!("bundle manifests dir contains directory: {}", files.shown(&path));
        let message = "it is a folder in the folder of the manifests";
        found.push(fatal("OLM-L4", Place::file(&path), message, original).help("move its files up, or away"));
    }
    let (mut documents, mut crds, mut csv) = (Vec::new(), Vec::new(), None);
    for (path, _) in files.below(folder) {
        let name = inside(folder, path).unwrap_or_default();
        if name.contains('/') {
            continue;
        }
        if name.starts_with('.') {
            let original = format!("bundle manifests dir has hidden file: {}", files.shown(path));
            let message = "it is a hidden file in the folder of the manifests";
            found.push(fatal("OLM-L4", Place::file(path), message, original).help("remove it"));
            continue;
        }
        let document = match reading.take(path) {
            Some(Ok(document)) => document,
            Some(Err(why)) => {
                found.push(unreadable("OLM-L5", path, &why));
                continue;
            }
            // Refused entries ended the run before.
            None => continue,
        };
        if let Some(message) = no_object(&document) {
            let original = format!("unable to decode object: {message}");
            found.push(fatal("OLM-L5", document.at(""), message, original));
            continue;
        }
        let at = documents.len();
        match document.kind() {
            "ClusterServiceVersion" if csv.is_some() => {
                let original = "invalid bundle: contains multiple CSVs";
                let message = "there is another `ClusterServiceVersion` in the bundle";
                found.push(fatal("OLM-L3", document.at(""), message, original));
            }
            "ClusterServiceVersion" => match decode::<Csv>(&document.value, EXACT) {
                Ok(read) => csv = Some((at, read)),
                Err(wrong) => {
                    csv = Some((at, Csv::default()));
                    found.extend(wrong.iter().map(|wrong| mismatched("OLM-L5", &document, wrong)));
                }
            },
            "CustomResourceDefinition" => crds.extend(read_crd(&document, at, found)),
            _ => {}
        }
        documents.push(document);
    }
    let (csv_at, csv) = csv?;
    Some((documents, csv_at, csv, crds))
}

fn read_crd(document: &Document, at: usize, found: &mut Found) -> Option<CrdFile> {
    let version = document.value["apiVersion"].as_str().unwrap_or_default();
    if version != V1 && version != V1BETA1 {
        let message = format!("a CRD of the version `{version}` is not known");
        let original = format!("unsupported CRD version {version} for {}", document.file);
        found.push(
            fatal("OLM-L5", document.at("/apiVersion"), message, original)
                .help(format!("write it as `{V1}`")),
        );
        return None;
    }
    match decode(&document.value, &[]) {
        Ok(crd) => Some(CrdFile {
            at,
            crd,
            is_v1: version == V1,
        }),
        Err(wrong) => {
            found.extend(wrong.iter().map(|wrong| mismatched("OLM-L5", document, wrong)));
            None
        }
    }
}

/// What keeps a document from being an object of the API. A file without a first document is one, of no kind.
fn no_object(document: &Document) -> Option<&'static str> {
    match &document.value {
        Value::Null => None,
        Value::Object(_) if !document.kind().is_empty() => None,
        Value::Object(_) => Some("it has no `kind`"),
        _ => Some("it is not an object"),
    }
}

fn unreadable(rule: &'static str, file: &str, why: &Unreadable) -> Finding {
    let place = Place {
        line: Some(why.line),
        ..Place::file(file)
    };
    fatal(
        rule,
        place,
        why.message.clone(),
        format!("unable to decode object: {}", why.message),
    )
}

fn mismatched(rule: &'static str, document: &Document, wrong: &Mismatch) -> Finding {
    let original = format!("unable to parse {}: {}", document.file, wrong.message);
    fatal(
        rule,
        document.at(wrong.pointer.clone()),
        wrong.message.clone(),
        original,
    )
}
