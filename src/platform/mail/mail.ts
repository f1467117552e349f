/** Every mail that the service sends. */
export const MAIL_KINDS = [
  'confirm_address',
  'confirm_new_address',
  'address_change_notice',
  'connection_notice',
  'reset_password',
  'confirm_contact',
] as const;

/** What a mail is about; the names under which templates are overridden. */
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail as its cause knows it. Wording and sender are added when it is sent. */
export interface MailToQueue {
  kind: MailKind;
  /** The address, as the person wrote it. */
  to: string;
  /** Null where the name is not known; the mail then greets without one. */
  firstName: string | null;
  /** The one link of the mail, printed exactly like this. */
  link: string;
}

/** The part of a mail that its row keeps sealed. */
export type MailContent = Omit<MailToQueue, 'kind'>;
