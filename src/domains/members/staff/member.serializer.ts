import { isoUtc } from '#libs/format';
import { subscriptionState, type SubscriptionTerm } from '#platform/access';
import type { SentMailRow } from '#platform/mail';
import { initial, maskedEmail } from '#platform/staff';
import { addressShape } from '#domains/shipping';
import type { MemberFacts, MemberRow } from './members.queries';
import { timelineOf } from './timeline.rules';

/** The reader's view: `masked` has no names, addresses and birthdates. */
export type Audience = 'full' | 'masked';

const iso = (at: Date | null): string | null => at && isoUtc(at);

/** A member in a list. */
export function memberItem(row: MemberRow, audience: Audience) {
  return {
    id: row.id,
    ...identity(row, audience),
    ...membership(row),
    registered: row.registered,
    confirmed: row.confirmedAt !== null,
    blacklisted: row.blacklisted,
    invalid_email: row.invalidEmail,
    created_at: isoUtc(row.createdAt),
  };
}

function identity(row: MemberRow, audience: Audience) {
  if (audience === 'masked') {
    const [first_name, last_name] = [initial(row.firstName), initial(row.lastName)];
    return { email: maskedEmail(row.email), first_name, last_name, username: initial(row.username) };
  }
  return { email: row.email, first_name: row.firstName, last_name: row.lastName, username: row.username };
}

function membership({ planId, planName, endDate, trial, lapsed }: MemberRow) {
  return {
    state: planId === null ? 'none' : lapsed ? 'lapsed' : 'active',
    trial: trial ?? false,
    plan: planId === null ? null : { id: planId, name: planName },
    until: iso(endDate),
  };
}

/** The state of a subscription (contract 5.2). Staff also see whether an active one is lapsed, and an expired one was cancelled. */
function stateOfTerm(
  term: SubscriptionTerm,
  now: Date,
): 'pending' | 'active' | 'lapsed' | 'over' | 'cancelled' {
  const { status, lapsed } = subscriptionState(term, now);
  if (status === 'expired') return term.cancelled ? 'cancelled' : 'over';
  return lapsed ? 'lapsed' : status;
}

/** The fields of a member that staff can correct; their version is the ETag of a member. */
export function memberEditable(row: MemberRow) {
  return {
    first_name: row.firstName,
    last_name: row.lastName,
    birthdate: row.birthdate,
    username: row.username,
    invalid_email: row.invalidEmail,
  };
}

/** A mail that was sent to a member. */
export const mailItem = ({ id, kind, address, sentAt, hasText }: SentMailRow, audience: Audience) => ({
  id,
  kind,
  to: audience === 'masked' ? maskedEmail(address) : address,
  sent_at: isoUtc(sentAt),
  has_text: hasText,
});

/** A member's page. */
export function memberPage(facts: MemberFacts, audience: Audience, now: Date) {
  const { row, shipping } = facts;
  const masked = audience === 'masked';
  return {
    ...memberItem(row, audience),
    birthdate: masked ? null : row.birthdate,
    new_email: masked ? maskedEmail(row.newEmail) : row.newEmail,
    email_aliases: masked ? row.emailAliases.map(maskedEmail) : row.emailAliases,
    confirmed_at: iso(row.confirmedAt),
    lists_opt_in: row.listsOptIn,
    lists_opt_in_source: row.listsOptInSource,
    lists_opt_in_changed_at: iso(row.listsOptInChangedAt),
    auto_renewal_enabled: row.autoRenewalEnabled,
    locked_plan_id: row.lockedPlanId,
    renewals: row.renewals,
    erase_at: iso(row.eraseAt),
    erased_at: iso(row.erasedAt),
    merged_into: row.mergedInto,
    issues: facts.issues,
    notes: facts.notes,
    mails: facts.mails.map((one) => mailItem(one, audience)),
    subscriptions: facts.subscriptions.map((one) => ({
      id: one.id,
      plan: { id: one.planId, name: one.planName },
      start_date: isoUtc(one.startDate),
      end_date: iso(one.endDate),
      trial: one.trial,
      state: stateOfTerm(one, now),
      cancelled: one.cancelled,
    })),
    queued: facts.queued.map((one) => ({
      id: one.id,
      plan_name: one.planName,
      created_at: isoUtc(one.createdAt),
      end_date: isoUtc(one.endDate),
      processed_at: iso(one.processedAt),
    })),
    orders: facts.orders.map((one) => ({
      id: one.id,
      plan_name: one.planName,
      total: one.total,
      kind: one.giftReason === null ? 'sale' : 'comp',
      created_at: isoUtc(one.createdAt),
      paid_at: iso(one.paidAt),
      refunded_at: iso(one.refundedAt),
      parcels: one.parcels,
      ship_dates: one.shipDates,
    })),
    address: masked || !shipping.address ? null : addressShape(shipping.address),
    has_address: shipping.address !== null,
    options: shipping.options,
    entries: facts.entries.map((one) => ({
      id: one.id,
      contest: { id: one.contestId, name: one.contestName },
      entered_at: isoUtc(one.enteredAt),
      selected: one.selected,
      confirmed: one.confirmed,
      forfeited: one.forfeited,
    })),
    logins: facts.sessions.map((one) => ({
      id: one.id,
      created_at: isoUtc(one.createdAt),
      last_seen_at: isoUtc(one.lastSeenAt),
      over: one.revokedAt !== null || one.expiresAt <= now,
    })),
    timeline: timelineOf(facts, masked),
  };
}
