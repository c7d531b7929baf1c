//! Images saved to disk, and archives: what is read of them, and what is refused.

use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use kopr_cli::bundle::Files;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::broken::{read_at, tar, written};
use crate::{head, small, verdict};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("it is memory");
    encoder.finish().expect("it is memory")
}

/// The files of the small bundle as a tar, with others before and after.
fn layer(more: &[(&str, &[u8])]) -> Vec<u8> {
    let files = small();
    let mut entries: Vec<(&str, &[u8])> = files
        .below("")
        .into_iter()
        .map(|(path, _)| (path, files.bytes(path).expect("it is a file")))
        .collect();
    entries.extend(more);
    tar(&entries)
}

/// A layout that grows blob by blob.
#[derive(Default)]
struct Layout {
    files: Vec<(String, Vec<u8>)>,
}

impl Layout {
    fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.push((path.to_owned(), bytes));
    }

    /// Adds a blob and gives its descriptor.
    fn blob(&mut self, media_type: &str, bytes: &[u8]) -> Value {
        let hex = Sha256::digest(bytes)
            .iter()
            .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        self.put(&format!("blobs/sha256/{hex}"), bytes.to_vec());
        json!({ "mediaType": media_type, "digest": format!("sha256:{hex}"), "size": bytes.len() })
    }

    fn manifest(&mut self, layers: &[Value]) -> Value {
        let manifest = json!({ "schemaVersion": 2, "layers": layers }).to_string();
        self.blob("application/vnd.oci.image.manifest.v1+json", manifest.as_bytes())
    }

    fn index(&mut self, manifests: &[Value]) {
        self.put("oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#.to_vec());
        let index = json!({ "schemaVersion": 2, "manifests": manifests }).to_string();
        self.put("index.json", index.into_bytes());
    }

    /// As a folder and as a tar: both have to say the same.
    fn read(&self) -> Result<Files, String> {
        let folder = tempfile::tempdir().expect("there is room");
        for (path, bytes) in &self.files {
            let path = folder.path().join(path);
            fs_err::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
            let mut file = fs_err::File::create(path).expect("it can be made");
            file.write_all(bytes).expect("it can be written");
        }
        let of_folder = read_at(folder.path());
        let entries: Vec<(&str, &[u8])> = self
            .files
            .iter()
            .map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
            .collect();
        let (_folder, path) = written("image.tar", &tar(&entries));
        let of_archive = read_at(&path);
        assert_eq!(
            of_folder.is_ok(),
            of_archive.is_ok(),
            "{of_folder:?} {of_archive:?}"
        );
        of_folder.map_err(|error| without(&error, folder.path()))
    }
}

fn without(error: &str, path: &Path) -> String {
    error.replace(&path.display().to_string(), "image")
}

const GZIPPED: &str = "application/vnd.oci.image.layer.v1.tar+gzip";
const PLAIN: &str = "application/vnd.oci.image.layer.v1.tar";

/// A layout of these layers, below as many indexes.
fn layout(layers: &[(&str, Vec<u8>)], depth: usize) -> Layout {
    let mut layout = Layout::default();
    let layers: Vec<Value> = layers
        .iter()
        .map(|(kind, bytes)| layout.blob(kind, bytes))
        .collect();
    let mut manifest = layout.manifest(&layers);
    for _ in 0..depth {
        let index = json!({ "schemaVersion": 2, "manifests": [manifest] }).to_string();
        manifest = layout.blob("application/vnd.oci.image.index.v1+json", index.as_bytes());
    }
    layout.index(&[manifest]);
    layout
}

#[test]
fn layouts_are_read() {
    for (name, layers, depth) in [
        ("plain", vec![(PLAIN, layer(&[]))], 0),
        ("with gzip", vec![(GZIPPED, gzip(&layer(&[])))], 0),
        ("an index of an index", vec![(GZIPPED, gzip(&layer(&[])))], 2),
        (
            "a later layer takes a file away",
            vec![
                (PLAIN, layer(&[("manifests/more.yaml", b"- a list\n")])),
                (PLAIN, tar(&[("manifests/.wh.more.yaml", b"")])),
            ],
            0,
        ),
        (
            "a later layer empties a folder and fills it again",
            vec![
                (PLAIN, tar(&[("manifests/more.yaml", b"- a list\n")])),
                (PLAIN, tar(&[("manifests/.wh..wh..opq", b"")])),
                (GZIPPED, gzip(&layer(&[]))),
            ],
            0,
        ),
    ] {
        let files = layout(&layers, depth)
            .read()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verdict(&head(), files), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn of_several_images_the_first_counts() {
    let mut layout = Layout::default();
    let good = layout.blob(PLAIN, &layer(&[]));
    let good = layout.manifest(&[good]);
    let other = layout.blob(PLAIN, &tar(&[("manifests/a.yaml", b"- a list\n")]));
    let other = layout.manifest(&[other]);
    layout.index(&[good, other]);
    let files = layout.read().expect("it can be read");
    assert_eq!(verdict(&head(), files), Vec::<String>::new());
}

#[test]
fn broken_layouts_end_in_words() {
    let blob = |index: usize, change: fn(&mut Vec<u8>)| {
        let mut layout = layout(&[(GZIPPED, gzip(&layer(&[])))], 0);
        change(&mut layout.files[index].1);
        layout.read()
    };
    let gone = |path: &str| {
        let mut layout = layout(&[(GZIPPED, gzip(&layer(&[])))], 0);
        layout.files.retain(|(known, _)| !known.starts_with(path));
        layout.read()
    };
    let of_layer = |bytes: Vec<u8>| layout(&[(GZIPPED, bytes)], 0).read();
    let whole = gzip(&layer(&[]));
    let cases = [
        (
            "another digest",
            blob(0, |bytes| bytes.push(0)),
            "have another digest",
        ),
        (
            "a manifest that is none",
            blob(1, |bytes| bytes.truncate(10)),
            "have another digest",
        ),
        ("no index", gone("index.json"), "index.json"),
        ("no blobs", gone("blobs"), "blobs/sha256/"),
        (
            "zstd",
            layout(&[("application/vnd.oci.image.layer.v1.tar+zstd", vec![0])], 0).read(),
            "only gzip is read",
        ),
        (
            "too many indexes",
            layout(&[(PLAIN, layer(&[]))], 9).read(),
            "no manifest with layers",
        ),
        (
            "a layer that leads out",
            of_layer(gzip(&tar(&[("../x", b"x")]))),
            "leads out of it",
        ),
        (
            "a layer that is cut",
            of_layer(whole[..whole.len() / 2].to_vec()),
            "cannot be unpacked",
        ),
        (
            "a layer that is no tar",
            of_layer(gzip(b"hello")),
            "cannot be unpacked",
        ),
    ];
    for (name, read, says) in cases {
        let error = read.err().unwrap_or_else(|| panic!("{name} was read"));
        assert!(error.contains(says), "{name}: {error}");
    }
    for (name, index, says) in [
        (
            "no digest",
            json!({ "manifests": [{}] }),
            "is no digest of SHA-256",
        ),
        (
            "a path for a digest",
            json!({ "manifests": [{ "digest": "sha256:../../etc/passwd" }] }),
            "is no digest",
        ),
        ("no images", json!({ "manifests": [] }), "no manifest with layers"),
        ("a list", json!([]), "no manifest with layers"),
    ] {
        let mut layout = Layout::default();
        layout.put("oci-layout", b"{}".to_vec());
        layout.put("index.json", index.to_string().into_bytes());
        let error = layout.read().err().unwrap_or_else(|| panic!("{name} was read"));
        assert!(error.contains(says), "{name}: {error}");
    }
}

/// What `docker save` writes.
#[test]
fn saved_images_are_read() {
    let saved = |manifest: Value| {
        let bytes = tar(&[
            ("manifest.json", manifest.to_string().as_bytes()),
            ("a/layer.tar", &layer(&[])),
        ]);
        let (_folder, path) = written("saved.tar", &bytes);
        read_at(&path)
    };
    let files = saved(json!([{ "Layers": ["a/layer.tar"] }])).expect("it can be read");
    assert_eq!(verdict(&head(), files), Vec::<String>::new());
    for (manifest, says) in [
        (json!([]), "names no layers"),
        (json!([{ "Layers": ["b/layer.tar"] }]), "`b/layer.tar` is missing"),
        (json!([{ "Layers": [1] }]), "is missing"),
    ] {
        let error = saved(manifest).expect_err("it is broken");
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn archives_that_unpack_to_too_much_are_refused() {
    // 300 MiB of zeros are 300 kB here.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let block = vec![0_u8; 1 << 20];
    for _ in 0..300 {
        encoder.write_all(&block).expect("it is memory");
    }
    let (_folder, path) = written("bomb.tgz", &encoder.finish().expect("it is memory"));
    let error = read_at(&path).expect_err("it is too much");
    assert!(error.contains("holds more than 256 MiB"), "{error}");
}

#[test]
fn entries_that_stand_twice_and_links_are_read_as_tar_reads_them() {
    // The later entry counts, as it does when a tar is unpacked.
    let files = small();
    let annotations = files.bytes(crate::ANNOTATIONS).expect("it is there").to_vec();
    let bytes = [("metadata/annotations.yaml", b"annotations: {}\n".as_slice())]
        .into_iter()
        .chain(
            files
                .below("")
                .iter()
                .filter(|(path, _)| *path != crate::ANNOTATIONS)
                .map(|(path, _)| (*path, files.bytes(path).expect("it is a file"))),
        )
        .chain([("metadata/annotations.yaml", annotations.as_slice())])
        .collect::<Vec<_>>();
    let (_folder, path) = written("twice.tar", &tar(&bytes));
    let files = read_at(&path).expect("it can be read");
    assert_eq!(verdict(&head(), files), Vec::<String>::new());

    // An archive in the bundle is a file like any other: not YAML.
    let (_folder, path) = written(
        "nested.tgz",
        &gzip(&layer(&[("manifests/inner.tgz", &gzip(b"x"))])),
    );
    let found = verdict(&head(), read_at(&path).expect("it can be read"));
    assert!(
        found.iter().any(|one| one.starts_with("error OLM-L5")),
        "{found:?}"
    );
}
