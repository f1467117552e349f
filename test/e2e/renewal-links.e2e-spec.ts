import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom, PASSWORD } from '#samples';
import { mailsOf } from '../support/mails-of';
import { CARDS } from '../support/payments/contract';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { RenewingMember } from '../support/payments/renewing-member';
import { Pages, type VisitedPage } from '../support/pages';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp(withDemoBank);

const CHARGED =
  'Automatic renewal is on: on June 29, 2026, The Lanterns charges this card $24.99 for “Gold”.';
const EXPIRED = 'This link no longer works';

let gold: Plan;
let ada: Customer;
let member: RenewingMember;
/** A browser in which nobody is logged in. */
let pages: Pages;

const inDays = (days: number): Date => daysFrom(t.clock.now(), days);
const linkOfLast = async (): Promise<string> => (await mailsOf(t)).at(-1)!.link;

/** Opens the link of the last mail, and follows it to the page of the renewal. */
const opened = async (link?: string): Promise<VisitedPage> =>
  (await pages.open(link ?? (await linkOfLast()))).follow();
const press = async (button: string): Promise<VisitedPage> =>
  (await (await pages.open(`${member.root}/renewal`)).press(button)).follow();

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns' });
  await openBank(t);
  gold = await t.given.plan({ name: 'Gold', price: '24.99', duration: 12 });
  ada = await t.given.customer({ email: 'ada@x.example', firstName: 'Ada', autoRenewalEnabled: false });
  member = RenewingMember.of(t, ada);
  await t.given.subscription({
    ...{ customer: ada, plan: gold },
    ...{ startDate: inDays(-334), endDate: inDays(31) },
  });
  pages = new Pages(t.origin);
  await member.savesCard();
  await member.jobs();
});

describe('the link of a mail about a renewal', () => {
  it('opens the renewal without a log-in: what is charged when and with which card, and nothing else', async () => {
    const next = { startDate: inDays(400), endDate: inDays(700) };
    const silver = await t.given.plan({ name: 'Silver' });
    await t.given.order({ customer: ada, plan: silver });
    await t.given.queuedSubscription({ customer: ada, plan: silver, startsAt: next.startDate });
    const page = await opened();
    expect([page.status, page.heading, page.path]).toEqual([200, 'Membership', `${member.root}/renewal`]);
    expect(page.text).toContain('Your membership “Gold” ($24.99) ends on July 16, 2026.');
    expect(page.text).toContain(CHARGED);
    expect(page.text).toContain('Visa ending in 4242');
    expect(page.buttons).toEqual(['Pay now', 'Stop automatic renewal', 'Replace this card']);
    expect(page.html).not.toMatch(/Ada|ada@x\.example|Silver|You agreed on/);
    for (const other of ['membership', 'login'])
      expect((await pages.open(`${member.root}/${other}`)).html).not.toContain('4242');
    expect((await pages.http.get('/api/v1/account')).text).not.toContain('Ada');
  });

  it('is in a cookie for this fan club’s pages alone, and in no page or address', async () => {
    const link = await linkOfLast();
    const token = new URL(link).searchParams.get('token')!;
    const moved = await pages.open(link);
    const [cookie] = [moved.headers['set-cookie']].flat();
    expect(cookie).toMatch(
      new RegExp(`^fanclub_renewal_\\d+=[^;]+; Max-Age=3600; Path=${member.root}; HttpOnly; SameSite=Lax$`),
    );
    const page = await moved.follow();
    const step = await page.press('Replace this card');
    const paying = await press('Pay now');
    for (const { html, path } of [page, step, paying]) expect([path, html].join()).not.toContain(token);
    expect(moved.location).not.toContain(token);
    expect(moved.headers['referrer-policy']).toBe('no-referrer');
  });

  it('changes nothing when it is opened, also by HEAD', async () => {
    const before = await t.db.query('SELECT * FROM renewals');
    await pages.http.request('HEAD', (await linkOfLast()).replace(/^https?:\/\/[^/]+/, ''));
    await opened();
    expect(await t.db.query('SELECT * FROM renewals')).toEqual(before);
    expect(await member.orders()).toEqual([]);
  });

  it('stops the renewal and resumes it', async () => {
    await opened();
    const stopped = await press('Stop automatic renewal');
    expect(stopped.text).toContain(
      'Automatic renewal has stopped, and nothing is charged. You turned it off.',
    );
    expect([await member.renewsAutomatically(), (await member.renewal()).state]).toEqual([false, 'stopped']);
    // The link of the earlier mail and that of the one about the stop both work.
    expect((await opened((await mailsOf(t))[0].link)).buttons).toContain('Renew automatically');
    await opened();
    expect((await press('Renew automatically')).text).toContain(CHARGED);
    await member.days(14);
    expect(await member.taken()).toEqual([2499]);
  });

  it('replaces the card, and the payment page leads back to the renewal', async () => {
    const step = await (await opened()).press('Replace this card');
    await payByCard(t, step.links['Enter the card'], CARDS.declinedLater);
    const back = await (await pages.open(`${member.root}/membership/return`)).follow();
    const page = await back.follow();
    expect([back.path, page.path, page.text]).toEqual([
      ...[`${member.root}/renewal/return`, `${member.root}/renewal`],
      expect.stringContaining('ending in 0341'),
    ]);
    expect((await pages.send(`${member.root}/renewal/remove`, {})).status).toBe(404);
  });

  it('leads back to the renewal also beside the account of somebody else, until that one logs out', async () => {
    const bo = await t.given.customer({ email: 'bo@x.example' });
    await (await pages.open(`${member.root}/login`)).submit({ email: bo.email!, password: PASSWORD });
    await opened();
    const back = await pages.open(`${member.root}/membership/return`);
    expect(back.location).toBe(`${member.root}/renewal/return`);
    await (await pages.open(`${member.root}/logout`)).submit();
    expect((await pages.open(`${member.root}/renewal`)).heading).toBe(EXPIRED);
  });

  it('pays at once, with the order that a charge would take, and is dead afterwards', async () => {
    await opened();
    const order = await press('Pay now');
    expect(order.heading).toBe('One step is left');
    await payByCard(t, order.links['Go to the payment']);
    const thanks = await pages.open(`${order.path}/return`);
    expect([thanks.heading, thanks.text]).toEqual(['Thank you', expect.stringContaining('July 16, 2026')]);
    expect((await pages.open(`${member.root}/renewal`)).text).toContain('Your membership is renewed.');
    await member.days(14);
    expect([await member.taken(), await member.orders()]).toEqual([
      [2499],
      [expect.objectContaining({ kind: 'renewal', paid: true })],
    ]);
    expect((await member.renewal()).state).toBe('done');
    for (const { link } of (await mailsOf(t)).filter(({ kind }) => kind.startsWith('renewal')))
      expect((await pages.open(link)).heading).toBe(EXPIRED);
    expect((await pages.open(`${member.root}/renewal`)).heading).toBe(EXPIRED);
    expect((await pages.open(order.path)).heading).toBe('Log in to see your order');
  });

  it('is charged on the announced day if the member went to pay, and did not', async () => {
    await opened();
    await press('Pay now');
    await member.days(14);
    await member.days(1);
    expect([await member.taken(), await member.orders()]).toEqual([
      [2499],
      [expect.objectContaining({ kind: 'renewal', paid: true, closed: null })],
    ]);
  });

  it('is charged on the announced day, by another order, if the member cancelled the one of "Pay now"', async () => {
    await opened();
    await (await press('Pay now')).press('Cancel this order');
    await member.days(14);
    expect([await member.taken(), await member.renewsAutomatically()]).toEqual([[2499], true]);
    expect(await member.orders()).toEqual([
      expect.objectContaining({ paid: false, closed: 'cancelled' }),
      expect.objectContaining({ kind: 'renewal', paid: true }),
    ]);
  });

  it('leads a member who is logged in to the whole page', async () => {
    const page = await (await member.open((await linkOfLast()).replace(/^https?:\/\/[^/]+/, ''))).follow();
    expect([page.path, page.buttons]).toEqual([
      `${member.root}/membership`,
      ['Pay now', 'Stop automatic renewal', 'Replace this card', 'Remove this card'],
    ]);
  });

  it('opens no order of another renewal or of a purchase', async () => {
    const other = await t.given.order({ customer: ada, plan: gold });
    await opened();
    expect((await pages.open(`${member.root}/orders/${other.id}`)).heading).toBe('Log in to see your order');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the address of the member changes', () => t.db.query(`UPDATE customers SET email = 'eve@x.example'`)],
    ['the member is blacklisted', () => t.db.query('UPDATE customers SET blacklisted = true')],
    ['the member is erased', () => t.db.query('DELETE FROM subscriptions; DELETE FROM customers')],
    ['the membership is cancelled', () => t.db.query('UPDATE subscriptions SET cancelled = true')],
    [
      'another membership takes its place',
      async () => {
        const silver = await t.given.plan({ name: 'Silver' });
        const runs = { startDate: inDays(-1), endDate: inDays(364) };
        await t.given.subscription({ customer: ada, plan: silver, ...runs });
      },
    ],
    ['the membership is over', async () => t.clock.advance(31 * 86_400)],
  ])('ends when %s, also in a browser that has opened it', async (_, happens) => {
    await opened();
    await happens();
    const page = await pages.open(`${member.root}/renewal`);
    expect([page.status, page.heading]).toEqual([404, EXPIRED]);
    expect((await pages.open(await linkOfLast())).heading).toBe(EXPIRED);
  });

  it('is refused if it was altered, is of another fan club or purpose, or is too long', async () => {
    const link = await linkOfLast();
    const { id } = await t.given.fanclub({ name: 'The Others' });
    for (const wrong of [
      link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      link.replace(member.root, `/fanclubs/${id}`),
      link.replace('/renewal?', '/waiting-list?'),
      `${link}${'A'.repeat(200)}`,
      link.replace(/token=.*/, 'token='),
    ])
      expect(await heading(wrong)).not.toBe('Membership');
    expect((await pages.open(`${member.root}/renewal`)).heading).toBe(EXPIRED);
  });
});

async function heading(link: string): Promise<string | null> {
  const page = await pages.open(link);
  return page.isPage ? page.heading : page.location;
}

it('a member who renews by hand pays by the link of the invitation', async () => {
  const salesPeriod = await t.given.salesPeriod({ startsAt: inDays(-1), endsAt: inDays(364) });
  const former = await t.given.salesPeriod({ startsAt: inDays(-400), endsAt: inDays(-1) });
  const plan = await t.given.plan({ name: 'Season', price: '30.00', salesPeriod });
  const bob = await t.given.customer({ email: 'bob@x.example', autoRenewalEnabled: false });
  await t.given.subscription({
    ...{ customer: bob, plan, salesPeriodId: former.id },
    ...{ startDate: inDays(-330), endDate: inDays(35) },
  });
  await member.jobs();
  const [invited] = (await mailsOf(t)).filter(({ kind }) => kind === 'renewal_open');
  const page = await opened(invited.link);
  expect(page.text).toContain(
    'You can renew your membership with “Season” now. Nothing is charged automatically.',
  );
  const order = await press('Pay now');
  await payByCard(t, order.links['Go to the payment']);
  expect((await pages.open(`${order.path}/return`)).heading).toBe('Thank you');
  expect(await member.taken()).toEqual([3000]);
});
