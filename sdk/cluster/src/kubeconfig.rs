//! Writes the kubeconfigs of a cluster.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::{Result, files};

/// Writes a kubeconfig that holds all it needs, so that it can be copied elsewhere. `ca` is PEM.
///
/// The text needs no quoting: a cluster's name, a URL of ours, base64 and hexadecimal digits are plain YAML strings
/// behind the prefixes used here.
pub(crate) fn write(path: &Path, name: &str, url: &str, ca: &str, token: &str) -> Result<()> {
    let ca = STANDARD.encode(ca);
    let text = format!(
        "\
apiVersion: v1
kind: Config
current-context: kopr-{name}
clusters:
- name: kopr-{name}
  cluster:
    server: {url}
    certificate-authority-data: {ca}
contexts:
- name: kopr-{name}
  context:
    cluster: kopr-{name}
    user: kopr-{name}
users:
- name: kopr-{name}
  user:
    token: \"{token}\"
"
    );
    Ok(files::write(path, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kube_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kubeconfig");
        write(&path, "0", "https://127.0.0.1:6443", "PEM", "0123").unwrap();
        let config = kube::config::Kubeconfig::read_from(&path).unwrap();
        assert_eq!(config.current_context.as_deref(), Some("kopr-0"));
        assert_eq!(
            config.clusters[0].cluster.as_ref().unwrap().server.as_deref(),
            Some("https://127.0.0.1:6443")
        );
        assert!(config.auth_infos[0].auth_info.as_ref().unwrap().token.is_some());
    }
}
