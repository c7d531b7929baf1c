//! Kinds that the controllers of a primary touch.
//!
//! A watch knows its kind. A rule knows only the resource's plural: its kind is that of a watch or a CRD of the
//! operator, or one of Kubernetes' own.

use kopr_model::{Controller, KindRef, Operator, RelatedKind, Relation, Resource, Rule, Verb};

/// Kinds that are made, changed or watched. Events are left out: every operator makes them, and consoles have a place
/// of their own for them. So is what is only written and is of another operator, since nothing says its version.
pub(super) fn touched(operator: &Operator, resource: &Resource) -> Vec<RelatedKind> {
    let is_own = |group: &str, plural: &str| group == resource.group && plural == resource.plural;
    let controllers = operator
        .controllers
        .iter()
        .filter(|controller| is_own(&controller.primary.group, &controller.primary.plural));
    let mut all = Vec::new();
    for controller in controllers {
        all.extend(
            controller
                .watches
                .iter()
                .filter(|watch| watch.relation != Relation::Primary)
                .filter(|watch| !is_own(&watch.kind.group, &watch.kind.plural))
                .map(|watch| related(&watch.kind.kind, &watch.kind.version)),
        );
        all.extend(
            written(controller)
                .filter(|rule| !is_own(&rule.group, &rule.resource))
                .filter_map(|rule| kind_of(operator, rule)),
        );
    }
    all
}

/// Rules that let objects be made or changed.
fn written(controller: &Controller) -> impl Iterator<Item = &Rule> {
    let writes = |verb: &Verb| matches!(verb, Verb::Create | Verb::Patch);
    controller
        .rules()
        .filter(move |rule| rule.verbs.iter().any(writes))
        .filter(|rule| !rule.resource.contains('/') && rule.resource != "events")
}

fn related(kind: &str, version: &str) -> RelatedKind {
    RelatedKind {
        kind: kind.to_owned(),
        version: version.to_owned(),
        name: String::new(),
    }
}

/// The kind of a rule, where it is known.
fn kind_of(operator: &Operator, rule: &Rule) -> Option<RelatedKind> {
    let is_it = |kind: &KindRef| kind.group == rule.group && kind.plural == rule.resource;
    let watched = operator
        .controllers
        .iter()
        .flat_map(|controller| &controller.watches)
        .map(|watch| watch.kind.clone());
    let defined = operator.resources.iter().map(Resource::kind_ref);
    let known = watched
        .chain(defined)
        .find(is_it)
        .map(|kind| related(&kind.kind, &kind.version));
    known.or_else(|| {
        BUILT_IN
            .iter()
            .find(|(group, plural, ..)| *group == rule.group && *plural == rule.resource)
            .map(|(_, _, kind, version)| related(kind, version))
    })
}

macro_rules! built_in {
    ($($group:ident::$version:ident { $($kind:ident),* $(,)? })*) => {
        &[$($({
            use k8s_openapi::Resource;
            type Kind = k8s_openapi::api::$group::$version::$kind;
            (
                <Kind as Resource>::GROUP,
                <Kind as Resource>::URL_PATH_SEGMENT,
                <Kind as Resource>::KIND,
                <Kind as Resource>::VERSION,
            )
        },)*)*]
    };
}

/// Group, plural, kind and version of Kubernetes' own kinds.
static BUILT_IN: &[(&str, &str, &str, &str)] = built_in! {
    admissionregistration::v1 {
        MutatingWebhookConfiguration, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding,
        ValidatingWebhookConfiguration,
    }
    apps::v1 { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet }
    autoscaling::v2 { HorizontalPodAutoscaler }
    batch::v1 { CronJob, Job }
    certificates::v1 { CertificateSigningRequest }
    coordination::v1 { Lease }
    core::v1 {
        ConfigMap, Endpoints, LimitRange, Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod, PodTemplate,
        ReplicationController, ResourceQuota, Secret, Service, ServiceAccount,
    }
    discovery::v1 { EndpointSlice }
    flowcontrol::v1 { FlowSchema, PriorityLevelConfiguration }
    networking::v1 { Ingress, IngressClass, NetworkPolicy }
    node::v1 { RuntimeClass }
    policy::v1 { PodDisruptionBudget }
    rbac::v1 { ClusterRole, ClusterRoleBinding, Role, RoleBinding }
    scheduling::v1 { PriorityClass }
    storage::v1 { CSIDriver, CSINode, StorageClass, VolumeAttachment }
};
