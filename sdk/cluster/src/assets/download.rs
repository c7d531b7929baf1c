//! Downloads the official test binaries that controller-tools publishes, and checks them.

use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

use fs_err as fs;
use sha2::{Digest, Sha512};

use super::{Assets, Program};
use crate::hex::hex;
use crate::progress::Step;
use crate::{KUBERNETES_VERSION, Progress};

const INDEX: &str =
    "https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml";
const CONTENTS: [Program; 3] = [Program::Etcd, Program::ApiServer, Program::Kubectl];
/// Short: a machine without this network should lose no time before it turns to Go.
const CONNECT: Duration = Duration::from_secs(2);
/// For the whole archive of some 100 MB on a slow line.
const TRANSFER: Duration = Duration::from_mins(10);

/// An archive that the index lists.
#[derive(Debug, PartialEq, Eq)]
struct Archive<'a> {
    version: &'a str,
    sha512: &'a str,
    url: &'a str,
}

pub(super) fn get(folder: &Path, missing: &[Program], progress: &Progress) -> Result<(), String> {
    if let Some(program) = missing.iter().find(|program| !CONTENTS.contains(program)) {
        return Err(format!("the archives hold no {program}"));
    }
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_resolve(Some(CONNECT))
        .timeout_connect(Some(CONNECT))
        .timeout_recv_response(Some(Duration::from_secs(20)))
        .timeout_recv_body(Some(TRANSFER))
        .build()
        .into();
    let failed = |url: &str, error: &dyn std::fmt::Display| format!("{url}: {error}");
    let index = agent
        .get(INDEX)
        .call()
        .and_then(|mut response| response.body_mut().read_to_string())
        .map_err(|error| failed(INDEX, &error))?;
    let archive = choose(&index, platform()?)?;
    progress.begin(&Step::Downloading {
        url: archive.url.to_owned(),
    });

    let response = agent
        .get(archive.url)
        .call()
        .map_err(|error| failed(archive.url, &error))?;
    let mut file = tempfile::tempfile().map_err(|error| error.to_string())?;
    let hash = copy_hashed(response.into_body().into_reader(), &mut file)
        .map_err(|error| failed(archive.url, &error))?;
    if hash != archive.sha512 {
        return Err(format!(
            "{}: SHA-512 is {hash}, the index says {}",
            archive.url, archive.sha512
        ));
    }
    file.rewind()
        .and_then(|()| unpack(file, folder))
        .map_err(|error| failed(archive.url, &error))
}

/// This machine as the archives' names say it.
fn platform() -> Result<(&'static str, &'static str), String> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "powerpc64" => "ppc64le",
        "s390x" => "s390x",
        other => return Err(format!("there are no archives for {system} on {other}")),
    };
    Ok((system, processor))
}

/// Our version, or else the newest patch of the same minor version: not each patch is published.
fn choose<'a>(index: &'a str, (system, processor): (&str, &str)) -> Result<Archive<'a>, String> {
    let (minor, patch) = KUBERNETES_VERSION
        .rsplit_once('.')
        .unwrap_or((KUBERNETES_VERSION, ""));
    let (prefix, suffix) = (
        format!("envtest-v{minor}."),
        format!("-{system}-{processor}.tar.gz"),
    );
    archives(index)
        .filter_map(|(name, archive)| {
            let found = name.strip_prefix(&prefix)?.strip_suffix(&suffix)?;
            // A pre-release such as `0-rc.1` is no number and falls out here.
            Some((found == patch, found.parse::<u32>().ok()?, archive))
        })
        .max_by_key(|(exact, number, _)| (*exact, *number))
        .map(|(_, _, archive)| archive)
        .ok_or_else(|| format!("{INDEX} lists no {prefix}*{suffix}"))
}

/// Reads the index. Its form is so plain (name, then hash and link below it) that a YAML reader would be too much.
fn archives(index: &str) -> impl Iterator<Item = (&str, Archive<'_>)> {
    let mut lines = index.lines().map(str::trim).peekable();
    std::iter::from_fn(move || {
        loop {
            let Some(name) = lines
                .next()?
                .strip_suffix(':')
                .filter(|key| key.ends_with(".tar.gz"))
            else {
                continue;
            };
            let (mut sha512, mut url) = (None, None);
            while let Some((key, value)) = lines.peek().and_then(|line| line.split_once(": ")) {
                match key {
                    "hash" => sha512 = Some(value),
                    "selfLink" => url = Some(value),
                    _ => {}
                }
                lines.next();
            }
            if let (Some(sha512), Some(url)) = (sha512, url) {
                let version = name.trim_start_matches("envtest-");
                return Some((name, Archive { version, sha512, url }));
            }
        }
    })
}

fn copy_hashed(mut from: impl Read, to: &mut impl Write) -> std::io::Result<String> {
    let mut hash = Sha512::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
    }
    Ok(hex(&hash.finalize()))
}

/// Takes the programs out of the archive, wherever in it they lie, each whole by a rename.
fn unpack(archive: impl Read, folder: &Path) -> std::io::Result<()> {
    let assets = Assets::in_folder(folder.to_owned());
    let work = tempfile::Builder::new().prefix(".download-").tempdir_in(folder)?;
    let mut unpacked = Vec::new();
    for entry in tar::Archive::new(flate2::read::GzDecoder::new(archive)).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        let Some(program) = CONTENTS
            .into_iter()
            .find(|program| path.ends_with(program.name()))
        else {
            continue;
        };
        if !entry.header().entry_type().is_file() {
            continue;
        }
        entry.unpack(work.path().join(program.name()))?;
        unpacked.push(program);
    }
    for program in unpacked {
        fs::rename(work.path().join(program.name()), assets.path(program))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const SAMPLE: &str = "\
releases:
  v1.36.9:
    envtest-v1.36.9-linux-amd64.tar.gz:
      hash: aa
      selfLink: https://example.com/36.tar.gz
  v1.37.0:
    envtest-v1.37.0-linux-amd64.tar.gz:
      hash: bb
      selfLink: https://example.com/37.0.tar.gz
    envtest-v1.37.0-linux-arm64.tar.gz:
      hash: cc
      selfLink: https://example.com/37.0-arm.tar.gz
  v1.37.1-rc.0:
    envtest-v1.37.3-rc.0-linux-amd64.tar.gz:
      hash: dd
      selfLink: https://example.com/37.3-rc.tar.gz
";

    #[test]
    fn takes_newest_patch_of_our_minor() {
        let archive = choose(SAMPLE, ("linux", "amd64")).unwrap();
        assert_eq!(
            (archive.sha512, archive.url),
            ("bb", "https://example.com/37.0.tar.gz")
        );
    }

    #[test]
    fn prefers_our_own_patch() {
        let index = format!(
            "{SAMPLE}    envtest-v{KUBERNETES_VERSION}-linux-amd64.tar.gz:\n      hash: own\n      selfLink: https://own\n\
             \x20   envtest-v1.37.9-linux-amd64.tar.gz:\n      hash: ee\n      selfLink: https://newer\n"
        );
        assert_eq!(choose(&index, ("linux", "amd64")).unwrap().sha512, "own");
    }

    #[test]
    fn says_what_the_index_lacks() {
        let error = choose(SAMPLE, ("darwin", "arm64")).unwrap_err();
        assert!(
            error.contains("lists no envtest-v1.37.*-darwin-arm64.tar.gz"),
            "{error}"
        );
    }

    #[test]
    fn has_no_controller_manager() {
        let nowhere = Path::new("/nonexistent");
        let error = get(nowhere, &[Program::ControllerManager], &Progress::default()).unwrap_err();
        assert_eq!(error, "the archives hold no kube-controller-manager");
    }

    #[test]
    fn unpacks_only_the_programs() {
        let mut builder = tar::Builder::new(flate2::write::GzEncoder::new(
            Vec::new(),
            flate2::Compression::fast(),
        ));
        for name in ["etcd", "kube-apiserver", "kubectl", "README"] {
            let mut header = tar::Header::new_gnu();
            header.set_size(4);
            header.set_mode(0o755);
            builder
                .append_data(
                    &mut header,
                    format!("controller-tools/envtest/{name}"),
                    &b"text"[..],
                )
                .unwrap();
        }
        let archive = builder.into_inner().unwrap().finish().unwrap();

        let folder = tempfile::tempdir().unwrap();
        unpack(&archive[..], folder.path()).unwrap();
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["etcd", "kube-apiserver", "kubectl"]);
        let mode = fs::metadata(folder.path().join("etcd"))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o111, 0o111);
    }

    #[test]
    fn hashes_while_copying() {
        let mut copy = Vec::new();
        let hash = copy_hashed(&b"abc"[..], &mut copy).unwrap();
        assert_eq!(copy, b"abc");
        assert!(hash.starts_with("ddaf35a193617aba"), "{hash}");
    }
}
