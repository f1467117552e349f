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
  'receipt',
  'refund_issued',
  'refund_failed',
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

/** The kinds about payments. Their links do not expire. */
export type PaymentMailKind = Extract<MailKind, 'receipt' | `refund_${string}`>;

export const isPaymentMail = (kind: MailKind): kind is PaymentMailKind =>
  kind === 'receipt' || kind.startsWith('refund_');

/** What a mail about a payment says. All texts are printed as they are. */
export interface PaymentFacts {
  /** The name of the plan. */
  readonly plan: string;
  /** What was paid or returned, `$24.99`. */
  readonly amount: string;
  /** The lines of a receipt, or of the news of a refund. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

/** Facts for trying a template; null for kinds that have none. */
export function sampleFacts(kind: MailKind): PaymentFacts | null {
  if (!isPaymentMail(kind)) return null;
  const rows = [
    { label: 'Receipt number', value: '17' },
    { label: 'Gold', value: '$24.99' },
    { label: 'Total', value: '$24.99' },
  ];
  return { plan: 'Gold', amount: '$24.99', rows };
}

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
  /** Only mails about payments have it. */
  payment?: PaymentFacts;
}

/** The part of a mail that its row keeps sealed. */
export type MailContent = Omit<MailToQueue, 'kind'>;
