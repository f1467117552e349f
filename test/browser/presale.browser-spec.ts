import type { Page } from 'playwright-core';
import type { Customer } from '#domains/accounts/customer.entity';
import { daysFrom } from '#samples';
import { loggedIn, sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { runJob } from '../support/run-job';
import { seriousFaults } from './axe';
import { browser, complaintsOf, shoot } from './chromium';
import { DESK, NARROW, staffSite, watch } from './staff-site';

jest.setTimeout(240_000);

const { t, open, person, logIn } = staffSite();
const chromium = browser();

/** Looks at a screen: no serious fault, and nothing wider than it. */
async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
  await shoot(page, `presale-${name}`);
  expect([name, await seriousFaults(page)]).toEqual([name, []]);
  const { width } = page.viewportSize()!;
  expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
}

/** A browser in which a member is logged in. */
async function fan(customer: Customer, viewport: { width: number; height: number }): Promise<Page> {
  const page = await chromium.visitor({ viewport });
  const session = await t.given.session({ customer });
  const [name, value] = sessionCookie(t, customer.fanclubId, session);
  await page.context().addCookies([{ name, value, url: t.config.publicUrl }]);
  return page;
}

const CITIES = ['Oslo', 'Bergen', 'Trondheim', 'Stavanger', 'Tromsø'];

/** A tour of five shows, each with a members-only link, and two members. */
async function tour() {
  const { id } = await t.given.fanclub();
  const plan = await t.given.plan({ name: 'Gold' });
  for (const city of CITIES) {
    const event = await t.given.event({ title: `Lanterns in ${city}`, start: daysFrom(t.clock.now(), 30) });
    await t.given.ticketLink({ event, name: `Presale ${city}`, exclusive: true });
  }
  const members: Customer[] = [];
  for (const firstName of ['Ada', 'Grace']) {
    const customer = await t.given.customer({ firstName });
    await t.given.subscription({ customer, plan });
    members.push(customer);
  }
  return { club: id, members };
}

it.each([
  ['desk', DESK],
  ['phone', NARROW],
])('on a %s, from the pool of a tour to the sold-out report', async (device, viewport) => {
  t.clock.set(new Date());
  const { club, members } = await tour();
  const page = await chromium.visitor({ viewport });
  const complaints = watch(page, t.config.publicUrl);
  await logIn(page, await person('manager'));

  const pool = await t.given.presalePool({
    name: 'Spring tour',
    opensAt: daysFrom(t.clock.now(), 1),
    instructions: 'Type it before you choose seats.',
  });
  await open(page, `/pools/${pool.id}/show`);
  await page.getByText('Next: upload the codes of the seller.').waitFor();
  await look(page, `${device}-new`);
  await open(page, '/');
  await page.getByText('Presales with too few codes').waitFor();
  await open(page, `/pools/${pool.id}/show`);

  await page.getByRole('button', { name: 'Upload codes' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload codes' });
  await upload.getByLabel('Codes', { exact: true }).fill('TOUR-1\nTOUR-1\n1.2E+12\n');
  await upload.getByRole('button', { name: 'Check' }).click();
  await upload.getByText('1 new, 1 more than once, 1 unusable.', { exact: false }).waitFor();
  await look(page, `${device}-checked`);
  await upload.getByRole('button', { name: 'Add 1 code' }).click();
  await page.getByText('Next: choose the ticket links', { exact: false }).waitFor();

  await page.getByRole('button', { name: 'Choose ticket links' }).click();
  const links = page.getByRole('dialog', { name: 'Ticket links' });
  for (const city of CITIES) await links.getByLabel(`Lanterns in ${city}`, { exact: false }).check();
  await look(page, `${device}-links`);
  await links.getByRole('button', { name: 'Save the links' }).click();
  await page.getByText('Nothing to do. The presale opens on', { exact: false }).waitFor();
  await look(page, `${device}-ready`);

  const [{ id: link, event }] = await t.db.query<{ id: number; event: number }[]>(
    'SELECT id, event_id AS event FROM ticket_links ORDER BY id LIMIT 1',
  );
  const address = `${t.config.publicUrl}/fanclubs/${club}/links/${link}/code`;
  const ada = await fan(members[0], viewport);
  const adaComplaints = complaintsOf(ada);
  await ada.goto(address);
  await ada.getByText(/^Opens in /).waitFor();
  await ada.getByText(/^In your time: /).waitFor();
  expect(await ada.getByRole('button', { name: 'Get my code' }).isVisible()).toBe(false);
  await look(ada, `${device}-fan-countdown`);

  // The presale opens for both clocks: that of the service, and that of the countdown.
  await t.db.getRepository('presale_pools').update(pool.id, { opensAt: daysFrom(t.clock.now(), -0.0001) });
  await ada.goto(address);
  await look(ada, `${device}-fan-open`);
  await ada.getByRole('button', { name: 'Get my code' }).click();
  await ada.getByText('TOUR-1').waitFor();
  await look(ada, `${device}-fan-code`);

  const { body } = await (await loggedIn(t, members[0])).get('/events');
  const codes = (body.events as { links: { codes: string[] }[] }[]).map((event) => event.links[0].codes);
  expect(codes).toEqual(CITIES.map(() => ['TOUR-1']));
  const mails = (await mailsOf(t)).filter(({ kind }) => kind === 'presale_code');
  expect(mails.map(({ to, presale }) => [to, presale?.rows[0].value])).toEqual([
    [members[0].email, 'TOUR-1'],
  ]);
  await runJob(t, 'presale_codes.give');

  // A link with another name keeps the page that the mail leads to.
  expect(mails[0].link).toBe(address);
  await open(page, `/events/${event}`);
  await page.getByLabel('Name').nth(1).fill('Fan club tickets');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The changes are saved.').waitFor();
  await ada.goto(mails[0].link);
  await ada.getByText('Lanterns in Oslo: Fan club tickets').waitFor();
  await ada.getByText('TOUR-1').waitFor();

  const grace = await fan(members[1], viewport);
  await grace.goto(address);
  await grace.getByText('All codes have been given.', { exact: false }).waitFor();
  await look(grace, `${device}-fan-sold-out`);

  await open(page, `/pools/${pool.id}/show`);
  await page.getByText('1 of 1 codes given').waitFor();
  await page.getByText('All codes have been given. Upload more if you have some.').waitFor();
  await page.getByText('Entitled members without a code: 1').waitFor();
  await page.getByText('TOUR-1').waitFor();
  await look(page, `${device}-report`);

  await open(page, '/pools');
  await page.getByText('Spring tour').first().waitFor();
  await look(page, `${device}-list`);
  await open(page, '/');
  await page.getByRole('link', { name: 'of 1 Presale codes given' }).waitFor();
  await page.getByText('Presale codes given').waitFor();
  expect([complaints, adaComplaints]).toEqual([[], []]);
});

it('viewers see codes and members masked', async () => {
  t.clock.set(new Date());
  const { members } = await tour();
  const pool = await t.given.presalePool();
  await t.given.presaleCode({ pool, code: 'TOUR-1', customer: members[0] });
  const page = await chromium.visitor({ viewport: NARROW });
  await logIn(page, await person('viewer'));
  await open(page, `/pools/${pool.id}/show`);
  await page.getByText('TO…').waitFor();
  await look(page, 'viewer');
  const text = await page.evaluate('document.body.innerText');
  for (const secret of ['TOUR-1', 'Ada', String(members[0].email)]) expect(text).not.toContain(secret);
  expect(await page.getByRole('button', { name: /Void|Replace|Mail again|Upload|Export/ }).count()).toBe(0);
});

it('the countdown shows the button when the presale opens, and loads nothing', async () => {
  t.clock.set(new Date());
  const { club, members } = await tour();
  const pool = await t.given.presalePool({ opensAt: new Date(Date.now() + 6_000) });
  await t.given.presaleCode({ pool, code: 'JUST-NOW' });
  const { id } = await t.given.ticketLink({ pool, exclusive: true });
  const page = await fan(members[0], NARROW);
  await page.goto(`${t.config.publicUrl}/fanclubs/${club}/links/${id}/code`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByText('The presale is open.').waitFor();
  expect(requests).toEqual([]);
  t.clock.set(new Date(Date.now() + 1_000));
  await page.getByRole('button', { name: 'Get my code' }).click();
  await page.getByText('JUST-NOW').waitFor();
});
