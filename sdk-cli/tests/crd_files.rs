//! How `kopr crd check` finds CRDs in files, and where it says that something stands in them.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

mod support;

use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;
use support::{Project, Run};

/// A CRD with one fault, `uniqueItems`, at its own line; the same in all forms of text below.
const YAML: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  names: {kind: Thing, plural: things}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              names:
                type: array
                uniqueItems: true
                items: {type: string}
";

const JSON: &str = r#"{
	"apiVersion": "apiextensions.k8s.io/v1",
	"kind": "CustomResourceDefinition",
	"metadata": {"name": "things.example.com"},
	"spec": {
		"group": "example.com",
		"names": {"kind": "Thing", "plural": "things"},
		"scope": "Namespaced",
		"versions": [{
			"name": "v1", "served": true, "storage": true,
			"schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", "properties": {
				"names": {"type": "array", "uniqueItems": true, "items": {"type": "string"}}
			}}}}}
		}]
	}
}
"#;

/// File, line and column of each finding.
fn places(run: &Run) -> Vec<String> {
    let found: Value = serde_json::from_str(&run.stdout).expect("one JSON object");
    let findings = found["findings"].as_array().expect("a list").iter();
    findings
        .map(|finding| {
            let file = finding["file"].as_str().expect("a file");
            format!("{file}:{}:{}", finding["line"], finding["column"])
        })
        .collect()
}

#[test]
fn a_fault_is_found_at_its_line() {
    let document = |before: &str| format!("{before}{YAML}");
    let list = {
        let items = YAML.lines().enumerate();
        let items = items.map(|(at, line)| format!("{}{line}\n", if at == 0 { "- " } else { "  " }));
        format!(
            "apiVersion: v1\nkind: List\nitems:\n{}",
            items.collect::<String>()
        )
    };
    let nested = format!(
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items: [{}]\n",
        {
            let value: Value = serde_json::from_str(JSON).expect("JSON");
            value.to_string()
        }
    );
    // name of the file, its text, where the fault is
    for (file, text, place) in [
        ("a.yaml", YAML.to_owned(), "a.yaml:21:17"),
        ("a.yml", document("# a comment\n\n---\n"), "a.yml:24:17"),
        ("a.yaml", document("---\n---\n# nothing\n---\n"), "a.yaml:25:17"),
        ("a.yaml", document("kind: ConfigMap\n---\n"), "a.yaml:23:17"),
        ("a.yaml", YAML.replace('\n', "\r\n"), "a.yaml:21:17"),
        ("a.yaml", list, "a.yaml:24:19"),
        ("a.yaml", nested, "a.yaml:6:"),
        ("a.json", JSON.to_owned(), "a.json:12:32"),
        // Columns count characters.
        (
            "a.yaml",
            YAML.replace(
                "    served: true\n",
                "    served: true\n    additionalPrinterColumns: [{name: \"ü\", type: string, jsonPath: spec}]\n",
            ),
            "a.yaml:22:17 a.yaml:11:58",
        ),
        // What an alias stands for is where it is used.
        (
            "a.yaml",
            YAML.replace("names:\n", "names: &names\n") + "              others: *names\n",
            "a.yaml:21:17 a.yaml:23:23",
        ),
    ] {
        let project = Project::empty();
        project.write(file, &text);
        let run = project.kopr(&format!("crd check {file} --output json"));
        run.ends(1, &[]);
        let found = places(&run).join(" ");
        assert!(found.starts_with(place), "{found} is not {place}\n{text}");
    }
}

#[test]
fn folders_are_searched_and_everything_else_is_passed_over() {
    let project = Project::empty();
    project
        .write("crds/b/deep/x.yml", YAML)
        .write("crds/a.yaml", YAML)
        .write("crds/b.json", JSON)
        .write("crds/notes.txt", "apiVersion: [")
        .write("crds/values.yaml", "replicas: 1\n---\n- a list\n---\njust text\n");
    let run = project.kopr("crd check crds --output json");
    run.ends(1, &[]);
    assert_eq!(
        places(&run),
        [
            "crds/a.yaml:21:17",
            "crds/b.json:12:32",
            "crds/b/deep/x.yml:21:17"
        ]
    );
    project.kopr("crd check crds --verbose").ends(
        1,
        &[
            "passed over: crds/values.yaml:1:1 an object without a kind\n",
            "passed over: crds/values.yaml:3:1 an object without a kind\n",
            "looked at 3 CRDs in 4 files, passed over 3 other objects: 3 errors",
        ],
    );
    project
        .kopr("crd check crds/values.yaml")
        .ends(2, &["there is no CustomResourceDefinition in 1 file"]);
    project
        .kopr("crd check")
        .ends(2, &["required arguments were not provided"]);
}

#[test]
fn standard_input_is_a_file_too() {
    let project = Project::empty();
    let mut command = project.command(env!("CARGO_BIN_EXE_kopr"), "");
    let mut kopr = command
        .args(["crd", "check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("kopr starts");
    let mut stdin = kopr.stdin.take().expect("it was asked for");
    stdin.write_all(YAML.as_bytes()).expect("kopr reads");
    drop(stdin);
    let output = kopr.wait_with_output().expect("kopr ends");
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout.contains("\n  at standard input:21:17\n"), "{stdout}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_hold_up_the_others() {
    let project = Project::empty();
    project.write("a.yaml", YAML).write("b.yaml", "a: [\n").write(
        "c.yaml",
        "kind: CustomResourceDefinition\nkind: CustomResourceDefinition\n",
    );
    let run = project.kopr("crd check . --output sarif");
    run.ends(2, &["./b.yaml:", "./c.yaml:2: duplicate mapping key: kind\n"]);
    let log: Value = serde_json::from_str(&run.stdout).expect("one JSON object");
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a.yaml");
    assert_eq!(place["region"]["startLine"], 21);
    let rule = run["results"][0]["ruleIndex"].as_u64().expect("a number");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    assert_eq!(rules[usize::try_from(rule).expect("small")]["id"], "S8");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let unread = run["invocations"][0]["toolExecutionNotifications"].as_array();
    assert_eq!(unread.map(Vec::len), Some(2));
}

#[test]
fn what_kopr_writes_passes() {
    let tree = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (folder, says) in [
        (
            "examples",
            "charts/memcached-operator/templates` was left out: it is a chart's",
        ),
        ("sdk-cli/tests/golden", "other objects: "),
    ] {
        let project = Project::empty();
        let folder = tree.join(folder);
        project
            .kopr(&format!("crd check {}", folder.display()))
            .ends(0, &[" CRDs in ", says]);
    }
}
