import { personTables } from '../../src/platform/erasure';
import { Mails } from '../../src/platform/mail';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { daysFrom } from '#samples';
import { personWithEverything } from '../support/personal-world';
import { runJob } from '../support/run-job';
import { staffOf, type StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

let club: Fanclub;
beforeEach(async () => {
  club = await t.given.fanclub({ name: 'The Lanterns' });
});

const pathOf = (customer: Pick<Customer, 'id'>) =>
  `/fanclubs/${club.id}/members/${customer.id}/person_export`;

/** Runs the job that the request has queued. */
const make = (exportId: number) =>
  runJob(t, 'person_exports.make', undefined, { fanclubId: club.id, exportId });

const taken = (staff: StaffClient, customer: Customer, form: string) =>
  staff.post(`${pathOf(customer)}/${form}`);

it('staff get all rows about a member once in each form, within a day, on record', async () => {
  const owner = await staffOf(t);
  const customer = await personWithEverything(t, club);
  await t.given.shippingAddress({ city: 'Bystander' });
  await owner.get(`/fanclubs/${club.id}/members/${customer.id}`);
  expect((await owner.get(pathOf(customer))).status).toBe(404);

  const asked = await owner.post(pathOf(customer));
  expect([asked.status, asked.body.ready]).toEqual([201, false]);
  expect((await taken(owner, customer, 'json')).status).toBe(409);
  expect(await make(asked.body.id as number)).toBe(1);
  expect((await owner.get(pathOf(customer))).body).toMatchObject({ ready: true, json_taken: false });
  // Only for who asked.
  expect((await (await staffOf(t)).get(pathOf(customer))).status).toBe(404);

  const { body } = await taken(owner, customer, 'json');
  const without = personTables()
    .map(({ name }) => name)
    .filter((name) => !(name in body.tables));
  expect(without).toEqual(['distinct_members', 'security_events']);
  expect(body.tables.customers.rows[0]).toMatchObject({
    email: customer.email,
    first_name: customer.firstName,
  });
  expect(body.tables.mails.rows).toMatchObject([{ kind: 'confirm_address' }]);
  expect(JSON.stringify(body)).not.toMatch(/password_hash|token_hash|Bystander|sealed/);
  expect((await taken(owner, customer, 'json')).status).toBe(409);
  const page = await taken(owner, customer, 'html');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await runJob(t, 'person_exports.purge')).toBe(1);

  const records = await t.db.query<{ action: string }[]>(
    `SELECT action FROM staff_audits WHERE customer_id = $1 AND action LIKE 'member.export%' ORDER BY id`,
    [customer.id],
  );
  expect(records.map(({ action }) => action)).toEqual([
    'member.export_asked',
    'member.export_downloaded',
    'member.export_downloaded',
  ]);
});

it('an export has the latest thousand rows of a table, and is over after a day', async () => {
  const owner = await staffOf(t);
  const customer = await t.given.customer();
  await t.db.query(
    `INSERT INTO email_aliases (fanclub_id, customer_id, email)
     SELECT $1, $2, 'alias-' || n || '@x.example' FROM generate_series(1, 1001) n`,
    [club.id, customer.id],
  );
  const asked = await owner.post(pathOf(customer));
  await make(asked.body.id as number);
  const { body } = await taken(owner, customer, 'json');
  const { rows, isCut } = body.tables.email_aliases;
  expect([rows.length, rows[0].email, isCut]).toEqual([1_000, 'alias-1001@x.example', true]);
  await t.db.query(`UPDATE person_exports SET expires_at = $1`, [t.clock.now()]);
  expect((await taken(owner, customer, 'html')).status).toBe(404);
});

it('a presale code is left out until its pool opens, and two simultaneous requests make one export', async () => {
  const owner = await staffOf(t);
  const customer = await t.given.customer();
  const pool = await t.given.presalePool({ opensAt: daysFrom(t.clock.now(), 1) });
  const { code } = await t.given.presaleCode({ customer, pool });
  const codeNow = async () => {
    await Promise.all([owner.post(pathOf(customer)), owner.post(pathOf(customer))]);
    const exports = await t.db.query<[{ id: number }]>('SELECT id FROM person_exports');
    expect(exports).toHaveLength(1);
    await make(exports[0].id);
    return (await taken(owner, customer, 'json')).body.tables.presale_codes.rows[0].code;
  };
  expect(await codeNow()).toBeNull();
  await t.db.query('UPDATE presale_pools SET opens_at = $1', [t.clock.now()]);
  expect(await codeNow()).toBe(code);
});

it('an address that is not confirmed counts only for the mails that ask to confirm it', async () => {
  const other = await t.given.customer({ email: 'other@x.example' });
  const customer = await t.given.customer({ newEmail: other.email });
  const addressDigest = t.app.get(Mails).digestsOf(other.email!)[0];
  for (const kind of ['receipt', 'confirm_new_address'] as const) await t.given.mail({ kind, addressDigest });
  const owner = await staffOf(t);
  const asked = await owner.post(pathOf(customer));
  await make(asked.body.id as number);
  const { body } = await taken(owner, customer, 'json');
  expect(body.tables.mails.rows).toMatchObject([{ kind: 'confirm_new_address' }]);
  await owner.post(`/fanclubs/${club.id}/members/${customer.id}/erase`, { reason: 'asked' });
  expect(await t.db.query('SELECT kind FROM mails')).toEqual([{ kind: 'receipt' }]);
});

it('an erasure deletes an export that was made before', async () => {
  const owner = await staffOf(t);
  const customer = await t.given.customer();
  const asked = await owner.post(pathOf(customer));
  await make(asked.body.id as number);
  const erased = await owner.post(`/fanclubs/${club.id}/members/${customer.id}/erase`, { reason: 'asked' });
  expect([erased.status, (await taken(owner, customer, 'json')).status]).toEqual([204, 404]);
  expect((await owner.post(pathOf(customer))).status).toBe(404);
});
