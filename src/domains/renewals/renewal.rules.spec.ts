import fc from 'fast-check';
import { DEFAULT_RENEWAL_DAYS } from '#platform/tenants';
import type { RenewalState } from './renewal.entity';
import { type Circumstances, type Decision, decide, endOf, type RenewalFacts } from './renewal.rules';
import { NEXT_STATES, STOP_REASONS } from './renewal.states';

const DAY = 86_400_000;
const NOW = new Date('2026-06-15T12:00:00Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY);

const renewal = (facts: Partial<RenewalFacts> = {}): RenewalFacts => ({
  kind: 'season',
  state: 'announced',
  automatic: true,
  nextAt: NOW,
  planId: 1,
  chargeAt: NOW,
  tries: 0,
  triedAt: null,
  announcedTotal: '24.99',
  country: null,
  reason: null,
  ...facts,
});
const being = (facts: Partial<Circumstances> = {}): Circumstances => ({
  end: inDays(40),
  extendedUntil: null,
  isPresent: true,
  isCancelled: false,
  isRenewed: false,
  hasNext: false,
  wantsAutomatic: true,
  cardSince: inDays(-30),
  country: null,
  isDisputed: false,
  price: { total: '24.99' },
  target: 1,
  soldUntil: null,
  order: null,
  attempt: null,
  isBuying: false,
  days: DEFAULT_RENEWAL_DAYS,
  ...facts,
});
const failed = (advice: 'retry' | 'new_card' | 'authenticate' | 'none') =>
  ({ state: 'failed', advice, failure: 'code' }) as const;

describe('a renewal that is due', () => {
  it.each([
    ['is charged', {}, { act: 'charge' }],
    [
      'is not charged above what was announced',
      { price: { total: '25.00' } },
      { act: 'announce', chargeAt: inDays(14) },
    ],
    [
      'is not charged if its price rose too late',
      { price: { total: '25.00' }, end: inDays(3) },
      { act: 'ask', reason: 'price_rose' },
    ],
    [
      'waits while the member is at the checkout',
      { isBuying: true },
      { act: 'wait', nextAt: inDays(1 / 24) },
    ],
    [
      'announces another plan than the announced one',
      { target: 2 },
      { act: 'announce', chargeAt: inDays(14) },
    ],
    [
      'asks if another plan follows too late',
      { target: 2, end: inDays(3) },
      { act: 'ask', reason: 'plan_changed' },
    ],
    [
      'asks for no card if another plan follows',
      { target: 2, cardSince: null },
      { act: 'ask', reason: 'plan_changed' },
    ],
    ['keeps the plan of its order', { target: 2, order: 'open' }, { act: 'charge' }],
    [
      'is announced for a day on which its plan is sold',
      { price: { total: '25.00' }, soldUntil: inDays(7) },
      { act: 'announce', chargeAt: inDays((7 * 14) / 31) },
    ],
    [
      'asks if its plan is not sold after another notice',
      { price: { total: '25.00' }, soldUntil: inDays(3) },
      { act: 'ask', reason: 'price_rose' },
    ],
    ['stops if it costs nothing', { price: { total: '0.00' } }, { act: 'stop', reason: 'free' }],
    [
      'waits for a plan that cannot be bought now',
      { price: 'plan_unavailable' },
      { act: 'wait', nextAt: inDays(1) },
    ],
    [
      'stops if the plan cannot be bought while there is time',
      { price: 'plan_unavailable', end: inDays(1) },
      { act: 'stop', reason: 'plan_unavailable' },
    ],
    ['stops if nothing can be bought', { price: 'cap' }, { act: 'stop', reason: 'cap' }],
    ['is charged by another order if the first was cancelled', { order: 'cancelled' }, { act: 'charge' }],
    ['stops without consent', { wantsAutomatic: false }, { act: 'stop', reason: 'opted_out' }],
    [
      'names the moved member',
      { wantsAutomatic: false, country: 'DE' },
      { act: 'stop', reason: 'country_changed' },
    ],
    [
      'names the removed card',
      { wantsAutomatic: false, cardSince: null },
      { act: 'stop', reason: 'card_removed' },
    ],
    ['names the dispute', { wantsAutomatic: false, isDisputed: true }, { act: 'stop', reason: 'disputed' }],
    ['needs a card', { cardSince: null }, { act: 'ask', reason: 'no_card' }],
    ['is done if it was paid by hand', { isRenewed: true, wantsAutomatic: false }, { act: 'done' }],
    [
      'stops if the membership was replaced',
      { isPresent: false, isCancelled: true },
      { act: 'stop', reason: 'cancelled' },
    ],
    [
      'stops if the member has the next membership already',
      { hasNext: true },
      { act: 'stop', reason: 'continued' },
    ],
    ['is given up if the membership is over', { isPresent: false }, { act: 'give_up', isMissed: true }],
  ] as const)('%s', (_, facts, decision) => {
    expect(decide(renewal(), being(facts), NOW)).toEqual(decision);
  });

  it('is not charged before its day', () => {
    const nextAt = inDays(1);
    expect(decide(renewal({ nextAt }), being(), NOW)).toEqual({ act: 'wait', nextAt });
  });
});

describe('a charge', () => {
  const after = (attempt: Circumstances['attempt'], tries = 0) =>
    decide(renewal({ state: 'charging', tries }), being({ attempt }), NOW);

  it.each([
    [
      'that is declined softly is repeated',
      failed('retry'),
      0,
      { act: 'repeat', nextAt: inDays(3), isDeclined: true },
    ],
    [
      'that is declined softly for the last time ends it',
      failed('retry'),
      3,
      { act: 'give_up', isMissed: true },
    ],
    [
      'whose money was returned ends it without a word',
      { state: 'succeeded', advice: null, failure: null },
      0,
      { act: 'give_up', isMissed: false },
    ],
    ['that is declined for good asks', failed('new_card'), 0, { act: 'ask', reason: 'declined' }],
    ['of a stolen card asks', failed('none'), 0, { act: 'ask', reason: 'declined' }],
    [
      'that the bank wants confirmed asks',
      failed('authenticate'),
      0,
      { act: 'ask', reason: 'authentication' },
    ],
    [
      'without an answer waits',
      { state: 'unknown', advice: null, failure: null },
      0,
      { act: 'wait', nextAt: inDays(1 / 1440) },
    ],
    [
      'that was lost is repeated at once',
      { state: 'cancelled', advice: null, failure: null },
      0,
      { act: 'repeat', nextAt: NOW, isDeclined: false },
    ],
    [
      'that the account refused is repeated a day later',
      { state: 'cancelled', advice: 'retry', failure: 'wrong_key' },
      0,
      { act: 'repeat', nextAt: inDays(1), isDeclined: false },
    ],
  ] as const)('%s', (_, attempt, tries, decision) => {
    expect(after(attempt, tries)).toEqual(decision);
  });
});

it.each([
  ['turned automatic renewal off', { wantsAutomatic: false }, { act: 'stop', reason: 'opted_out' }],
  ['has the next membership', { hasNext: true }, { act: 'stop', reason: 'continued' }],
  ['has another membership', { isPresent: false, isCancelled: true }, { act: 'stop', reason: 'cancelled' }],
] as const)('a charge that is declined after the member %s stops the renewal', (_, facts, decision) => {
  const of = being({ ...facts, attempt: failed('retry') });
  expect(decide(renewal({ state: 'charging' }), of, NOW)).toEqual(decision);
});

describe('a renewal that waits for its member', () => {
  const asked = (facts: Partial<RenewalFacts>, of: Partial<Circumstances> = {}) =>
    decide(renewal({ state: 'action_needed', ...facts }), being({ order: 'open', ...of }), NOW);
  const charged = { act: 'repeat', nextAt: NOW, isDeclined: false };
  const waits = { act: 'wait', nextAt: inDays(40) };

  it.each([
    ['a new card after a decline', { reason: 'declined', triedAt: inDays(-31) }, {}, charged],
    ['not the declined card again', { reason: 'declined', triedAt: inDays(-29) }, {}, waits],
    ['the first card, though nothing was tried', { reason: 'no_card' }, {}, charged],
    ['no card if the price rose', { reason: 'price_rose', triedAt: inDays(-31) }, {}, waits],
    ['no card above what was announced', { reason: 'no_card' }, { price: { total: '25.00' } }, waits],
    ['no card of four tries', { reason: 'declined', triedAt: inDays(-31), tries: 4 }, {}, waits],
  ] as const)('charges %s', (_, facts, of, decision) => {
    expect(asked(facts, of)).toEqual(decision);
  });
});

it.each(['plan_unavailable', 'address_missing', 'continued'])(
  'a renewal that stopped as %s is announced again when that is over',
  (reason) => {
    const row = renewal({ state: 'stopped', reason, chargeAt: inDays(-1) });
    expect(decide(row, being(), NOW)).toEqual({ act: 'announce', chargeAt: inDays(14) });
  },
);

describe('a member who turns automatic renewal off and on', () => {
  const after = (facts: Partial<RenewalFacts>, advice: 'retry' | 'new_card' | 'authenticate') =>
    decide(
      renewal({ state: 'stopped', reason: 'opted_out', tries: 1, chargeAt: inDays(-1), ...facts }),
      being({ attempt: failed(advice) }),
      NOW,
    ).act;

  it.each([
    ['is announced a charge after a decline for now', { triedAt: inDays(-1) }, 'retry', 'announce'],
    [
      'is not charged again with a card that was refused for good',
      { triedAt: inDays(-1) },
      'new_card',
      'wait',
    ],
    ['nor with one whose bank asks', { triedAt: inDays(-1) }, 'authenticate', 'wait'],
    ['is announced a charge of a newer card', { triedAt: inDays(-31) }, 'new_card', 'announce'],
    ['is not announced a fifth try', { triedAt: inDays(-31), tries: 4 }, 'retry', 'wait'],
  ] as const)('%s', (_, facts, advice, act) => {
    expect(after({ nextAt: inDays(1), ...facts }, advice)).toBe(act);
  });
});

it('a member without an address did not move to another country', () => {
  const of = being({ wantsAutomatic: false, country: null });
  expect(decide(renewal({ country: 'US' }), of, NOW)).toEqual({ act: 'stop', reason: 'opted_out' });
});

describe('a renewal that begins', () => {
  const begins = (facts: Partial<Circumstances>, kind: RenewalFacts['kind'] = 'season') =>
    decide(
      renewal({ kind, state: 'planned', automatic: false, chargeAt: null, announcedTotal: null }),
      being(facts),
      NOW,
    );

  it.each([
    [
      'is announced to members with card and consent',
      {},
      'season',
      { act: 'announce', chargeAt: inDays(14) },
    ],
    ['invites others', { wantsAutomatic: false }, 'season', { act: 'invite', nextAt: inDays(33) }],
    [
      'invites those for whom a notice would be too late',
      { end: inDays(3) },
      'season',
      { act: 'invite', nextAt: inDays(3) },
    ],
    [
      'invites to what costs nothing',
      { price: { total: '0.00' } },
      'season',
      { act: 'invite', nextAt: inDays(33) },
    ],
    [
      'waits for the plans of the new season',
      { price: 'plan_unavailable' },
      'season',
      { act: 'wait', nextAt: inDays(1) },
    ],
    [
      'stops without a plan to follow',
      { price: 'plan_unavailable' },
      'term',
      { act: 'stop', reason: 'plan_unavailable' },
    ],
    [
      'asks for a card, since visitors cannot renew a plan without season',
      { cardSince: null },
      'term',
      { act: 'ask', reason: 'no_card' },
    ],
    ['asks if a notice would be too late', { end: inDays(3) }, 'term', { act: 'ask', reason: 'late' }],
    [
      'says nothing to those who do not want it',
      { wantsAutomatic: false },
      'term',
      { act: 'stop', reason: 'opted_out' },
    ],
  ] as const)('%s', (_, facts, kind, decision) => {
    expect(begins(facts, kind)).toEqual(decision);
  });
});

const STATE_OF: Readonly<Record<Exclude<Decision['act'], 'wait' | 'remind'>, RenewalState>> = {
  done: 'done',
  announce: 'announced',
  resume: 'announced',
  invite: 'announced',
  charge: 'charging',
  repeat: 'waiting',
  ask: 'action_needed',
  stop: 'stopped',
  give_up: 'given_up',
};

it('in any circumstances, only allowed states follow, and no charge lacks consent, card, notice or price', () => {
  const day = fc.integer({ min: -40, max: 100 }).map(inDays);
  const rows = fc.record({
    kind: fc.constantFrom('season', 'term', 'trial'),
    state: fc.constantFrom(...(Object.keys(NEXT_STATES) as RenewalState[])),
    automatic: fc.boolean(),
    nextAt: fc.option(day),
    planId: fc.constantFrom(1, 2),
    chargeAt: day,
    tries: fc.integer({ min: 0, max: 4 }),
    triedAt: fc.option(day),
    announcedTotal: fc.constantFrom('20.00', '24.99'),
    country: fc.constantFrom(null, 'US'),
    reason: fc.constantFrom(null, 'no_card', 'declined', 'price_rose', ...STOP_REASONS),
  });
  const worlds = fc.record({
    end: day,
    extendedUntil: fc.option(day),
    isPresent: fc.boolean(),
    isCancelled: fc.boolean(),
    isRenewed: fc.boolean(),
    hasNext: fc.boolean(),
    wantsAutomatic: fc.boolean(),
    cardSince: fc.option(day),
    country: fc.constantFrom(null, 'US', 'DE'),
    isDisputed: fc.boolean(),
    price: fc.constantFrom(
      { total: '24.99' },
      { total: '0.00' },
      'cap' as const,
      'plan_unavailable' as const,
    ),
    target: fc.constantFrom(null, 1, 2),
    soldUntil: fc.option(day),
    order: fc.constantFrom(null, 'open' as const, 'cancelled' as const),
    attempt: fc.constantFrom(null, failed('retry'), failed('none'), failed('authenticate')),
    isBuying: fc.boolean(),
    days: fc.constant(DEFAULT_RENEWAL_DAYS),
  });
  fc.assert(
    fc.property(rows, worlds, (row, of) => {
      const decision = decide(row, of, NOW);
      const { act } = decision;
      if (act !== 'wait' && act !== 'remind') expect(NEXT_STATES[row.state]).toContain(STATE_OF[act]);
      if (act === 'announce') expect(decision.chargeAt.getTime()).toBeGreaterThanOrEqual(inDays(3).getTime());
      if (act === 'announce' && row.state === 'stopped') expect(row.tries).toBeLessThan(4);
      if (act === 'repeat' && decision.isDeclined)
        expect([decision.nextAt < endOf(of), row.tries < 3]).toEqual([true, true]);
      if (act !== 'charge') return;
      expect(row).toMatchObject({ automatic: true, state: expect.stringMatching(/announced|waiting/) });
      expect([
        of.wantsAutomatic,
        of.cardSince !== null,
        of.isPresent,
        of.isRenewed,
        of.isBuying,
        of.hasNext,
      ]).toEqual([...[true, true, true, false, false, false]]);
      expect(row.nextAt === null || row.nextAt <= NOW).toBe(true);
      expect(Number((of.price as { total: string }).total)).toBeLessThanOrEqual(Number(row.announcedTotal));
      expect(of.order === 'open' || of.target === row.planId).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
