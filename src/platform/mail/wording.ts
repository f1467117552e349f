import { type MailDeclaration, type MailKind, MAILS } from './mail-kinds';

/** The three texts of a mail, as Liquid templates; docs/mail.md lists their variables. */
export interface Wording {
  subject: string;
  text: string;
  html: string;
}

const GREETING = 'Hello{% if first_name %} {{ first_name }}{% endif %},';
const QUESTIONS = 'Questions? Write to {{ fanclub.support_email }}.';

const rowsAsText = (rows: string): string =>
  `{% for row in ${rows} %}{{ row.label }}: {{ row.value }}{% unless forloop.last %}\n{% endunless %}{% endfor %}`;
const rowsAsHtml = (rows: string): string =>
  `<table class="rows">{% for row in ${rows} %}\n<tr><td>{{ row.label }}</td><td class="sum">{{ row.value }}</td></tr>{% endfor %}\n</table>`;

const textOf = ({ before, rows, button, after }: MailDeclaration): string =>
  [
    GREETING,
    before,
    ...(rows === undefined ? [] : [rowsAsText(rows)]),
    `${button}:\n{{ link }}`,
    ...after,
    QUESTIONS,
    '{{ fanclub.name }}\n{{ fanclub.site_url }}',
  ]
    .join('\n\n')
    .concat('\n');

const paragraph = (content: string): string => `<p>${content}</p>`;

/** The part inside the layout, which has the styles of the classes: see mail-layout.ts. */
const htmlOf = ({ before, rows, button, after }: MailDeclaration): string =>
  [
    paragraph(GREETING),
    paragraph(before),
    ...(rows === undefined ? [] : [rowsAsHtml(rows)]),
    paragraph(`<a class="button" href="{{ link }}">${button}</a>`),
    '<p class="quiet">Or open this address: <a href="{{ link }}">{{ link }}</a></p>',
    ...after.map(paragraph),
    paragraph(
      'Questions? Write to <a href="mailto:{{ fanclub.support_email }}">{{ fanclub.support_email }}</a>.',
    ),
    paragraph('<a href="{{ fanclub.site_url }}">{{ fanclub.name }}</a>'),
  ].join('\n');

/** The texts of a kind for fan clubs without their own. */
export function defaultWording(kind: MailKind): Wording {
  const mail = MAILS.get(kind);
  return { subject: mail.subject, text: textOf(mail), html: htmlOf(mail) };
}

/** Texts of a fan club; null: the default. */
export type OwnWording = { readonly [Part in keyof Wording]: string | null };

/** The texts of a mail. A text without its own HTML is also sent as HTML, so that every reader sees the same words. */
export function wordingOf(kind: MailKind, { subject, text, html }: OwnWording): Wording {
  const usual = defaultWording(kind);
  return {
    subject: subject ?? usual.subject,
    text: text ?? usual.text,
    html: html ?? (text === null ? usual.html : htmlOfText(text)),
  };
}

const LINK = /^\{\{\s*link\s*\}\}$/;

/** Text templates as HTML: the same lines, with a link that can be clicked. */
function htmlOfText(text: string): string {
  const asHtml = (template: string): string =>
    template
      .split(/(\{\{[^]*?\}\}|\{%[^]*?%\})/)
      .map((part, n) => (n % 2 === 1 ? part : escaped(part)))
      .map((part) => (LINK.test(part) ? '<a href="{{ link }}">{{ link }}</a>' : part))
      .join('');
  return paragraph(asHtml(text.trim()));
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r?\n/g, '<br>\n');
