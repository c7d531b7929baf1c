//! `templates/NOTES.txt`: what Helm says after an installation.

use super::has_crds;
use crate::emit::Input;
use crate::objects::service;

/// The notes.
pub(super) fn notes(input: &Input<'_>) -> String {
    let operator = input.operator;
    let chart = &operator.name;
    let full = format!(r#"{{{{ include "{chart}.fullname" . }}}}"#);
    let namespace = "{{ .Release.Namespace }}";
    let mut text = format!(
        "{chart} {{{{ .Chart.AppVersion }}}} is installed as {full} in the namespace {namespace}.\n\n\
         See whether it runs, and what it says:\n\
         \x20 kubectl --namespace {namespace} rollout status deployment/{full}\n\
         \x20 kubectl --namespace {namespace} logs deployment/{full}\n\n\
         Its pods keep the restricted pod security standard. Helm makes a namespace without labels; this has the\n\
         standard enforced:\n\
         \x20 kubectl label namespace {namespace} pod-security.kubernetes.io/enforce=restricted\n"
    );
    if service::port(input).is_some() {
        text += "{{- if not (.Capabilities.APIVersions.Has \"monitoring.coreos.com/v1\") }}\n\n\
                 This cluster has no Prometheus Operator, so nothing was made for it.\n\
                 {{- end }}\n";
    }
    let crds: Vec<String> = operator
        .resources
        .iter()
        .map(kopr_model::Resource::crd_name)
        .collect();
    if crds.is_empty() {
        return text;
    }
    if has_crds(input) {
        text += "{{- if not .Values.crds.install }}\n\n\
                 The CRDs are not part of this release: crds.install is false.\n\
                 {{- else }}\n";
        for crd in &crds {
            text.extend([format!(
                "{{{{- with include \"{chart}.othersCrd\" (list . \"{crd}\") }}}}\n\n\
                 The CRD {crd} belongs to {{{{ . }}}}, and was left as it is.\n\
                 Is it of this version? Upgrade it there, or apply the CRD of this version.\n\
                 {{{{- end }}}}\n"
            )]);
        }
        text += "{{- end }}\n";
    } else {
        text.extend([format!(
            "\nThe CRDs are not in this chart. These have to be there:\n  {}\n",
            crds.join(" ")
        )]);
    }
    let crds = crds.join(" ");
    text.extend([format!(
        "\nBefore you leave, delete the objects of its kinds while it still runs, so that it can clean up:\n\
         \x20 kubectl get {} --all-namespaces\n\
         \x20 helm uninstall {{{{ .Release.Name }}}} --namespace {namespace}\n",
        crds.replace(' ', ",")
    )]);
    if has_crds(input) {
        text.extend([format!(
            "{{{{- if and .Values.crds.install .Values.crds.keep }}}}\n\
             The CRDs stay then, with all objects of their kinds. This deletes both:\n\
             \x20 kubectl delete crd {crds}\n\
             {{{{- else if .Values.crds.install }}}}\n\
             The CRDs go with the release, and with them every object of their kinds in the cluster.\n\
             {{{{- end }}}}\n"
        )]);
    }
    text
}
