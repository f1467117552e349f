import type { Customer } from '#domains/accounts/customer.entity';
import type { TicketLink } from '#domains/events/ticket-link.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PresaleCode, type PresalePool } from '#domains/presale-codes/presale-pool.entity';
import { countStatements } from '#libs/testing';
import { daysFrom } from '#samples';
import { loggedIn, sessionCookie } from '../support/logged-in';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();

const JOIN = 'https://lanterns.example/join';
const SELLER = 'https://tickets.example/presale';

let plan: Plan;

beforeEach(async () => {
  await t.given.fanclub({ plansUrl: JOIN, timeZone: 'America/New_York' });
  plan = await t.given.plan();
});

async function presale(overrides: Partial<PresalePool> = {}, codes: readonly string[] = []) {
  const pool = await t.given.presalePool(overrides);
  const event = await t.given.event({ title: `Lantern Night ${pool.id}` });
  const link = await t.given.ticketLink({
    event,
    pool,
    exclusive: true,
    url: SELLER,
    host: 'tickets.example',
  });
  for (const code of codes) await t.given.presaleCode({ pool, code });
  return { pool, link };
}
const pathOf = ({ fanclubId, id }: TicketLink): string => `/fanclubs/${fanclubId}/links/${id}/code`;

async function browserOf(customer: Customer): Promise<Pages> {
  const pages = new Pages(t.origin);
  const session = await t.given.session({ customer });
  pages.http.cookies.set(...sessionCookie(t, customer.fanclubId, session));
  return pages;
}
async function member(): Promise<{ customer: Customer; pages: Pages }> {
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan });
  return { customer, pages: await browserOf(customer) };
}
const given = (): Promise<number> =>
  t.db.getRepository(PresaleCode).createQueryBuilder().where('customer_id IS NOT NULL').getCount();
const opened = async (link: TicketLink): Promise<VisitedPage> => (await member()).pages.open(pathOf(link));

it('gives a code by its button, and no GET claims one', async () => {
  const instructions = 'Type it before you choose seats.\nIt works once.';
  const { link } = await presale({ instructions }, ['FIRST', 'SECOND']);
  const { pages } = await member();
  const page = await pages.open(pathOf(link));
  expect([page.status, page.heading, page.buttons]).toEqual([200, 'Your presale code', ['Get my code']]);
  expect(page.text).toContain('Lantern Night');
  expect(await given()).toBe(0);

  const claimed = await page.submit();
  expect(claimed.status).toBe(200);
  for (const text of ['FIRST', 'Type it before you choose seats.', 'It works once.'])
    expect(claimed.text).toContain(text);
  expect(claimed.links['Continue to tickets.example']).toBe(SELLER);

  const again = await pages.open(pathOf(link));
  expect([again.buttons, again.text.includes('FIRST')]).toEqual([[], true]);
  expect((await page.submit()).text).toContain('FIRST');
  expect(await given()).toBe(1);
});

it('gives a code of a pool for everybody too, which the job has not given yet', async () => {
  const { link } = await presale({ mode: 'everyone' }, ['FIRST']);
  expect((await (await opened(link)).submit()).text).toContain('FIRST');
});

it('says when it opens, in the zone of the fan club and for its countdown, which loads nothing', async () => {
  const opensAt = new Date('2026-06-16T14:00:00Z');
  const { link } = await presale({ opensAt }, ['FIRST']);
  const page = await opened(link);
  expect(page.text).toContain('It opens on June 16, 2026, 10:00 (EDT)');
  expect(page.html).toContain(
    '<time id="opening" datetime="2026-06-16T14:00:00.000Z" data-now="2026-06-15T12:00:00.000Z">',
  );
  expect(page.html).toMatch(/<div id="claim" hidden>\s*<form method="post"/);
  expect(page.html).not.toMatch(/http-equiv="refresh"|location|reload/);
  expect(page.headers['content-security-policy']).toMatch(/; script-src 'sha256-[^']+';/);
  const early = await page.submit();
  expect(early.text).toContain('It opens on June 16, 2026');
  expect(await given()).toBe(0);

  t.clock.set(opensAt);
  expect((await page.submit()).text).toContain('FIRST');
});

it.each([
  ['sold out', {}, 'All codes have been given.'],
  ['closed', { closesAt: new Date('2026-06-15T11:00:00Z') }, 'The presale is over.'],
])('says that it is %s', async (_, overrides, text) => {
  const { link } = await presale(overrides);
  const page = await opened(link);
  expect(page.text).toContain(text);
  expect(page.buttons).toEqual([]);
  expect(page.text).toContain('Continue to ');
});

it('says so if the last code was given after the page was opened', async () => {
  const { link } = await presale({}, ['ONLY']);
  const [first, second] = [await opened(link), await opened(link)];
  await first.submit();
  expect((await second.submit()).text).toContain('All codes have been given.');
});

it('says that the limit of the group is reached', async () => {
  const limit = { limitGroup: 'Tour', limitCodes: 1 };
  const [one, other] = [await presale(limit, ['A']), await presale(limit, ['B'])];
  const { pages } = await member();
  await (await pages.open(pathOf(one.link))).submit();
  expect((await pages.open(pathOf(other.link))).text).toContain(
    'as many codes of this presale as one member can have',
  );
});

describe('to who is not entitled', () => {
  const SECRETS = ['SECRET', 'Whisper it', 'Hush', 'June 16'];
  const secret = () =>
    presale({ name: 'Hush', instructions: 'Whisper it', opensAt: daysFrom(t.clock.now(), 1) }, ['SECRET']);

  it('leads visitors to the log-in page and back', async () => {
    const { link } = await secret();
    const page = await new Pages(t.origin).open(pathOf(link));
    const back = encodeURIComponent(`${t.config.publicUrl}${pathOf(link)}`);
    expect(page.links['Log in']).toBe(`/fanclubs/${link.fanclubId}/login?redirect=${back}`);
    for (const text of SECRETS) expect(page.html).not.toContain(text);
  });

  it('leads customers without a membership to the plans', async () => {
    const { link } = await secret();
    const page = await (await browserOf(await t.given.customer())).open(pathOf(link));
    expect(page.links['See the plans']).toBe(JOIN);
    for (const text of SECRETS) expect(page.html).not.toContain(text);
  });

  it('leads members of other plans to the plans, who cannot claim either', async () => {
    const pool = await t.given.presalePool({ plans: [await t.given.plan()] });
    const link = await t.given.ticketLink({ pool });
    await t.given.presaleCode({ pool, code: 'SECRET' });
    const other = await presale({}, ['MINE']);
    const { pages } = await member();
    expect((await pages.open(pathOf(link))).links['See the plans']).toBe(JOIN);
    const form = await pages.open(pathOf(other.link));
    const sent = await pages.send(pathOf(link), { form_token: form.fields.form_token.value });
    expect(sent.text).toContain('Your membership does not include codes of this presale.');
    expect(await given()).toBe(0);
  });

  it('knows no page of a link without a pool, of a hidden link, or of another fan club', async () => {
    const { pages } = await member();
    const pool = await t.given.presalePool();
    const other = await t.given.anotherFanclub();
    const links = [
      await t.given.ticketLink(),
      await t.given.ticketLink({ pool, status: 'Hide' }),
      await t.given.ticketLink({ pool, event: await t.given.event({ published: false }) }),
    ];
    for (const link of links) expect((await pages.open(pathOf(link))).status).toBe(404);
    const { link } = await presale();
    expect((await pages.open(pathOf({ ...link, fanclubId: other.id }))).status).toBe(404);
  });
});

it('costs two statements to open, and a transaction of two to claim', async () => {
  const { link } = await presale({}, ['FIRST', 'SECOND']);
  const { pages, customer } = await member();
  await (await loggedIn(t, customer)).get('/events');
  const counter = countStatements();
  const page = await pages.open(pathOf(link));
  expect(counter.stop()).toHaveLength(2);
  const claims = countStatements();
  await page.submit();
  // The session; START TRANSACTION, the claim, the mail, COMMIT.
  expect(claims.stop()).toHaveLength(5);
});
