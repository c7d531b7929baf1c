//! Tests of the order of the sources and of what is said when all of them fail.

use super::*;

const NEEDED: [Program; 3] = [Program::Etcd, Program::ApiServer, Program::Kubectl];
const REFUSES: Source = Source {
    name: "refuses",
    get: |_, _, _| Err("is out of reach\nfor now\n".to_owned()),
};
const FORBIDDEN: Source = Source {
    name: "forbidden",
    get: |_, _, _| panic!("must not be asked"),
};
const FILLS: Source = Source {
    name: "fills",
    get: |folder, missing, _| {
        fill(folder, missing);
        Ok(())
    },
};

fn fill(folder: &Path, programs: &[Program]) {
    fs::create_dir_all(folder).unwrap();
    for program in programs {
        crate::files::write(&folder.join(program.name()), "").unwrap();
    }
}

/// A machine on which nothing is there yet.
fn machine() -> (tempfile::TempDir, Places) {
    let folder = tempfile::tempdir().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap();
    let places = Places {
        kubebuilder_assets: None,
        cache: path.join("cache"),
        state: path.join("state"),
    };
    (folder, places)
}

fn cache(places: &Places) -> PathBuf {
    places.cache.join(KUBERNETES_VERSION)
}

fn get(places: &Places, needed: &[Program], sources: &[Source]) -> Result<Assets> {
    obtain(places, needed, sources, &Progress::default())
}

#[test]
fn kubebuilder_assets_come_first() {
    let (folder, mut places) = machine();
    let assets = fs::canonicalize(folder.path()).unwrap().join("bin");
    fill(&assets, &NEEDED);
    fill(&cache(&places), &NEEDED);
    places.kubebuilder_assets = Some(assets.clone());
    assert_eq!(get(&places, &NEEDED, &[FORBIDDEN]).unwrap().folder(), assets);
}

#[test]
fn cache_comes_second() {
    let (_folder, places) = machine();
    fill(&cache(&places), &NEEDED);
    assert_eq!(
        get(&places, &NEEDED, &[FORBIDDEN]).unwrap().folder(),
        cache(&places)
    );
}

#[test]
fn assets_without_controller_manager_fall_through_only_if_it_is_asked_for() {
    let (folder, mut places) = machine();
    let assets = fs::canonicalize(folder.path()).unwrap().join("bin");
    fill(&assets, &NEEDED);
    places.kubebuilder_assets = Some(assets.clone());
    assert_eq!(get(&places, &NEEDED, &[FORBIDDEN]).unwrap().folder(), assets);

    let needed = Options::new("x").with_controller_manager().programs();
    assert_eq!(get(&places, &needed, &[FILLS]).unwrap().folder(), cache(&places));
}

#[test]
fn sources_are_asked_in_order_until_one_gives() {
    let (_folder, places) = machine();
    let found = get(&places, &NEEDED, &[REFUSES, FILLS, FORBIDDEN]).unwrap();
    assert_eq!(found.folder(), cache(&places));
    // And the next time nobody is asked.
    get(&places, &NEEDED, &[FORBIDDEN]).unwrap();
}

#[test]
fn failure_says_all_that_was_tried_and_what_to_do() {
    let (folder, mut places) = machine();
    places.kubebuilder_assets = Some(folder.path().join("bin"));
    fill(&cache(&places), &[Program::Etcd]);
    let error = get(&places, &NEEDED, &[REFUSES]).unwrap_err().to_string();
    let text = error.replace(&*folder.path().to_string_lossy(), "/tmp");
    assert_eq!(
        text,
        "no programs for a local control plane (Kubernetes 1.37.2). Tried, in this order:
  KUBEBUILDER_ASSETS=/tmp/bin: lacks etcd, kube-apiserver, kubectl
  cache /tmp/cache/1.37.2: lacks kube-apiserver, kubectl
  refuses: is out of reach
    for now
Any one of these mends it:
  - set KUBEBUILDER_ASSETS to a folder that holds etcd, kube-apiserver, kubectl
  - let this machine reach github.com, where the official test binaries are
  - install Go 1.26 or newer (https://go.dev/dl) and run this again: the programs are then built, \
         once on this machine, in about 9 minutes on 2 cores"
    );
}

#[test]
fn a_source_that_lies_is_found_out() {
    let (_folder, places) = machine();
    let liar = Source {
        name: "liar",
        get: |_, _, _| Ok(()),
    };
    let error = get(&places, &NEEDED, &[liar]).unwrap_err().to_string();
    assert!(
        error.contains("liar: succeeded, but the folder lacks etcd, kube-apiserver, kubectl"),
        "{error}"
    );
}
