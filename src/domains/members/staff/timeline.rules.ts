import { isoUtc } from '#libs/format';
import type { AuditAction } from '#platform/staff';
import type { MemberFacts } from './members.queries';
import type { Happening } from './dto/member.answers';

/** Everything that happened to a member, the latest first. @param masked without the reasons that staff wrote, which may name persons */
export function timelineOf(facts: MemberFacts, masked: boolean): Happening[] {
  const { row, subscriptions, orders, entries, sessions, audits } = facts;
  const made: [at: Date, kind: string, text: string, by?: string][] = [
    [row.createdAt, 'member.created', 'Account created'],
  ];
  if (row.confirmedAt) made.push([row.confirmedAt, 'member.confirmed', 'E-mail address confirmed']);
  if (row.listsOptInChangedAt) {
    const choice = row.listsOptIn ? 'Opted in to news' : 'Opted out of news';
    made.push([row.listsOptInChangedAt, 'member.opt_in_changed', choice]);
  }
  for (const { planName, startDate, endDate, cancelled, updatedAt } of subscriptions) {
    made.push([startDate, 'membership.began', `${planName} begins`]);
    if (cancelled) made.push([updatedAt, 'membership.cancelled', `${planName} cancelled`]);
    else if (endDate) made.push([endDate, 'membership.ends', `${planName} ends`]);
  }
  for (const { id, planName, total, createdAt, paidAt, refundedAt, giftReason, shipDates } of orders) {
    const gift = giftReason === null ? '' : ', given';
    made.push([
      createdAt,
      'order.placed',
      `Order ${id}: ${planName}${gift}${total === null ? '' : `, ${total}`}`,
    ]);
    if (paidAt && giftReason === null) made.push([paidAt, 'order.paid', `Order ${id} completed`]);
    if (refundedAt) made.push([refundedAt, 'order.refunded', `Order ${id} refunded`]);
    for (const day of shipDates)
      made.push([new Date(`${day}T00:00:00Z`), 'parcel.shipped', `Parcel of order ${id} shipped`]);
  }
  for (const { contestName, enteredAt } of entries)
    made.push([enteredAt, 'contest.entered', `Entered ${contestName}`]);
  for (const { createdAt } of sessions) made.push([createdAt, 'session.opened', 'Logged in']);
  for (const { at, action, staffName, after } of audits) {
    const reason = typeof after?.reason === 'string' && !masked ? `: ${after.reason}` : '';
    const until = typeof after?.end_date === 'string' ? ` until ${after.end_date.slice(0, 10)}` : '';
    made.push([at, action, `${WORDS[action] ?? inWords(action)}${until}${reason}`, staffName ?? 'operator']);
  }
  return made
    .sort(([one], [other]) => other.getTime() - one.getTime())
    .map(([at, kind, text, by]) => ({ at: isoUtc(at), kind, text, ...(by !== undefined && { by }) }));
}

/** `Entry excluded` for `entry.excluded`. */
function inWords(action: string): string {
  const text = action.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What staff did, where the name of the action does not say it. */
const WORDS: Readonly<Record<string, string>> = {
  'member.changed': 'Corrected',
  'member.comped': 'Membership given',
  'member.extended': 'Membership extended',
  'member.cancelled': 'Membership cancelled',
  'member.locked': 'Locked to a plan',
  'member.unlocked': 'Plan lock removed',
  'member.blacklisted': 'Blacklisted',
  'member.unblacklisted': 'Removed from the blacklist',
  'member.confirmation_resent': 'Confirmation mail sent again',
  'member.email_proposed': 'Asked to confirm another e-mail address',
  'member.email_replaced': 'E-mail address changed',
  'member.plan_changed': 'Plan changed',
  'member.shipping_changed': 'Address or choices changed',
  'order.receipt_mailed': 'Receipt sent again',
  'member.password_mailed': 'Password mail sent',
  'member.sessions_ended': 'Logged out everywhere',
  'issue.mailed': 'Asked for what a parcel lacks',
  'parcel.shipped': 'Parcel marked shipped',
  'renewal.charged': 'Card charged for the renewal',
  'renewal.mailed': 'Mail about the renewal sent again',
  'renewal.resumed': 'Renewal resumed',
  'renewal.stopped': 'Renewal stopped',
} satisfies Partial<Record<AuditAction, string>>;
