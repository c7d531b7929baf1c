//! `templates/_helpers.tpl`: names by the rules of [`crate::objects::metadata`], in Helm's language.

/// The helpers; `CHART` is the name of the chart.
const HELPERS: &str = r#"{{/* A name of at most 63 characters: a longer one is cut, and ends in the hash of the whole. */}}
{{- define "CHART.shortened" -}}
{{- if gt (len .) 63 -}}
{{- printf "%s-%s" (trunc 54 .) (sha256sum . | trunc 8) -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}

{{/* The name of this copy: a DNS label that begins with a letter, whatever the release is called. */}}
{{- define "CHART.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else -}}
{{- $name := .Values.nameOverride | default .Chart.Name -}}
{{- $release := .Release.Name | replace "." "-" -}}
{{- if not (contains $name $release) -}}
{{- $release = printf "%s-%s" $release $name -}}
{{- end -}}
{{- if regexMatch "^[0-9]" $release -}}
{{- $release = printf "r-%s" $release -}}
{{- end -}}
{{- include "CHART.shortened" $release -}}
{{- end -}}
{{- end -}}

{{/* The name of an object in a namespace. Takes a list: the root and what the object is for. */}}
{{- define "CHART.named" -}}
{{- $full := include "CHART.fullname" (index . 0) -}}
{{- include "CHART.shortened" (printf "%s-%s" $full (index . 1)) -}}
{{- end -}}

{{/* The name of an object in the cluster. Takes the same list. It tells the namespace too, unless that is the one
which goes with the name of this copy. */}}
{{- define "CHART.clusterNamed" -}}
{{- $namespace := (index . 0).Release.Namespace -}}
{{- if eq $namespace (include "CHART.named" (list (index . 0) "system")) -}}
{{- include "CHART.named" . -}}
{{- else -}}
{{- $full := include "CHART.fullname" (index . 0) -}}
{{- include "CHART.shortened" (printf "%s-%s-%s" $full (index . 1) (sha256sum $namespace | trunc 8)) -}}
{{- end -}}
{{- end -}}

{{/* The name of the ServiceAccount. */}}
{{- define "CHART.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (include "CHART.fullname" .) -}}
{{- end -}}

{{/* The image: a digest wins over a tag, and the default tag is the version of the operator. */}}
{{- define "CHART.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default (.Chart.AppVersion | replace "+" "_")) -}}
{{- end -}}
{{- end -}}

{{/* Whose a CRD is that is there and not of this release, which then leaves it alone: Helm would refuse to install
anything. Takes a list: the root and the name of the CRD. */}}
{{- define "CHART.othersCrd" -}}
{{- $release := (index . 0).Release -}}
{{- with lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" (index . 1) -}}
{{- $annotations := .metadata.annotations | default dict -}}
{{- $name := get $annotations "meta.helm.sh/release-name" -}}
{{- $namespace := get $annotations "meta.helm.sh/release-namespace" -}}
{{- if not $name -}}
somebody who did not use Helm
{{- else if or (ne $name $release.Name) (ne $namespace $release.Namespace) -}}
{{- printf "the release %s in the namespace %s" $name $namespace -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The interval of scrapes in milliseconds. */}}
{{- define "CHART.milliseconds" -}}
{{- $interval := .Values.metrics.interval -}}
{{- $form := "^(?:([0-9]+)y)?(?:([0-9]+)w)?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?(?:([0-9]+)ms)?$" -}}
{{- $total := 0 -}}
{{- range $at, $factor := list 31536000000 604800000 86400000 3600000 60000 1000 1 -}}
{{- $number := regexReplaceAll $form $interval (printf "${%d}" (add $at 1)) | int64 -}}
{{- $total = add $total (mul $number $factor) -}}
{{- end -}}
{{- $total -}}
{{- end -}}

{{/* The namespaces that are watched, where they are listed. */}}
{{- define "CHART.watched" -}}
{{- .Values.watch.namespaces | uniq | sortAlpha | join "," -}}
{{- end -}}
"#;

/// The helpers of a chart.
pub(super) fn helpers(chart: &str) -> String {
    HELPERS.replace("CHART", chart)
}
