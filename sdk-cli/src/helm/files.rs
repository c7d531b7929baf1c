//! The files of a chart.

use super::holes::Holes;
use super::{Chart, HelmError, folder, helpers, metadata, notes, readme, release, schema, templates, values};
use crate::emit::{Artefact, Body, Input, Ownership};

/// What Helm leaves out of a package.
const IGNORED: &str = ".git/\n.gitignore\n*.orig\n*.swp\n*~\n.DS_Store\n";

pub(super) fn chart(input: &Input<'_>) -> Result<Chart, HelmError> {
    let name = &input.operator.name;
    // Holes may stand nowhere in what is rendered.
    let holes = Holes::new(name, &format!("{:?} {:?}", input.operator, input.settings));
    let templates = templates::templates(input, &holes)?;
    let helpers = helpers::helpers(name);
    let notes = notes::notes(input);
    let mut read: Vec<&str> = templates.iter().map(|(_, text)| text.as_str()).collect();
    read.push(&helpers);
    let values = values::read_by(&read);

    let mut files: Vec<(String, Body)> = vec![
        (".helmignore".to_owned(), Body::Hashed(IGNORED.to_owned())),
        (
            "Chart.yaml".to_owned(),
            Body::Objects(vec![metadata::metadata(input)]),
        ),
        (
            "README.md".to_owned(),
            Body::Markdown(readme::readme(input, &values)),
        ),
        (
            "values.schema.json".to_owned(),
            Body::Json(schema::schema(&values)),
        ),
        (
            "values.yaml".to_owned(),
            Body::Hashed(readme::values_file(input, &values)?),
        ),
        ("templates/NOTES.txt".to_owned(), Body::Template(notes)),
        ("templates/_helpers.tpl".to_owned(), Body::Hashed(helpers)),
    ];
    files.extend(
        templates
            .into_iter()
            .map(|(file, text)| (format!("templates/{file}"), Body::Hashed(text))),
    );
    files.sort_by(|(a, _), (b, _)| a.cmp(b));

    let root = folder(input);
    let mut texts = Vec::new();
    let mut artefacts = Vec::new();
    for (file, body) in files {
        let artefact = Artefact {
            path: root.join(&file),
            body,
            ownership: Ownership::Tool,
        };
        texts.push((file, artefact.text()?));
        artefacts.push(artefact);
    }
    Ok(Chart {
        artefacts,
        release_bytes: release::bytes(&texts)?,
    })
}
