import { escapedHtml } from '#libs/look';
import type { ExportedTable } from '#platform/erasure';

/** What a fan club knows of a member, by table of the database. */
export interface PersonDocument {
  readonly fanclub: { readonly id: number; readonly name: string };
  readonly member: number;
  readonly made_at: string;
  readonly tables: Readonly<Record<string, ExportedTable>>;
}

/** The forms in which a document can be downloaded. */
export const DOCUMENT_FORMS = ['json', 'html'] as const;
export type DocumentForm = (typeof DOCUMENT_FORMS)[number];

/** A document as a file. */
export interface DocumentFile {
  readonly type: string;
  readonly name: string;
  readonly text: string;
}

export function documentFile(document: PersonDocument, form: DocumentForm): DocumentFile {
  const name = `member-${document.member}.${form}`;
  if (form === 'html') return { name, type: 'text/html; charset=utf-8', text: documentPage(document) };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return { name, type: 'application/json; charset=utf-8', text };
}

/** A page without scripts, for reading and printing. */
function documentPage({ fanclub, member, made_at: madeAt, tables }: PersonDocument): string {
  const title = `What ${fanclub.name} knows about you`;
  const sections = Object.entries(tables).map(([name, table]) => tableSection(name, table));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapedHtml(title)}</title>
</head>
<body>
<h1>${escapedHtml(title)}</h1>
<p>Member ${member}, on ${escapedHtml(madeAt)}. Times are in UTC. Passwords and other secrets are left out.</p>
${sections.join('\n')}
</body>
</html>
`;
}

function tableSection(name: string, { rows, isCut }: ExportedTable): string {
  const items = rows.map((row) => {
    const facts = Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => `<dt>${escapedHtml(words(key))}</dt><dd>${escapedHtml(printed(value))}</dd>`);
    return `<dl>\n${facts.join('\n')}\n</dl>`;
  });
  const cut = isCut ? [`<p>Only the latest ${rows.length} are listed.</p>`] : [];
  return [`<h2>${escapedHtml(words(name))}</h2>`, ...cut, ...items].join('\n');
}

const words = (name: string): string => name.replaceAll('_', ' ');

const printed = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
