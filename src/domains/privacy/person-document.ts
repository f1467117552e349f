import { escapedHtml } from '#libs/look';
import type { ExportedTable } from '#platform/erasure';

/** Whom a document is about: a member, or a contact who is none. */
export type DocumentSubject = { readonly member: number } | { readonly contact: number };

/** What a fan club knows of a person, by table of the database. */
export type PersonDocument = DocumentSubject & {
  readonly fanclub: { readonly id: number; readonly name: string };
  readonly made_at: string;
  readonly tables: Readonly<Record<string, ExportedTable>>;
};

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
  const name = `${subjectOf(document).join('-')}.${form}`;
  if (form === 'html') return { name, type: 'text/html; charset=utf-8', text: documentPage(document) };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return { name, type: 'application/json; charset=utf-8', text };
}

/** A page without scripts, for reading and printing. */
function documentPage(document: PersonDocument): string {
  const { fanclub, made_at: madeAt, tables } = document;
  const [kind, id] = subjectOf(document);
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
<p>${kind === 'member' ? 'Member' : 'Contact'} ${id}, on ${escapedHtml(madeAt)}. Times are in UTC. Passwords and other secrets are left out.</p>
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

const subjectOf = (document: DocumentSubject): [kind: 'member' | 'contact', id: number] =>
  'member' in document ? ['member', document.member] : ['contact', document.contact];
