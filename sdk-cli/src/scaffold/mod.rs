//! Answers -> the source files of a new operator, which are the user's from then on.

pub mod names;
mod sdk;
mod workspace;

use std::borrow::Cow;
use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use kopr_templates::{DELIMITERS, PROJECT};
use tera::{Context, Delimiters, Tera};

pub use kopr_templates::Existing;
pub use sdk::{Sdk, SdkError};
pub use workspace::Workspace;

/// Everything that the templates need to know.
#[derive(Clone, Debug)]
pub struct Answers {
    /// Name of the package and of the operator.
    pub package: String,
    /// The kind.
    pub kind: String,
    /// Its API group.
    pub group: String,
    /// Its API version.
    pub version: String,
    /// Whether it lives in the cluster rather than in namespaces.
    pub cluster: bool,
    /// Where kopr comes from.
    pub sdk: Sdk,
    /// How the package stands to a workspace around it.
    pub workspace: Workspace,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path in the project.
    pub path: Utf8PathBuf,
    /// Its text.
    pub text: String,
    /// What happens if it is there already.
    pub existing: Existing,
}

/// Names that the templates use and that a kind can take away from them, with a path that always works.
const SHADOWED: [(&str, &str); 4] = [
    ("Condition", "kopr::prelude::Condition"),
    ("Option", "std::option::Option"),
    ("String", "std::string::String"),
    ("Vec", "std::vec::Vec"),
];

/// Names that the controller uses as they are. A kind of such a name is called by its module instead.
const USED: [&str; 17] = [
    "Action",
    "Arc",
    "BTreeMap",
    "Clone",
    "Conditions",
    "Container",
    "Default",
    "Deployment",
    "DeploymentSpec",
    "LabelSelector",
    "ObjectMeta",
    "Owned",
    "PodSpec",
    "PodTemplateSpec",
    "Result",
    "Status",
    "ToOwned",
];

/// Variables of the controller that the object's own variable must not be mistaken for.
const VARIABLES: [&str; 9] = [
    "app",
    "deployment",
    "deployments",
    "labels",
    "name",
    "ready",
    "seen",
    "spec",
    "status",
];

/// Longest module name with which all lines fit; beyond, some are broken as rustfmt would.
const LONG: usize = 22;

/// Renders every file, sorted by path.
pub fn render(answers: &Answers) -> Result<Vec<File>, tera::Error> {
    let mut tera = Tera::default();
    let [
        (block_start, block_end),
        (variable_start, variable_end),
        (comment_start, comment_end),
    ] = DELIMITERS.map(|(start, end)| (Cow::Borrowed(start), Cow::Borrowed(end)));
    tera.set_delimiters(Delimiters {
        block_start,
        block_end,
        variable_start,
        variable_end,
        comment_start,
        comment_end,
    })?;
    let mut templates = Vec::new();
    for template in PROJECT {
        templates.push((format!("path:{}", template.path), template.path));
        templates.push((template.path.to_owned(), template.text));
    }
    tera.add_raw_templates(templates)?;
    let context = context(answers);
    let mut files = Vec::new();
    for template in PROJECT {
        files.push(File {
            path: tera.render(&format!("path:{}", template.path), &context)?.into(),
            text: tera.render(template.path, &context)?,
            existing: template.existing,
        });
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn context(answers: &Answers) -> Context {
    let Answers {
        package,
        kind,
        group,
        version,
        cluster,
        sdk,
        workspace,
    } = answers;
    let module = names::module(kind);
    let version_module = names::module(version);
    let qualified = USED.contains(&kind.as_str());
    let long = module.len() > LONG;
    let primary = if VARIABLES.contains(&module.as_str()) || long {
        "object"
    } else {
        &module
    };
    let type_ = if qualified {
        format!("{version_module}::{kind}")
    } else {
        kind.clone()
    };
    let names: BTreeMap<&str, &str> = SHADOWED
        .into_iter()
        .map(|(name, path)| (name, if name == kind { path } else { name }))
        .collect();
    let mut context = Context::new();
    context.insert("package", package);
    context.insert("crate", &package.replace('-', "_"));
    context.insert("kind", kind);
    context.insert("label", &kind.to_lowercase());
    context.insert("plural", &kopr_model::names::plural(kind));
    context.insert("group", group);
    context.insert("version", version);
    context.insert("version_module", &version_module);
    context.insert("module", &module);
    context.insert("long", &long);
    context.insert("primary", primary);
    context.insert("type", &type_);
    context.insert("qualified", &qualified);
    context.insert("names", &names);
    context.insert("cluster", cluster);
    context.insert("kopr_dependency", &sdk.dependency());
    context.insert("kopr_test_dependency", &sdk.test_dependency());
    context.insert("kopr_cli", &sdk.cli());
    context.insert("kopr_checkout", &sdk.checkout().unwrap_or_default());
    context.insert(
        "workspace",
        match workspace {
            Workspace::None => "none",
            Workspace::Own => "own",
            Workspace::Member => "member",
        },
    );
    context
}

#[cfg(test)]
mod tests;
