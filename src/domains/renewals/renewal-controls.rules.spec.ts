import { DEFAULT_RENEWAL_DAYS } from '#platform/tenants';
import { chargeRefusal, controlsOf, resumption, stopRefusal } from './renewal-controls.rules';
import { repeatedMail } from './renewal-mail.rules';
import type { Circumstances, RenewalFacts } from './renewal.rules';
import { RENEWAL_STATES } from './renewal.entity';

const NOW = new Date('2026-06-15T12:00:00Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

/** Declined once, announced for two weeks ago, to be tried again tomorrow. */
const WAITING: RenewalFacts = {
  ...{
    kind: 'season',
    state: 'waiting',
    automatic: true,
    nextAt: inDays(1),
    planId: 7,
    chargeAt: inDays(-2),
  },
  ...{ tries: 1, triedAt: inDays(-2), announcedTotal: '50.00', country: null, reason: null },
};

const USUAL: Circumstances = {
  ...{ end: inDays(30), extendedUntil: null, isPresent: true, isCancelled: false, isRenewed: false },
  ...{ hasNext: false, wantsAutomatic: true, cardSince: inDays(-20), country: null, isDisputed: false },
  ...{ price: { total: '50.00' }, target: 7, soldUntil: null, order: 'open', attempt: null, isBuying: false },
  days: DEFAULT_RENEWAL_DAYS,
};

describe('a charge by staff', () => {
  it('is possible between two tries, and on the announced day', () => {
    expect(chargeRefusal(WAITING, USUAL, NOW)).toBeNull();
    expect(chargeRefusal({ ...WAITING, state: 'announced', chargeAt: NOW }, USUAL, NOW)).toBeNull();
  });

  it('is possible if the member cancelled an order before the first charge', () => {
    const first = { ...WAITING, state: 'announced', chargeAt: NOW, tries: 0 } as const;
    const cancelled = { ...USUAL, order: 'cancelled' } as const;
    expect(chargeRefusal(first, cancelled, NOW)).toBeNull();
    expect(chargeRefusal({ ...first, tries: 1 }, cancelled, NOW)).toBe('opted_out');
  });

  it('is never made before the announced day, or in a state without a charge to come', () => {
    const early = { ...WAITING, state: 'announced', chargeAt: inDays(1) } as const;
    expect(chargeRefusal(early, USUAL, NOW)).toBe('state');
    const others = RENEWAL_STATES.filter((state) => state !== 'announced' && state !== 'waiting');
    for (const state of others)
      expect([state, chargeRefusal({ ...WAITING, state }, USUAL, NOW)]).toEqual([state, 'state']);
    expect(chargeRefusal({ ...WAITING, automatic: false }, USUAL, NOW)).toBe('state');
  });

  it.each<[string, Partial<Circumstances>, string]>([
    ['the member renewed', { isRenewed: true }, 'not_present'],
    ['the membership ended', { isPresent: false }, 'not_present'],
    ['another membership follows', { hasNext: true }, 'not_present'],
    ['the member turned it off', { wantsAutomatic: false }, 'opted_out'],
    ['the member cancelled the order', { order: 'cancelled' }, 'opted_out'],
    ['there is no card', { cardSince: null }, 'no_card'],
    ['the member is at the checkout', { isBuying: true }, 'buying'],
    ['nothing is sold', { price: 'plan_unavailable' }, 'nothing_sold'],
    ['the price is above the announced one', { price: { total: '50.01' } }, 'not_announced'],
    ['another plan follows', { order: null, target: 8 }, 'not_announced'],
    ['it costs nothing', { price: { total: '0.00' } }, 'not_announced'],
  ])('is refused if %s', (_, change, refusal) => {
    expect(chargeRefusal(WAITING, { ...USUAL, ...change }, NOW)).toBe(refusal);
  });
});

describe('a renewal that staff stopped', () => {
  const stopped = { ...WAITING, state: 'stopped', reason: 'staff' } as const;

  it('goes on as announced before the announced day, and with a new notice after it', () => {
    const early = { ...stopped, chargeAt: inDays(3) };
    expect(resumption(early, USUAL, NOW)).toEqual({ act: 'resume' });
    expect(resumption(stopped, USUAL, NOW)).toMatchObject({ act: 'announce' });
  });

  it('stays stopped for a member who turned it off meanwhile, or without time for a notice', () => {
    expect(resumption(stopped, { ...USUAL, wantsAutomatic: false }, NOW)).toBe('opted_out');
    expect(resumption(stopped, { ...USUAL, cardSince: null }, NOW)).toBe('no_card');
    expect(resumption(stopped, { ...USUAL, price: 'cap' }, NOW)).toBe('nothing_sold');
    expect(resumption(stopped, { ...USUAL, isPresent: false }, NOW)).toBe('not_present');
    expect(resumption(stopped, { ...USUAL, end: inDays(3) }, NOW)).toBe('late');
  });

  it('is not announced again after four tries, or for a card that its bank refused for good', () => {
    expect(resumption({ ...stopped, tries: 4 }, USUAL, NOW)).toBe('tried');
    const refused = { ...USUAL, attempt: { state: 'failed', advice: 'new_card', failure: 'x' } } as const;
    expect(resumption(stopped, refused, NOW)).toBe('declined');
    expect(resumption(stopped, { ...refused, cardSince: inDays(-1) }, NOW)).toMatchObject({
      act: 'announce',
    });
  });

  it('is the only one that staff resume: a member’s own stop is the member’s', () => {
    expect(resumption({ ...stopped, reason: 'opted_out' }, USUAL, NOW)).toBe('state');
    expect(resumption(WAITING, USUAL, NOW)).toBe('state');
  });
});

it('staff stop what is present and not renewed yet', () => {
  expect(stopRefusal(WAITING, USUAL, NOW)).toBeNull();
  expect(stopRefusal(WAITING, { ...USUAL, isRenewed: true }, NOW)).toBe('not_present');
  expect(stopRefusal(WAITING, { ...USUAL, isPresent: false }, NOW)).toBe('not_present');
  expect(stopRefusal({ ...WAITING, state: 'charging' }, USUAL, NOW)).toBe('state');
});

describe('a mail that is sent again', () => {
  it('names the day on which a charge that waits is made', () => {
    const late = { ...WAITING, state: 'announced' } as const;
    expect(repeatedMail(late, USUAL)).toMatchObject({ kind: 'renewal_announced', day: inDays(1) });
  });

  it('tells of a failed payment only after a decline for now', () => {
    const after = (advice: 'retry' | 'new_card') =>
      repeatedMail(WAITING, { ...USUAL, attempt: { state: 'failed', advice, failure: 'x' } });
    expect(after('retry')).toMatchObject({ kind: 'payment_failed', day: inDays(1) });
    expect([after('new_card'), repeatedMail(WAITING, USUAL)]).toEqual([null, null]);
  });
});

it('the controls of each state', () => {
  const of = (change: Partial<RenewalFacts>) => controlsOf({ ...WAITING, ...change }, NOW);
  expect(of({ state: 'planned', automatic: false, chargeAt: null })).toEqual(['stop']);
  expect(of({ state: 'announced', chargeAt: inDays(5) })).toEqual(['stop', 'mail']);
  expect(of({ state: 'announced', chargeAt: NOW })).toEqual(['stop', 'charge', 'mail']);
  expect(of({ state: 'charging' })).toEqual([]);
  expect(of({ state: 'waiting' })).toEqual(['stop', 'charge', 'mail']);
  expect(of({ state: 'waiting', tries: 0 })).toEqual(['stop', 'charge']);
  expect(of({ state: 'action_needed' })).toEqual(['stop', 'mail']);
  expect(of({ state: 'stopped', reason: 'staff' })).toEqual(['resume', 'mail']);
  expect(of({ state: 'stopped', reason: 'opted_out' })).toEqual(['mail']);
  expect(of({ state: 'stopped', reason: 'continued' })).toEqual([]);
  expect(of({ state: 'given_up' })).toEqual(['mail']);
  expect(of({ state: 'given_up', automatic: false })).toEqual([]);
  expect(of({ state: 'done' })).toEqual([]);
});
