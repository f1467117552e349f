import { PASSWORD } from '#samples';
import { LinkExpired } from '../../src/platform/tokens';
import { OwnErasuresService } from '#domains/privacy';
import { ErasureJobs } from '../../src/domains/privacy/erasure.jobs';
import { ErasuresService } from '../../src/domains/privacy/erasures.service';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { jobRun, runJob } from '../support/run-job';
import { testApp } from '../support/start-test-app';

/** Seconds. */
const DAY = 86_400;

const t = testApp();

let club: Fanclub;
let customer: Customer;
let pages: Pages;
let root: string;

beforeEach(async () => {
  club = await t.given.fanclub({ name: 'The Lanterns' });
  root = `/fanclubs/${club.id}`;
  customer = await t.given.customer({ firstName: 'Ada' });
  await logIn();
});

/** Opens a browser with a new session of the member. */
async function logIn(): Promise<void> {
  pages = new Pages(t.origin);
  pages.http.cookies.set(...sessionCookie(t, club.id, await t.given.session({ customer })));
}

const erased = async (): Promise<boolean> =>
  (await t.db.query<[{ is: boolean }]>('SELECT erased_at IS NOT NULL AS is FROM customers'))[0].is;

it('a member gets a copy of their data with the password, each form once', async () => {
  const { links } = await pages.open(`${root}/membership`);
  expect(links['Your data']).toBe(`${root}/my-data`);
  const page = await pages.open(links['Your data']);
  expect(page.title).toBe('Your data · The Lanterns');
  const wrong = await page.send('Prepare my data', { password: 'wrong' });
  expect([wrong.status, wrong.problems]).toEqual([422, ['Password is incorrect']]);
  const preparing = await (await wrong.send('Prepare my data', { password: PASSWORD })).follow();
  expect(preparing.text).toContain('Your data is being collected.');
  const [{ id: exportId }] = await t.db.query<[{ id: number }]>('SELECT id FROM person_exports');
  await runJob(t, 'person_exports.make', undefined, { fanclubId: club.id, exportId });

  const ready = await pages.open(`${root}/my-data`);
  expect(ready.buttons.slice(0, 2)).toEqual(['Download the page', 'Download the file']);
  const file = await ready.press('Download the file');
  expect(file.headers['content-disposition']).toBe(`attachment; filename="member-${customer.id}.json"`);
  expect(JSON.parse(file.html)).toMatchObject({ tables: { customers: { rows: [{ first_name: 'Ada' }] } } });
  expect((await ready.press('Download the file')).location).toBe(`${root}/my-data`);
  expect((await pages.open(`${root}/my-data`)).buttons[0]).toBe('Download the page');
});

it('a member confirms the end of the account by a mail, and a job erases it seven days later unless they change their mind', async () => {
  const sent = await (await (await pages.open(`${root}/my-data`)).press('Send me the link')).follow();
  expect(sent.heading).toBe('Check your email');
  const [mail] = await mailsOf(t);
  expect([mail.kind, mail.to]).toEqual(['erasure_requested', customer.email]);
  // Without a log-in.
  const visitor = new Pages(t.origin);
  const confirmed = await (await (await visitor.open(mail.link)).press('Delete my account')).follow();
  expect(confirmed.heading).toBe('Your account will be deleted');
  await confirmed.press('Keep my account');
  t.clock.advance(7 * DAY + 1);
  expect(await runJob(t, 'customers.erase')).toBe(0);
  // The link is over.
  expect((await visitor.open(mail.link)).status).toBe(404);

  await logIn();
  await (await pages.open(`${root}/my-data`)).press('Send me the link');
  const again = (await mailsOf(t)).at(-1)!;
  await (await visitor.open(again.link)).press('Delete my account');
  expect((await pages.open(`${root}/my-data`)).buttons).toContain('Keep my account');
  t.clock.advance(6 * DAY);
  expect([await runJob(t, 'customers.erase'), await erased()]).toEqual([0, false]);
  t.clock.advance(DAY + 1);
  expect([await runJob(t, 'customers.erase'), await erased()]).toEqual([1, true]);
  expect((await pages.open(`${root}/my-data`)).links).toHaveProperty('Log in');
  // No mail to the address is left in the outbox.
  expect(await mailsOf(t)).toEqual([]);
  const events = await t.db.query<{ action: string }[]>(
    `SELECT action FROM security_events WHERE action ~ '^(erasure|account.erased)' ORDER BY id`,
  );
  expect(events.map(({ action }) => action)).toEqual([
    ...['erasure.requested', 'erasure.confirmed', 'erasure.cancelled'],
    ...['erasure.requested', 'erasure.confirmed', 'account.erased'],
  ]);
});

it('says why an account cannot be deleted now, and the job waits as well', async () => {
  const order = await t.given.order({ customer });
  const parcel = await t.given.shipment({ order, shipDate: null });
  const refused = await (await pages.open(`${root}/my-data`)).press('Send me the link');
  expect(refused.problems).toEqual([`The parcel of order ${order.id} has not been sent.`]);
  await t.db.query('UPDATE customers SET erase_at = $1', [t.clock.now()]);
  expect([await runJob(t, 'customers.erase'), await erased()]).toEqual([0, false]);
  await t.db.query('UPDATE shipments SET ship_date = now() WHERE id = $1', [parcel.id]);
  expect([await runJob(t, 'customers.erase'), await erased()]).toEqual([1, true]);
});

it('the job erases nobody who changed their mind while it ran, and the failure of one delays no other', async () => {
  const [failing, other] = [await t.given.customer(), await t.given.customer()];
  await t.db.query('UPDATE customers SET erase_at = $1 WHERE id <> $2', [t.clock.now(), customer.id]);
  const run = jobRun(t);
  // The member was due when the job read it.
  const due = [customer, failing, other].map(({ id, fanclubId }) => ({ id, fanclubId }));
  jest.spyOn(run.db, 'rows').mockResolvedValueOnce(due);
  const service = t.app.get(ErasuresService);
  const erase = service.erase.bind(service);
  jest
    .spyOn(service, 'erase')
    .mockImplementation((tx, fanclub, id, at) =>
      id === failing.id ? Promise.reject(new Error('broken')) : erase(tx, fanclub, id, at),
    );
  expect(await t.app.get(ErasureJobs).eraseDue(run)).toBe(1);
  expect(await t.db.query('SELECT id FROM customers WHERE erased_at IS NOT NULL')).toEqual([
    { id: other.id },
  ]);
  // An erased member does not read that the account stays.
  const kept = t.app.get(OwnErasuresService).cancel({ fanclub: club } as never, other.id);
  await expect(kept).rejects.toThrow(LinkExpired);
});
