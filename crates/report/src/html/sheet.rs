//! A page about several drives or runs: the part between its head and its scripts.

use std::collections::BTreeSet;

use super::blocks::Writer;
use super::{escape, put};
use crate::figures::unlike;
use crate::locale::{Locale, say};
use crate::sheet::{Section, Sheet};

/// `sheet` is already in the page's language; `files` are beside the page.
pub(super) fn render(
    sheet: &Sheet,
    files: &[String],
    version: &str,
    locale: &Locale,
) -> String {
    let mut writer = Writer::new(locale);
    let mut taken = BTreeSet::new();
    let ids = sheet.sections.iter().enumerate().map(id);
    let ids: Vec<String> = ids.map(|it| unlike(it, &mut taken)).collect();
    header(&mut writer, sheet, &ids);
    writer.text += "<main id=\"main\">\n";
    if !sheet.facts.is_empty() {
        writer.facts(&sheet.facts);
    }
    for (section, id) in sheet.sections.iter().zip(&ids) {
        put(&mut writer.text, format_args!("<section id=\"{id}\">\n"));
        writer.say("h2", &section.title);
        section.blocks.iter().for_each(|block| writer.block(block));
        writer.text += "</section>\n";
    }
    if !files.is_empty() {
        let what = say!(locale, "page-data-text");
        writer.part("raw-data", |writer| writer.files(&what, files));
    }
    writer.text += "</main>\n";
    let footer = escape(&locale.with("footer-page", &[("version", version)]));
    put(&mut writer.text, format_args!("<footer><p>{footer}</p></footer>\n"));
    writer.text
}

/// The anchor of a section, the same in every language.
fn id((index, section): (usize, &Section)) -> String {
    match section.kind.link() {
        Some(name) => name.to_owned(),
        None => format!("part-{}", index.saturating_add(1)),
    }
}

fn header(writer: &mut Writer<'_>, sheet: &Sheet, ids: &[String]) {
    writer.begin_header(&sheet.title, None);
    if let Some(head) = &sheet.head {
        writer.answer(head, None);
    }
    writer.when(&sheet.subtitle);
    if let Some(alarm) = &sheet.alarm {
        writer.alarm(alarm);
    }
    let ids = ids.iter().map(String::as_str);
    writer.end_header(ids.zip(sheet.sections.iter().map(|section| section.title.as_str())));
}
