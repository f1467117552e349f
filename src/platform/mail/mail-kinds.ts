import { Declared } from '#libs/declared';
import type { Statements } from '#platform/database';

/** A kind of mail. Its texts are Liquid templates in the words of the service; docs/mail.md lists their variables. */
export interface MailDeclaration {
  readonly subject: string;
  /** The paragraph after the greeting. */
  readonly before: string;
  /** The variable whose rows follow as a table, each with `label` and `value`: `payment.rows`. */
  readonly rows?: string;
  /** The label of the link. */
  readonly button: string;
  /** The paragraphs after the link. */
  readonly after: readonly string[];
  /** Seconds for which the link works; absent: it does not expire. */
  readonly lifetime?: number;
  /** It goes to staff, so fan clubs cannot change its texts. */
  readonly toStaff?: true;
  /** Its text has a code that works for anybody who reads it, so the text is not kept once it is sent. */
  readonly hasCode?: true;
  /** A text of the sample without which the mail is of no use, such as its code. A fan club's own texts must print it. */
  readonly prints?: string;
  /** The variables that only this kind has, with values for trying a template. `Mails.queue` takes them with these types. */
  readonly sample?: Readonly<Record<string, object>>;
  /** Asked before each attempt. False: what the mail says no longer holds, so it is not sent. */
  readonly isCurrent?: (db: Statements, fanclub: number, content: MailContent) => Promise<boolean>;
}

/** All kinds of mails, by name. Every file with {@link declareMails} adds its own. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is filled by declaration merging
export interface MailKinds {}

/** The names under which templates are overridden. */
export type MailKind = keyof MailKinds;

export const MAILS = new Declared<MailKind, MailDeclaration>('mail');

/**
 * Declares the mails of a domain, in `<domain>.mails.ts`.
 *
 *     export const mails = declareMails({ reset_password: { subject: 'Choose a new password for {{ fanclub.name }}', … } });
 *
 *     declare module '#platform/mail' {
 *       interface MailKinds extends Readonly<typeof mails> {}
 *     }
 *
 * @throws Error if a kind is declared already
 */
export function declareMails<const M extends Readonly<Record<string, MailDeclaration>>>(mails: M): M {
  MAILS.add(mails);
  return mails;
}

/** An object with a value for each kind. */
export function forEachKind<T>(valueOf: (kind: MailKind) => T): Record<MailKind, T> {
  return Object.fromEntries(MAILS.names().map((kind) => [kind, valueOf(kind)])) as Record<MailKind, T>;
}

/** The kinds without variables of their own. */
export type PlainMailKind = {
  [K in MailKind]: MailKinds[K] extends { readonly sample: object } ? never : K;
}[MailKind];

/** The part of a mail that its row keeps sealed, with the variables of its kind. */
export interface MailContent {
  /** The address, as the person wrote it. */
  readonly to: string;
  /** Null if unknown; the mail then greets without a name. */
  readonly firstName: string | null;
  /** The only link of the mail, printed unchanged. */
  readonly link: string;
  /** The id of what the mail is about, for {@link MailDeclaration.isCurrent}. No variable of templates. Absent in samples. */
  readonly about?: number;
}

type WithVariables = {
  [K in MailKind]: MailKinds[K] extends { readonly sample: infer Variables }
    ? MailContent & { readonly kind: K } & Variables
    : never;
}[MailKind];

/** A mail to queue. Wording and sender are added when it is sent. */
export type MailToQueue = (MailContent & { readonly kind: PlainMailKind }) | WithVariables;

/** The variables of the kinds: these, and null for those of other kinds, so that a template may ask for any. */
export function allVariables(own: Readonly<Record<string, object>>): Readonly<Record<string, object | null>> {
  const names = MAILS.names().flatMap((kind) => Object.keys(MAILS.get(kind).sample ?? {}));
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...own };
}
