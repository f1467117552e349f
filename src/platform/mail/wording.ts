import { forEachKind, type MailKind } from './mail';

/** The three texts of a mail, as Liquid templates; docs/mail.md lists their variables. */
export interface Wording {
  subject: string;
  text: string;
  html: string;
}

/** The parts of the texts that differ between kinds. */
interface Message {
  subject: string;
  before: string;
  /** Whether the rows of the payment follow. */
  rows?: true;
  button: string;
  after: readonly string[];
}

const GREETING = 'Hello{% if first_name %} {{ first_name }}{% endif %},';
const QUESTIONS = 'Questions? Write to {{ fanclub.support_email }}.';

const MESSAGES: Readonly<Record<MailKind, Message>> = {
  confirm_address: {
    subject: 'Confirm your e-mail address for {{ fanclub.name }}',
    before: 'Welcome to {{ fanclub.name }}! Please confirm that this is your e-mail address.',
    button: 'Confirm my address',
    after: [
      'The link works for {{ expires }}.',
      'If you did not sign up, you need not do anything: without your confirmation nobody can use this address.',
    ],
  },
  confirm_new_address: {
    subject: 'Confirm your new e-mail address for {{ fanclub.name }}',
    before:
      'Please confirm that your account at {{ fanclub.name }} is to use this e-mail address from now on.',
    button: 'Use this address',
    after: [
      'The link works for {{ expires }}. Until you confirm, your old address stays in use.',
      'If you did not ask for this, you need not do anything.',
    ],
  },
  address_change_notice: {
    subject: 'Your e-mail address at {{ fanclub.name }} is about to change',
    before:
      'Somebody who is logged in to your account at {{ fanclub.name }} asked to change its e-mail address. If it was you, you need not do anything. If it was not, take your account back: it keeps this address, you choose a new password, and everybody else is logged out.',
    button: 'Take my account back',
    after: ['The link works for {{ expires }}, and once, also after the address has been changed.'],
  },
  connection_notice: {
    subject: 'A social account was connected to your account at {{ fanclub.name }}',
    before:
      'Somebody who is logged in to your account at {{ fanclub.name }} connected a social account to it, and can now log in with that. If it was you, you need not do anything. If it was not, take your account back: all connections are removed, you choose a new password, and everybody else is logged out.',
    button: 'Take my account back',
    after: ['The link works for {{ expires }}, and once.'],
  },
  reset_password: {
    subject: 'Choose a new password for {{ fanclub.name }}',
    before: 'Somebody, probably you, asked for a new password for your account at {{ fanclub.name }}.',
    button: 'Choose a new password',
    after: [
      'The link works for {{ expires }}, and once.',
      'If you did not ask for this, you need not do anything: your password stays as it is.',
    ],
  },
  confirm_contact: {
    subject: 'Confirm that you want to hear from {{ fanclub.name }}',
    before:
      'Thank you for your interest in {{ fanclub.name }}! Please confirm that you want to hear from us.',
    button: 'Yes, keep me posted',
    after: [
      'The link works for {{ expires }}.',
      'If you did not sign up, you need not do anything: you will not hear from us again.',
    ],
  },
  parcel_shipped: {
    subject: 'Your parcel from {{ fanclub.name }} is on its way',
    before: 'Good news: your parcel from {{ fanclub.name }} was sent.',
    button: 'See where it is',
    after: ['Parcels may take some days to appear at the carrier.'],
  },
  parcel_needs_address: {
    subject: 'Where may {{ fanclub.name }} send your parcel?',
    before:
      'A parcel for you is ready at {{ fanclub.name }}, but we do not know your address yet. Please log in and enter it.',
    button: 'Enter my address',
    after: ['We send the parcel when we have the address.'],
  },
  parcel_needs_option: {
    subject: 'One choice is missing for your parcel from {{ fanclub.name }}',
    before:
      'A parcel for you is waiting at {{ fanclub.name }}: please log in and choose what is still open, such as a size.',
    button: 'Make my choice',
    after: ['We send the parcel when you have chosen.'],
  },
  receipt: {
    subject: 'Your receipt from {{ fanclub.name }}',
    before: 'Thank you! Your payment of {{ payment.amount }} has arrived. This is your receipt.',
    rows: true,
    button: 'See my order',
    after: ['Please keep this mail for your records.'],
  },
  refund_issued: {
    subject: 'Your refund from {{ fanclub.name }}',
    before: '{{ fanclub.name }} has returned {{ payment.amount }} to your card.',
    rows: true,
    button: 'See my order',
    after: ['Your bank may take some days to show it.'],
  },
  refund_failed: {
    subject: 'Your refund from {{ fanclub.name }} did not arrive',
    before:
      'We wrote to you that {{ payment.amount }} was returned to your card. Your bank has refused it, so the money is still with us.',
    rows: true,
    button: 'See my order',
    after: ['We will look for another way to return it. You can also write to us.'],
  },
  staff_invitation: {
    subject: 'Join the staff of {{ fanclub.name }}',
    before: 'You are invited to work on {{ fanclub.name }}. Set up how you log in, and you can start.',
    button: 'Join the staff',
    after: [
      'The link works for {{ expires }}, and once. Do not pass it on: whoever opens it first gets your access.',
      'If you do not know why you got this mail, you need not do anything.',
    ],
  },
  staff_reset: {
    subject: 'Set up again how you log in to {{ fanclub.name }}',
    before:
      'An owner of {{ fanclub.name }} has reset how you log in as staff. Your old passkeys and codes no longer work.',
    button: 'Set up my log-in',
    after: [
      'The link works for {{ expires }}, and once.',
      'If you did not ask for this, tell an owner of the fan club.',
    ],
  },
  staff_reset_notice: {
    subject: 'You reset how somebody logs in to {{ fanclub.name }}',
    before:
      'As an owner of {{ fanclub.name }} you reset how one of its staff logs in. The person was logged out and got a mail to set it up again.',
    button: 'See who works here',
    after: ['If it was not you, somebody else uses your access: end your other sessions under "My account".'],
  },
};

const ROWS_AS_TEXT =
  '{% for row in payment.rows %}{{ row.label }}: {{ row.value }}{% unless forloop.last %}\n{% endunless %}{% endfor %}';
const ROWS_AS_HTML =
  '<table class="rows">{% for row in payment.rows %}\n<tr><td>{{ row.label }}</td><td class="sum">{{ row.value }}</td></tr>{% endfor %}\n</table>';

const textOf = ({ before, rows, button, after }: Message): string =>
  [
    GREETING,
    before,
    ...(rows ? [ROWS_AS_TEXT] : []),
    `${button}:\n{{ link }}`,
    ...after,
    QUESTIONS,
    '{{ fanclub.name }}\n{{ fanclub.site_url }}',
  ]
    .join('\n\n')
    .concat('\n');

const paragraph = (content: string): string => `<p>${content}</p>`;

/** The part inside the layout, which has the styles of the classes: see mail-layout.ts. */
const htmlOf = ({ before, rows, button, after }: Message): string =>
  [
    paragraph(GREETING),
    paragraph(before),
    ...(rows ? [ROWS_AS_HTML] : []),
    paragraph(`<a class="button" href="{{ link }}">${button}</a>`),
    '<p class="quiet">Or open this address: <a href="{{ link }}">{{ link }}</a></p>',
    ...after.map(paragraph),
    paragraph(
      'Questions? Write to <a href="mailto:{{ fanclub.support_email }}">{{ fanclub.support_email }}</a>.',
    ),
    paragraph('<a href="{{ fanclub.site_url }}">{{ fanclub.name }}</a>'),
  ].join('\n');

/** The texts of fan clubs without their own. */
export const DEFAULT_WORDING: Readonly<Record<MailKind, Wording>> = forEachKind((kind) => ({
  subject: MESSAGES[kind].subject,
  text: textOf(MESSAGES[kind]),
  html: htmlOf(MESSAGES[kind]),
}));

/** Texts of a fan club; null: none of its own. */
export type OwnWording = { readonly [Part in keyof Wording]: string | null };

/** The texts of a mail. A text without HTML of its own is also sent as HTML, so that every reader sees the same words. */
export function wordingOf(kind: MailKind, { subject, text, html }: OwnWording): Wording {
  const usual = DEFAULT_WORDING[kind];
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
