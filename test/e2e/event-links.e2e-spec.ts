import type { Event } from '#domains/events/event.entity';
import type { TicketLink } from '#domains/events/ticket-link.entity';
import type { Plan } from '#domains/plans/plan.entity';
import type { Affiliate } from '#domains/subscriptions/affiliate.entity';
import { daysFrom } from '#samples';
import type { Api } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const JOIN = 'https://lanterns.example/join';

const list = (value: unknown): Record<string, unknown>[] => value as Record<string, unknown>[];

/** A subscriber of a plan, logged in. */
async function member(plan: Plan): Promise<Api> {
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan });
  return loggedIn(t, customer);
}

describe('GET /events', () => {
  beforeEach(async () => {
    const event = await t.given.event();
    const link = (overrides: Partial<TicketLink>) => t.given.ticketLink({ event, ...overrides });
    const dated = { status: 'Show On Specific Dates Only' } as const;
    const now = t.clock.now();
    await link({ ...dated, name: 'Fan Club Presale', publishEnd: daysFrom(now, -1) });
    await link({ ...dated, name: 'VIP Presale', publishStart: daysFrom(now, -1) });
    await link({ ...dated, name: 'Public onsale', publishStart: daysFrom(now, 1) });
    await link({ status: 'Show', name: 'Shown early', publishStart: daysFrom(now, 1) });
    await link({ status: 'Sold Out', name: 'Front row' });
    await link({ status: 'Hide', name: 'Hidden presale' });
  });

  const SENT = ['Fan Club Presale', 'VIP Presale', 'Public onsale', 'Shown early', 'Front row'];

  it.each([
    ['all except hidden ones', {}, SENT],
    [
      'by parts of their names in any letter case',
      { links: 'presale,FRONT' },
      ['Fan Club Presale', 'VIP Presale', 'Front row'],
    ],
    ['none, with the event still listed, if no name matches', { links: 'lottery' }, []],
    ['that are current', { schedule: 'current' }, ['VIP Presale', 'Shown early', 'Front row']],
    ['that are upcoming', { schedule: 'upcoming' }, ['Public onsale']],
    ['that are past', { schedule: 'past' }, ['Fan Club Presale']],
    ['that are active: current or upcoming', { schedule: 'Active' }, SENT.slice(1)],
    ['by name and schedule together', { schedule: 'active', links: 'presale' }, ['VIP Presale']],
    ['all if schedule is invalid', { schedule: 'someday' }, SENT],
  ])('shows links: %s', async (_, query, expected) => {
    const { body } = await t.api.get('/events', { query: query });
    expect(list(body.events)).toHaveLength(1);
    expect(list(body.events[0].links).map(({ name }) => name)).toEqual(expected);
  });

  it('shows no links of past events when scope is past, and all otherwise', async () => {
    t.clock.set('2027-01-01T00:00:00Z');
    const past = await t.api.get('/events?scope=past');
    expect(past.body.events[0].links).toEqual([]);
    const all = await t.api.get('/events');
    expect(list(all.body.events[0].links)).toHaveLength(SENT.length);
  });
});

describe('an exclusive link', () => {
  let event: Event;
  let plan: Plan;
  let affiliate: Affiliate;
  const secrets = ['CLUB-CODE', 'secret.example', 'Whisper it'];

  beforeEach(async () => {
    await t.given.fanclub({ plansUrl: JOIN });
    event = await t.given.event();
    plan = await t.given.plan();
    affiliate = await t.given.affiliate();
    await t.given.ticketLink({
      event,
      affiliate,
      name: 'Presale',
      exclusive: true,
      url: 'https://secret.example/presale',
      host: 'tickets.example',
      codes: ['CLUB-CODE'],
      codeInstructions: '<p>Whisper it.</p>',
      publishStart: new Date('2026-06-01T17:00:00Z'),
    });
  });

  const open = () => ({
    name: 'Presale',
    status: 'Show',
    exclusive: true,
    url: 'https://secret.example/presale',
    host: 'tickets.example',
    codes: ['CLUB-CODE'],
    code_instructions: '<p>Whisper it.</p>',
    affiliate_id: affiliate.id,
    publish_start: '2026-06-01T10:00:00-0700',
    publish_end: null,
  });
  const closed = () => ({ ...open(), url: JOIN, codes: [], code_instructions: null, affiliate_id: null });

  it.each(EVERY_VIEWER)('is open to $name: $subscribed', async (kind) => {
    const api = await kind.client(t, plan);
    const single = await api.get(`/events/${event.id}`);
    const listed = await api.get('/events');

    expect(single.body.event.links).toEqual([kind.subscribed ? open() : closed()]);
    expect(listed.body.events).toEqual([single.body.event]);
    if (kind.subscribed) return;
    for (const secret of secrets) expect(single.text + listed.text).not.toContain(secret);
  });

  it('is closed to subscribers of a plan without exclusive access', async () => {
    const api = await member(await t.given.plan({ exclusiveAccess: false }));
    expect((await api.get(`/events/${event.id}`)).body.event.links).toEqual([closed()]);
  });

  it('for some plans is closed to subscribers of others', async () => {
    await t.given.ticketLink({ event, plans: [plan], exclusive: true, name: 'Gold', codes: ['GOLD-CODE'] });
    const gold = await member(plan);
    const silver = await member(await t.given.plan());

    const seenByGold = await gold.get(`/events/${event.id}`);
    const seenBySilver = await silver.get(`/events/${event.id}`);

    expect(seenByGold.body.event.links[1]).toMatchObject({ name: 'Gold', codes: ['GOLD-CODE'] });
    expect(seenBySilver.body.event.links[0]).toEqual(open());
    expect(seenBySilver.body.event.links[1]).toMatchObject({ name: 'Gold', codes: [], url: JOIN });
    expect(seenBySilver.text).not.toContain('GOLD-CODE');
  });

  it("ends with the customer's own codes for its affiliate, and with no other codes", async () => {
    const ada = await t.given.customer();
    const bob = await t.given.customer();
    const elsewhere = await t.given.affiliate();
    await t.given.affiliateCodes({ customer: ada, affiliate, codes: ['OWN-CODE', 'OWN-2'] });
    await t.given.affiliateCodes({ customer: ada, affiliate: elsewhere, codes: ['ELSEWHERE'] });
    await t.given.affiliateCodes({ customer: bob, affiliate, codes: ['BOBS'] });
    for (const customer of [ada, bob]) await t.given.subscription({ customer, plan });

    const codes = async (client: Api) => (await client.get(`/events/${event.id}`)).body.event.links[0].codes;
    expect(await codes(await loggedIn(t, ada))).toEqual(['CLUB-CODE', 'OWN-CODE', 'OWN-2']);
    expect(await codes(await loggedIn(t, bob))).toEqual(['CLUB-CODE', 'BOBS']);
  });

  it('stays closed to a customer of another fan club', async () => {
    const other = await t.given.fanclub({});
    const customer = await t.given.customer({ fanclubId: other.id });
    await t.given.subscription({ customer });
    const api = await loggedIn(t, customer);
    expect((await api.get(`/events/${event.id}`)).body.event.links).toEqual([closed()]);
  });
});

describe('a link that is not exclusive', () => {
  it.each(EVERY_VIEWER)('is the same for $name', async (kind) => {
    const event = await t.given.event();
    const plan = await t.given.plan();
    const affiliate = await t.given.affiliate();
    const open = {
      exclusive: false,
      codes: ['OPEN'],
      codeInstructions: '<p>Go.</p>',
      url: 'https://a.example/',
    };
    await t.given.ticketLink({ event, affiliate, ...open });
    await t.given.ticketLink({ event, plans: [plan], ...open });

    const { body } = await (await kind.client(t, plan)).get(`/events/${event.id}`);

    const shown = { codes: ['OPEN'], code_instructions: '<p>Go.</p>', url: 'https://a.example/' };
    expect(body.event.links).toMatchObject([
      { ...shown, affiliate_id: affiliate.id },
      { ...shown, affiliate_id: null },
    ]);
  });
});
