import { humanDate, localDate } from '#libs/format';
import { faultsOf } from '#libs/validation';
import type { FieldErrors } from '#libs/envelope';
import { type PublishedPlan, seasonEndOf } from '#domains/plans';
import type { BoughtCode } from '#domains/redeem-codes';
import type { GiftFields, GiftMailFields } from './dto/gift.fields';

/** What a card prints besides plan and code. */
export interface CardTexts {
  /** Null: unknown. */
  readonly recipient: string | null;
  /** Null: unknown. */
  readonly sender: string | null;
  /** Null: none. */
  readonly message: string | null;
}

export const NO_TEXTS: CardTexts = { recipient: null, sender: null, message: null };

/** The mail to the recipient. Both null: the buyer gives the card. */
export interface GiftMail {
  readonly email: string | null;
  /** A day `YYYY-MM-DD` in the fan club's time zone. */
  readonly mailOn: string | null;
}

/**
 * `ordered`: not paid. `disputed`: the buyer disputes the payment, so nobody can redeem the gift until that is decided. `redeeming`: an order
 * that waits for the payment of its shipping has the code.
 */
export const GIFT_STATES = ['ordered', 'ready', 'disputed', 'redeeming', 'redeemed', 'void'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** @param code null: the order is not paid */
export function stateOf(code: Pick<BoughtCode, 'isVoid' | 'isDisputed' | 'held' | 'used'> | null): GiftState {
  if (code === null) return 'ordered';
  if (code.used > 0) return 'redeemed';
  if (code.held > 0) return 'redeeming';
  if (code.isVoid) return 'void';
  return code.isDisputed ? 'disputed' : 'ready';
}

/** What decides on which days a mail can go. */
export interface MailDays {
  readonly timeZone: string;
  readonly now: Date;
}

/** The texts of a card. @throws InvalidFields, also for the mail */
export function cardOf(fields: GiftFields, days: MailDays): CardTexts & GiftMail {
  const faults = faultsOf(fields);
  const mail = checkedMail(fields, faults, days);
  faults.throwIfAny();
  const { recipient_name: recipient = null, sender_name: sender = null, message = null } = fields;
  return { recipient, sender, message, ...mail };
}

/** @throws InvalidFields */
export function mailOf(fields: GiftMailFields, days: MailDays): GiftMail {
  const faults = faultsOf(fields);
  const mail = checkedMail(fields, faults, days);
  faults.throwIfAny();
  return mail;
}

/** Both fields are optional, but only together. */
const NEEDED = 'is needed to mail the gift card';

function checkedMail(
  { recipient_email: email = null, mail_day: mailOn = null }: GiftMailFields,
  faults: FieldErrors,
  { timeZone, now }: MailDays,
): GiftMail {
  if (email === null && mailOn !== null) faults.add('recipient_email', NEEDED);
  if (mailOn === null && email !== null) faults.add('mail_day', NEEDED);
  if (mailOn !== null && !faults.has('mail_day') && !isInReach(mailOn, localDate(now, timeZone)))
    faults.add('mail_day', 'must be today, or a day within a year');
  return { email: email?.trim() ?? null, mailOn };
}

/** What the code of a plan that ends with its season gives now and later (decision 83). Null: the same at any time. */
export function seasonNote(
  plan: Pick<PublishedPlan, 'duration' | 'salesPeriod'>,
  timeZone: string,
  now: Date,
): string | null {
  const end = seasonEndOf(plan);
  if (end === null) return null;
  const later = 'the membership of the next season, or one that is as long';
  return end <= now
    ? `The season ended on ${humanDate(end, timeZone)}. The code gives ${later}.`
    : `Until ${humanDate(end, timeZone)}, the code gives the rest of the season. Redeemed later, it gives ${later}.`;
}

/** Whether a day is today, or at most a year later. @param today a day `YYYY-MM-DD`, as `day` */
export function isInReach(day: string, today: string): boolean {
  const last = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return day >= today && day <= last;
}
