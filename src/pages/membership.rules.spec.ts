import type { Membership } from '#platform/access';
import type { SavedCard } from '#domains/payments';
import type { OwnRenewal } from '#domains/renewals';
import { type MembershipFacts, membershipSections } from './membership.rules';

const day = (text: string): Date => new Date(`${text}T12:00:00Z`);

const fanclub = {
  name: 'The Lanterns',
  currency: 'USD',
  timeZone: 'UTC',
  supportEmail: 'help@lanterns.example',
};
const membership = {
  subscriptionId: 5,
  plan: { name: 'Gold' },
  planPrice: '24.99',
  endDate: day('2026-12-31'),
  lapsed: false,
  salesPeriod: null,
} as unknown as Membership;
const card = {
  brand: 'visa',
  last4: '4242',
  expMonth: 4,
  expYear: 2030,
  consentedAt: day('2026-01-01'),
  consentText: 'Renew it.',
} as SavedCard;
const announced: OwnRenewal = {
  id: 1,
  subscriptionId: 5,
  state: 'announced',
  automatic: true,
  tries: 0,
  reason: null,
  planName: 'Gold',
  orderId: null,
  isRenewed: false,
  payableOrder: null,
  nextAt: day('2026-12-14'),
  chargeAt: day('2026-12-14'),
  total: '24.99',
};
const renewing: MembershipFacts = {
  fanclub,
  customer: { membership, autoRenewalEnabled: true },
  ahead: [],
  renewal: announced,
  card,
  savesCards: true,
  isLinked: false,
  root: '/m',
};
const stopped = { ...renewing, customer: { membership, autoRenewalEnabled: false } };

const of = (facts: MembershipFacts, heading: string) =>
  membershipSections(facts).find((section) => section.heading === heading);
const renewalOf = (renewal: Partial<OwnRenewal>, facts = renewing) =>
  of({ ...facts, renewal: { ...announced, ...renewal } }, 'Renewal')!;
const labels = (section: { buttons: readonly { label: string }[] } | undefined) =>
  section?.buttons.map(({ label }) => label);

describe('the membership', () => {
  const text = (changes: Partial<Membership>) =>
    of(
      { ...stopped, customer: { ...stopped.customer, membership: { ...membership, ...changes } } },
      'Your membership',
    )!.paragraphs;
  const salesPeriod = { extendedUntil: day('2027-02-01') } as Membership['salesPeriod'];
  const kept = 'You keep its benefits until February 1, 2027, so that you have time to renew it.';

  it('says until when it runs, and until when its benefits stay', () => {
    expect(text({})).toEqual(['Your membership “Gold” ($24.99) ends on December 31, 2026.']);
    expect(text({ salesPeriod })).toEqual([
      'Your membership “Gold” ($24.99) ends on December 31, 2026.',
      kept,
    ]);
    expect(text({ salesPeriod, lapsed: true })).toEqual([
      'Your membership “Gold” ($24.99) ended on December 31, 2026.',
      kept,
    ]);
    expect(text({ endDate: null, salesPeriod })).toEqual(['Your membership “Gold” ($24.99) does not end.']);
  });

  it('that nobody has leaves only the card', () => {
    const nothing = {
      ...renewing,
      customer: { membership: null, autoRenewalEnabled: false },
      renewal: null,
      card: null,
    };
    expect(membershipSections(nothing).map(({ heading, paragraphs }) => [heading, paragraphs[0]])).toEqual([
      ['Your membership', 'You have no membership at present.'],
      ['Saved card', 'You have no saved card.'],
    ]);
  });

  it('is followed by what was bought ahead, which mailed links do not show', () => {
    const ahead = [
      { planName: 'Silver', startsAt: day('2027-01-01'), endDate: day('2027-12-31') },
      { planName: 'Bronze', startsAt: null, endDate: null },
    ];
    expect(of({ ...renewing, ahead }, 'What follows')?.paragraphs).toEqual([
      '“Silver” begins on January 1, 2027, and ends on December 31, 2027.',
      '“Bronze” begins when your present membership ends.',
    ]);
    expect(of({ ...renewing, ahead, isLinked: true }, 'What follows')).toBeUndefined();
  });
});

describe('a renewal', () => {
  it('that was announced says what is charged when with which card', () => {
    const { paragraphs, rows } = renewalOf({});
    expect(paragraphs).toEqual([
      'Automatic renewal is on: on December 14, 2026, The Lanterns charges this card $24.99 for “Gold”.',
    ]);
    expect(rows).toEqual([
      { label: 'Plan', value: 'Gold' },
      { label: 'Amount', value: '$24.99' },
      { label: 'Charged on', value: 'December 14, 2026' },
      { label: 'Card', value: 'Visa ending in 4242' },
    ]);
  });

  it.each<[string, Partial<OwnRenewal>, MembershipFacts, RegExp, string[]]>([
    [
      'waits for the next try',
      { state: 'waiting' },
      renewing,
      /tries again/,
      ['Pay now', 'Stop automatic renewal'],
    ],
    [
      'needs its member',
      { state: 'action_needed', reason: 'authentication' },
      renewing,
      /waits for you\. Your bank asks you to confirm the payment\. Please pay \$24\.99 by December 14/,
      ['Pay now', 'Stop automatic renewal'],
    ],
    ['is being charged', { state: 'charging' }, renewing, /is being charged/, ['Stop automatic renewal']],
    [
      'was stopped by its member',
      { state: 'stopped', reason: 'opted_out' },
      stopped,
      /has stopped, and nothing is charged\. You turned it off\.$/,
      ['Pay now', 'Renew automatically'],
    ],
    [
      'was stopped because nothing is sold',
      { state: 'stopped', reason: 'plan_unavailable' },
      renewing,
      /The plan is not sold any more\.$/,
      ['Pay now'],
    ],
    [
      'was stopped by staff',
      { state: 'stopped', reason: 'staff' },
      renewing,
      /has stopped, and nothing is charged\. The fan club stopped it\.$/,
      ['Pay now'],
    ],
    ['was given up', { state: 'given_up' }, stopped, /was not renewed/, ['Pay now', 'Renew automatically']],
    [
      'is paid',
      { state: 'waiting', isRenewed: true },
      renewing,
      /^Your membership is renewed\.$/,
      ['Stop automatic renewal'],
    ],
    [
      'is to be paid by hand',
      { automatic: false, total: null },
      { ...stopped, card: null },
      /You can renew your membership with “Gold” now\. Nothing is charged automatically\./,
      ['Pay now'],
    ],
  ])('that %s', (_, renewal, facts, text, buttons) => {
    const section = renewalOf(renewal, facts);
    expect([section.paragraphs.join(' '), labels(section)]).toEqual([expect.stringMatching(text), buttons]);
  });
});

it.each<[OwnRenewal['reason'], boolean]>([
  ['opted_out', true],
  ['staff', true],
  ['plan_unavailable', true],
  ['address_missing', true],
  ['continued', true],
  ['cancelled', false],
  ['free', false],
  ['cap', false],
])('a renewal that stopped (%s) can be paid by hand: %s', (reason, isPayable) => {
  const isOffered = labels(renewalOf({ state: 'stopped', reason }))!.includes('Pay now');
  expect(isOffered).toBe(isPayable);
});

it('a renewal that stopped because of the next membership is not to be paid while that one is to begin', () => {
  const ahead = [{ planName: 'Silver', startsAt: day('2027-01-01'), endDate: null }];
  const { buttons } = renewalOf(
    { state: 'stopped', reason: 'continued' },
    { ...renewing, ahead, isLinked: true },
  );
  expect(labels({ buttons })).not.toContain('Pay now');
});

describe('the card', () => {
  it('can be replaced by a mailed link, but not removed, and its former consent is not shown', () => {
    expect(labels(of(renewing, 'Saved card'))).toEqual(['Replace this card', 'Remove this card']);
    expect(of(renewing, 'Saved card')?.paragraphs[1]).toBe('You agreed on January 1, 2026: “Renew it.”');
    const linked = of({ ...renewing, isLinked: true }, 'Saved card')!;
    expect([labels(linked), linked.paragraphs.join(' ')]).toEqual([
      ['Replace this card'],
      expect.not.stringContaining('You agreed'),
    ]);
  });

  it('is not offered by a fan club that saves none', () => {
    const none = of({ ...renewing, card: null, savesCards: false }, 'Saved card')!;
    expect([none.buttons, none.paragraphs[0]]).toEqual([
      [],
      expect.stringContaining('does not keep payment cards'),
    ]);
  });
});
