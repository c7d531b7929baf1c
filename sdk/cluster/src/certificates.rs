//! Keys and certificates: a CA, the API server's certificate, and the key of the service account tokens.

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};

use crate::Result;
use crate::files;
use crate::hex::hex;
use crate::state::Layout;

/// By which names and addresses clients inside and outside of the cluster call the API server.
const NAMES: [&str; 7] = [
    "127.0.0.1",
    "::1",
    "localhost",
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
];

/// Makes and writes them, and returns the CA's certificate as PEM.
///
/// They live as long as their cluster, so they have no useful end of validity and the CA's key is thrown away.
pub(crate) fn make(layout: &Layout) -> Result<String> {
    let mut ca = CertificateParams::default();
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    ca.key_usages = vec![
        KeyUsagePurpose::KeyCertSign,
        KeyUsagePurpose::CrlSign,
        KeyUsagePurpose::DigitalSignature,
    ];
    ca.distinguished_name.push(DnType::CommonName, "kopr-cluster");
    let ca_key = KeyPair::generate()?;
    let ca_certificate = ca.self_signed(&ca_key)?.pem();
    let issuer = Issuer::new(ca, ca_key);

    let mut server = CertificateParams::new(NAMES.map(String::from))?;
    server
        .distinguished_name
        .push(DnType::CommonName, "kube-apiserver");
    server.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    server.use_authority_key_identifier_extension = true;
    let server_key = KeyPair::generate()?;
    let server_certificate = server.signed_by(&server_key, &issuer)?.pem();

    fs_err::create_dir_all(layout.certificates())?;
    files::write(&layout.ca(), &ca_certificate)?;
    files::write(&layout.server_certificate(), server_certificate)?;
    files::write(&layout.server_key(), server_key.serialize_pem())?;
    let accounts_key = KeyPair::generate()?;
    files::write(&layout.service_account_key(), accounts_key.serialize_pem())?;
    // On its own: the API server does not derive it from a private key in PKCS #8.
    files::write(
        &layout.service_account_public_key(),
        accounts_key.public_key_pem(),
    )?;
    Ok(ca_certificate)
}

/// A password of 256 random bits.
pub(crate) fn token() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}
