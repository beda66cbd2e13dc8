/** A recorded section as it stands in the document, title line and all. */
export interface RecordedSection {
  readonly title: string;
  readonly text: string;
}

const HEAD =
  '# Benchmark results\n\nEach section says on which machine, when and by which command it was measured. Machines are shared and noisy: read\nthe ratios, which come from one run.\n';
/** A line that begins a section. Within one there are no headings of this level. */
const SECTION = /^(?=## )/m;
const TITLE = /^## (.+)$/m;

/** The whole document. */
export function renderResults(sections: readonly RecordedSection[]): string {
  return [HEAD, ...sections.map(({ text }) => `${text.trimEnd()}\n`)].join('\n');
}

/**
 * The document with these sections in place of those of the same title; the others stay as they are, to the letter, and a
 * section that was not there comes last.
 */
export function replaceSections(document: string, measured: readonly RecordedSection[]): string {
  const byTitle = new Map(parseSections(document).map((section) => [section.title, section]));
  // A title that is there already keeps its place in the map.
  for (const section of measured) byTitle.set(section.title, section);
  return renderResults([...byTitle.values()]);
}

function parseSections(document: string): RecordedSection[] {
  return document.split(SECTION).flatMap((text) => {
    const title = TITLE.exec(text)?.[1];
    return title === undefined ? [] : [{ title, text }];
  });
}
