//! The command line: arguments and their help, and nothing else.

use camino::Utf8PathBuf;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::emit::EMITTERS;
use crate::env::DESCRIBE_TIMEOUT;
use crate::olm::Olm;
use crate::settings::Apply;

/// Kubernetes operators in Rust: scaffolds them and renders their manifests from the compiled code.
#[derive(Debug, Parser)]
#[command(name = "kopr", version, disable_help_subcommand = true, max_term_width = 100)]
#[command(after_help = "Exit codes: `kopr help exit-codes`.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Begin a new operator.
    New(NewArgs),
    /// Render manifests from an operator's compiled code.
    Gen(GenArgs),
    /// Show the settings that count, and where each comes from.
    Config(ConfigArgs),
    /// Show a field of a kind, with where it is in the code, or why the operator has a right.
    Explain(ExplainArgs),
    /// Find what works and should be known: wide rights, unused ones, weak pod security, fields without words.
    Lint(LintArgs),
    /// Check CRDs in files, whoever wrote them.
    Crd(CrdArgs),
    /// Look at bundles for the Operator Lifecycle Manager.
    Bundle(BundleArgs),
    /// Run the standard tests of the scorecard on a bundle, without a cluster.
    Scorecard(ScorecardArgs),
    /// Run the operator here, against a cluster, as its own ServiceAccount.
    Run(RunArgs),
    /// Start and stop a local control plane, for tests and for trying things out.
    Cluster(ClusterArgs),
    /// Print help on a command or a topic (`exit-codes`).
    Help(HelpArgs),
}

/// Arguments of `kopr new`.
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is overwritten: if a file is in the way, all such files are named and none is written. A README.md, \
.gitignore or .dockerignore that is there stays as it is. Neither git nor the network is used.")]
pub struct NewArgs {
    /// Folder of the new operator; made if it does not exist.
    pub path: Utf8PathBuf,
    /// Name of the package and of the operator in the cluster [default: the folder's name].
    #[arg(long)]
    pub name: Option<String>,
    /// API group of the kind, ending in a domain of yours; it cannot be changed once there are objects
    /// [default: KIND.example.com, in lower case].
    #[arg(long)]
    pub group: Option<String>,
    /// Kind in `PascalCase` [default: from the name, without `-operator`].
    #[arg(long)]
    pub kind: Option<String>,
    /// Version of the API.
    #[arg(long, default_value = "v1alpha1")]
    pub version: String,
    /// Objects live in namespaces; this is the default.
    #[arg(long, conflicts_with = "cluster")]
    pub namespaced: bool,
    /// Objects live in the cluster, outside of namespaces.
    #[arg(long)]
    pub cluster: bool,
    /// Where the operator gets kopr from: the root of a checkout, a git URL (with `?branch=`, `?tag=` or `?rev=`)
    /// or a version [default: the checkout that this command was built from, else its version].
    #[arg(long, value_name = "PATH|VERSION|GIT")]
    pub kopr: Option<String>,
    /// Run `kopr gen manifests` afterwards, which builds the operator.
    #[arg(long = "gen")]
    pub generate: bool,
}

/// Arguments of `kopr gen`.
#[derive(Debug, Args)]
#[command(long_about = "\
Render manifests from an operator's compiled code.

The program is built in the dev profile, asked to describe itself and not run otherwise. Manifests are written \
only if everything went well; files that do not change are not touched, and generated files that are no longer \
made are removed. While nothing that the build was made from has changed, the compiler is not called (with the \
environment variable CI set, it always is).")]
pub struct GenArgs {
    /// What to render.
    #[command(subcommand)]
    pub what: Gen,
}

/// What to render.
#[derive(Debug, Subcommand)]
pub enum Gen {
    /// Everything: `deploy/` and `dist/install.yaml`.
    Manifests(ManifestsArgs),
    /// Only the CRDs.
    Crds(OutputArgs),
    /// Only roles and their bindings.
    Rbac(OutputArgs),
    /// The reference of all kinds in Markdown: `docs/api/`.
    Docs(OutputArgs),
    /// JSON Schemas of all kinds for editors: `schemas/`.
    Schema(OutputArgs),
    /// A Helm chart of the same objects: `charts/<operator>/`.
    Helm(OutputArgs),
    /// A bundle for the Operator Lifecycle Manager: `bundle/` and `bundle.Dockerfile`.
    Bundle(BundleGenArgs),
}

/// Arguments of `kopr gen bundle`.
#[derive(Debug, Args)]
#[command(after_help = "\
What the code does not know stands under `[package]` in kopr.toml. The time of the bundle is taken from \
SOURCE_DATE_EPOCH when anything else changes, and is kept otherwise. What is made is validated as `kopr bundle \
validate --strict` does, and nothing is written if there is an error.")]
pub struct BundleGenArgs {
    /// Which OLM it is for: what v1 cannot take is an error there.
    #[arg(long, value_enum, default_value_t)]
    pub olm: Olm,
    /// The rest.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Arguments of `kopr gen manifests`.
#[derive(Debug, Args)]
pub struct ManifestsArgs {
    /// Render only these; others stay as they are.
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',', value_parser = emitters())]
    pub only: Vec<String>,
    /// The rest.
    #[command(flatten)]
    pub output: OutputArgs,
}

fn emitters() -> PossibleValuesParser {
    PossibleValuesParser::new(
        EMITTERS
            .iter()
            .map(|emitter| clap::builder::PossibleValue::new(emitter.name).help(emitter.about)),
    )
}

/// Arguments of everything that renders.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// Write nothing: print how the files differ, by objects and by lines, and end with 1 if they do.
    #[arg(long)]
    pub check: bool,
    /// Also remove every other generated file in the output folders that nothing makes any more, such as those
    /// of an older kopr. Files without the header of generated ones are never touched.
    #[arg(long, conflicts_with = "stdout")]
    pub prune: bool,
    /// Write nothing: print the objects as one stream of YAML, those of `dist/install.yaml` unless told
    /// otherwise.
    #[arg(long, conflicts_with_all = ["check", "output"])]
    pub stdout: bool,
    /// Folder of what is made; for manifests `dist/` is put beside it, for a bundle its Dockerfile [default:
    /// `deploy`, `docs/api`, `schemas`, `charts` or `bundle` beside the operator's Cargo.toml].
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<Utf8PathBuf>,
    /// Take the settings of this profile of kopr.toml.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Form of the report.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: Format,
    /// Say more: the bytes of each CRD.
    #[arg(short, long)]
    pub verbose: bool,
    /// Where the description comes from.
    #[command(flatten)]
    pub source: SourceArgs,
}

/// Arguments that say which operator is meant.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which operator")]
pub struct SourceArgs {
    /// Cargo.toml of the operator [default: the nearest in this folder or above].
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<Utf8PathBuf>,
    /// Package of the workspace.
    #[arg(short, long, value_name = "NAME", conflicts_with_all = ["model", "binary"])]
    pub package: Option<String>,
    /// Program of the package.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["model", "binary"])]
    pub bin: Option<String>,
    /// Build with these features.
    #[arg(short = 'F', long, value_name = "FEATURES", value_delimiter = ',', conflicts_with_all = ["model", "binary"])]
    pub features: Vec<String>,
    /// Build with all features.
    #[arg(long, conflicts_with_all = ["model", "binary"])]
    pub all_features: bool,
    /// Build without the default features.
    #[arg(long, conflicts_with_all = ["model", "binary"])]
    pub no_default_features: bool,
    /// Read the description from this file instead of asking the code; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "binary")]
    pub model: Option<Utf8PathBuf>,
    /// Ask this program, which is built already.
    #[arg(long, value_name = "FILE", help = binary_help())]
    pub binary: Option<Utf8PathBuf>,
}

fn binary_help() -> String {
    format!(
        "Ask this program, which is built already; it has 20 seconds, or as many as {DESCRIBE_TIMEOUT} says"
    )
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object on standard output.
    Json,
}

/// Arguments of `kopr config`.
#[derive(Debug, Args)]
#[command(after_help = "\
A value comes from a line of kopr.toml, from a profile, or from what the operator is. Keys without any are shown \
too, as `-`. Patches are listed below.")]
pub struct ConfigArgs {
    /// Take the settings of this profile of kopr.toml.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Form of the answer.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: Format,
    /// Where the description comes from.
    #[command(flatten)]
    pub source: SourceArgs,
}

/// Arguments of `kopr explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
TYPE is a kind, a plural or a short name, as kubectl takes it, with its group (`memcacheds.cache.example.com`) or \
a version (`v1/Memcached`) where that is not clear. Lists and maps are walked through: `memcached.spec.rules.match` \
is the field of an item. A kind that is called Rbac goes by that name in capital letters, or with its group.")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ExplainArgs {
    /// What to show.
    #[arg(value_name = "TYPE[.FIELD..]", required = true)]
    pub path: Option<String>,
    /// Version of the kind [default: the one that is stored].
    #[arg(long, value_name = "VERSION")]
    pub api_version: Option<String>,
    /// Show all fields below as a tree.
    #[arg(short, long)]
    pub recursive: bool,
    /// Form of the answer.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: Format,
    /// Where the description comes from.
    #[command(flatten)]
    pub source: SourceArgs,
    /// What else is explained.
    #[command(subcommand)]
    pub what: Option<ExplainWhat>,
}

/// What is explained beside kinds and fields.
#[derive(Debug, Subcommand)]
pub enum ExplainWhat {
    /// Show which argument of which handler asks for a right, and the role that grants it.
    Rbac(RbacArgs),
}

/// Arguments of `kopr explain rbac`.
#[derive(Debug, Args)]
#[command(after_help = "\
RESOURCE is a plural, with its group where that is not clear (`deployments.apps`) and its subresource \
(`memcacheds/status`), or a name of one of the operator's own kinds. Without a verb all verbs on the resource are \
shown, without a resource all rights. Ends with 1 if nobody asks for the right. Roles that are made for people, \
such as viewers, are none of the operator's.")]
pub struct RbacArgs {
    /// The right.
    #[arg(value_name = "[VERB] RESOURCE", num_args = 0..=2)]
    pub right: Vec<String>,
    /// Take the settings of this profile of kopr.toml.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Form of the answer.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: Format,
    /// Where the description comes from.
    #[command(flatten)]
    pub source: SourceArgs,
}

/// Arguments of `kopr lint`.
#[derive(Debug, Args)]
#[command(after_help = "\
Ends with 1 if there is a finding of the level of `--deny` or above. `[lint] allow` in kopr.toml takes findings \
away.")]
pub struct LintArgs {
    /// The level that fails: errors alone, warnings too, or notes too.
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    pub deny: Deny,
    /// Records of test runs, or folders of them: rights that no test used are found.
    #[arg(long, value_name = "FILE|DIR")]
    pub recorded: Vec<Utf8PathBuf>,
    /// Take the settings of this profile of kopr.toml.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Form of the findings.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: CheckFormat,
    /// Where the description comes from.
    #[command(flatten)]
    pub source: SourceArgs,
}

/// The level of findings that fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Errors.
    #[default]
    Errors,
    /// Warnings and errors.
    Warnings,
    /// Everything.
    Notes,
}

/// Arguments of `kopr crd`.
#[derive(Debug, Args)]
pub struct CrdArgs {
    /// What to do with them.
    #[command(subcommand)]
    pub command: Crd,
}

/// What to do with CRDs.
#[derive(Debug, Subcommand)]
pub enum Crd {
    /// Find what the API server would refuse, warn of or lose, without asking one.
    Check(CheckArgs),
}

/// Arguments of `kopr crd check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Ends with 1 if there is an error among the findings, and with 2 if a file could not be read. Objects that are no \
CRDs are passed over, a `List` is looked into.")]
pub struct CheckArgs {
    /// Files, folders (`*.yaml`, `*.yml` and `*.json` below them), or `-` for standard input.
    #[arg(required = true, value_name = "FILE|DIR|-")]
    pub paths: Vec<Utf8PathBuf>,
    /// How the CRDs get into the cluster: a client-side apply takes smaller ones.
    #[arg(long, value_enum, default_value_t)]
    pub apply: Apply,
    /// Form of the findings.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: CheckFormat,
    /// Say more: what was passed over, and the bytes of each CRD.
    #[arg(short, long)]
    pub verbose: bool,
}

/// Forms of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
}

/// Arguments of `kopr bundle`.
#[derive(Debug, Args)]
pub struct BundleArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: Bundle,
}

/// What to do with a bundle.
#[derive(Debug, Subcommand)]
pub enum Bundle {
    /// Find what `operator-sdk bundle validate` would, and more, offline.
    Validate(ValidateArgs),
}

/// Arguments of `kopr bundle validate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Ends with 1 if there is an error among the findings, or if the bundle cannot be read, and with 0 if there are only \
warnings. Images are not pulled: save one as an OCI layout, such as with `skopeo copy docker://IMAGE oci:DIR`, and \
name its folder.")]
pub struct ValidateArgs {
    /// Folder of a bundle, `.tgz` or `.tar` of one, or the layout of an image (a folder or a `.tar`).
    #[arg(
        value_name = "DIR|TGZ|IMAGE-LAYOUT",
        required_unless_present = "list_optional"
    )]
    pub path: Option<Utf8PathBuf>,
    /// Whose verdict is asked for.
    #[arg(long, value_enum, default_value_t)]
    pub profile: BundleProfile,
    /// Apply optional sets of rules too: `name=operatorhubv2`, `suite=operatorframework`.
    #[arg(long, value_name = "SELECTOR")]
    pub select_optional: Option<String>,
    /// Values for optional sets: `k8s-version=1.25`, `index-path=bundle.Dockerfile`, `images=platforms.json`.
    #[arg(long, value_name = "KEY=VALUE", value_delimiter = ',')]
    pub optional_values: Vec<String>,
    /// List the optional sets and do nothing else.
    #[arg(long)]
    pub list_optional: bool,
    /// Apply rules that no other tool has.
    #[arg(long)]
    pub strict: bool,
    /// Form of the findings.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: BundleFormat,
}

/// Whose verdict on a bundle is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BundleProfile {
    /// The latest release of operator-sdk.
    #[default]
    #[value(name = "sdk-1.42")]
    Sdk142,
    /// The main branch of operator-framework/api.
    ApiHead,
    /// What OLM v1 can install, beside what `api-head` says.
    Olmv1,
}

/// Forms of findings about a bundle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BundleFormat {
    /// For people.
    #[default]
    Text,
    /// As `operator-sdk bundle validate -o json-alpha1` prints it.
    JsonAlpha1,
    /// One JSON object with rules and places.
    Json,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
}

/// Arguments of `kopr scorecard`.
#[derive(Debug, Args)]
#[command(after_help = "\
Ends with 1 if a test fails or cannot run. Tests are those of `tests/scorecard/config.yaml` in the bundle, or the \
six standard ones where there is none; others need a cluster and end in an error here.")]
pub struct ScorecardArgs {
    /// Folder of a bundle, `.tgz` or `.tar` of one, or the layout of an image (a folder or a `.tar`).
    #[arg(value_name = "DIR|TGZ|IMAGE-LAYOUT")]
    pub path: Utf8PathBuf,
    /// Run only tests with these labels: `suite=basic`.
    #[arg(short = 'l', long, value_name = "SELECTOR", default_value = "")]
    pub selector: String,
    /// Configuration of the tests [default: the bundle's own].
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<Utf8PathBuf>,
    /// Only list the tests.
    #[arg(short = 'L', long)]
    pub list: bool,
    /// Form of the results.
    #[arg(short, long, value_enum, default_value_t)]
    pub output: ScorecardFormat,
}

/// Forms of results of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ScorecardFormat {
    /// For people.
    #[default]
    Text,
    /// A `TestList` of `scorecard.operatorframework.io/v1alpha3`.
    Json,
    /// XML of xUnit.
    Xunit,
}

/// Arguments of `kopr run`.
#[derive(Debug, Args)]
#[command(long_about = "\
Run the operator here, against a cluster, as its own ServiceAccount.

The operator is built; its CRDs, ServiceAccount and roles are applied to the cluster; then the program runs on \
this machine with a token of that ServiceAccount, so that a right that the role lacks is missed here as it \
would be there. Ctrl-C stops it. What was applied stays.")]
pub struct RunArgs {
    /// Do not ask before applying to the cluster.
    #[arg(short, long)]
    pub yes: bool,
    /// Use the local control plane (`kopr cluster`), and start it first if it does not run; asks nothing.
    #[arg(long, conflicts_with = "context")]
    pub local: bool,
    /// Context of the kubeconfig [default: the current one].
    #[arg(long, value_name = "NAME")]
    pub context: Option<String>,
    /// Take the settings of this profile of kopr.toml.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Which operator is meant.
    #[command(flatten)]
    pub program: ProgramArgs,
}

/// Arguments that say which program is built.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which operator")]
pub struct ProgramArgs {
    /// Cargo.toml of the operator [default: the nearest in this folder or above].
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<Utf8PathBuf>,
    /// Package of the workspace.
    #[arg(short, long, value_name = "NAME")]
    pub package: Option<String>,
    /// Program of the package.
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// Build with these features.
    #[arg(short = 'F', long, value_name = "FEATURES", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Build with all features.
    #[arg(long)]
    pub all_features: bool,
    /// Build without the default features.
    #[arg(long)]
    pub no_default_features: bool,
}

/// Arguments of `kopr cluster`.
#[derive(Debug, Args)]
pub struct ClusterArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: Cluster,
}

/// What to do with a local control plane.
#[derive(Debug, Subcommand)]
pub enum Cluster {
    /// Start etcd and kube-apiserver, and get them first where this machine does not have them.
    Start {
        /// Which one.
        #[command(flatten)]
        cluster: ClusterName,
        /// Have the API server write down every request that it answers.
        #[arg(long)]
        audit_log: bool,
        /// Start kube-controller-manager too: garbage collection, deletion of namespaces, Deployments to Pods.
        #[arg(long)]
        controller_manager: bool,
    },
    /// End it and remove what it stored.
    Stop(ClusterName),
    /// Say whether it runs, and where; ends with 1 if it does not.
    Status(ClusterName),
    /// Print the path of its kubeconfig: `export KUBECONFIG=$(kopr cluster kubeconfig)`.
    Kubeconfig(ClusterName),
}

/// Which local control plane is meant.
#[derive(Debug, Args)]
pub struct ClusterName {
    /// Name of the cluster.
    #[arg(long, default_value = "default")]
    pub name: String,
}

/// Arguments of `kopr help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command, such as `gen manifests`, or a topic.
    #[arg(value_name = "COMMAND|TOPIC")]
    pub about: Vec<String>,
}
