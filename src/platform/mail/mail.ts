/** All kinds of mails that the service sends. */
export const MAIL_KINDS = [
  'confirm_address',
  'confirm_new_address',
  'address_change_notice',
  'connection_notice',
  'reset_password',
  'confirm_contact',
  'parcel_shipped',
  'parcel_needs_address',
  'parcel_needs_option',
  'staff_invitation',
  'staff_reset',
  'staff_reset_notice',
] as const;

/** The names under which templates are overridden. */
export type MailKind = (typeof MAIL_KINDS)[number];

/** The kinds that go to the staff of a fan club. */
export type StaffMailKind = Extract<MailKind, `staff_${string}`>;

/** The kinds about parcels. Their links do not expire. */
export type ParcelMailKind = Extract<MailKind, `parcel_${string}`>;

export const isParcelMail = (kind: MailKind): kind is ParcelMailKind => kind.startsWith('parcel_');

export const isStaffMail = (kind: MailKind): kind is StaffMailKind => kind.startsWith('staff_');

/** An object with a value for each kind. */
export function forEachKind<T>(valueOf: (kind: MailKind) => T): Record<MailKind, T> {
  return Object.fromEntries(MAIL_KINDS.map((kind) => [kind, valueOf(kind)])) as Record<MailKind, T>;
}

/** A mail to queue. Wording and sender are added when it is sent. */
export interface MailToQueue {
  kind: MailKind;
  /** The address, as the person wrote it. */
  to: string;
  /** Null if unknown; the mail then greets without a name. */
  firstName: string | null;
  /** The only link of the mail, printed unchanged. */
  link: string;
}

/** The part of a mail that its row keeps sealed. */
export type MailContent = Omit<MailToQueue, 'kind'>;
