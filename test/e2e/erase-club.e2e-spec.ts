import { type Club, Given } from '#samples';
import { SecurityEventRow } from '../../src/platform/audit';
import { eraseClub, findErasable } from '../../src/platform/erasure';
import { Files } from '../../src/platform/files';
import { Fanclub } from '../../src/platform/tenants';
import { fanclub } from '../../src/tools/cli/main';
import { ContentWorld } from '../support/content/content-world';
import { untilWaiting } from '../support/lock-waits';
import { testApp, testEnvironment } from '../support/start-test-app';
import { CanaryGiven } from '../tenants/canary-given';
import { Snapshot } from '../tenants/snapshot';
import { buildWorld } from '../tenants/world';

const t = testApp();

interface Typed {
  yes?: string;
  ask?: () => Promise<string>;
  more?: readonly string[];
  folder?: string;
}

async function erase(key: string, { yes, ask, more = [], folder }: Typed = {}) {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line), ask };
  const parameters = ['erase-club', key, ...(yes === undefined ? [] : ['--yes', yes]), ...more];
  const environment = {
    ...testEnvironment(t.config.database.url),
    FILES_FOLDER: folder ?? t.config.files.folder,
  };
  const code = await fanclub(parameters, environment, terminal);
  return { code, out: out.join('\n'), logged: logged.join('\n') };
}

/** The tables with a column `fanclub_id`. */
async function clubTables(): Promise<string[]> {
  const rows = await t.db.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'fanclub_id' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** The tables in which a fan club has rows, with their numbers. */
async function rowsOf(id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await clubTables()) {
    const [{ count }] = await t.db.query<{ count: number }[]>(
      `SELECT count(*) FROM "${table}" WHERE fanclub_id = $1`,
      [id],
    );
    if (count > 0) counts[table] = count;
  }
  return counts;
}

/** Adds what only the work of staff adds to a fan club. */
async function addStaffRows({ id, organization, key }: Club): Promise<void> {
  const given = new Given(t.db, t.clock);
  // Makers number their rows; these begin after all rows of the world.
  for (let n = 0; n < 10_000; n += 1) given.seed();
  given.tenant = Promise.resolve({ id, organizationId: organization, key });
  await given.parcelBatch();
  await given.issueMail();
  await given.orderGift();
  await given.contestExclusion();
  await given.staffRead();
  await given.renewalMail();
  await given.personExport();
  await given.distinctMembers();
  await given.memberNote();
  await given.sentMail();
  await given.retentionRule();
  await given.staffApiKey();
  await given.webhookDelivery();
  await given.webhookCounter({ fanclubId: id });
  await given.membershipWatch({ fanclubId: id });
}

describe('erasing a fan club', () => {
  it('deletes its rows in all tables, and changes no row of other clubs', async () => {
    const { a1, a2 } = await buildWorld(t, new CanaryGiven(t.db, t.clock));
    await addStaffRows(a1);
    await t.given.securityEvent({ fanclubId: a1.id, actorKind: 'operator', network: null });
    await t.given.searchAudit({ fanclubId: a1.id });
    await t.given.securityEvent({ fanclubId: a1.id });
    const { name } = await t.db.getRepository(Fanclub).findOneByOrFail({ id: a1.id });
    const before = await rowsOf(a1.id);
    expect(Object.keys(before)).toEqual(await clubTables());
    const snapshot = await Snapshot.take(t.db);

    const { code, out, logged } = await erase(a1.key, {
      yes: name,
      more: ['--allow-missing-files'],
    });
    expect({ code, out }).toEqual({ code: 0, out: `The fan club “${name}” is erased.` });
    for (const [table, count] of Object.entries(before)) {
      const shown = table === 'security_events' ? count - 1 : count;
      expect(logged).toMatch(new RegExp(`^  ${table} +${shown}$`, 'm'));
    }
    const changes = await snapshot.changes();
    expect(changes.filter(({ owner }) => owner !== a1.id)).toEqual([]);
    expect(new Set(changes.map(({ table }) => table))).toEqual(new Set([...Object.keys(before), 'fanclubs']));
    expect(await t.db.getRepository(Fanclub).existsBy({ id: a1.id })).toBe(false);
    expect(await rowsOf(a1.id)).toEqual({ security_events: 3 });
    const events = await t.db.getRepository(SecurityEventRow).find({
      where: { fanclubId: a1.id },
      order: { id: 'ASC' },
    });
    expect(events).toMatchObject(
      ['login.succeeded', 'erasure.started', 'erasure.completed'].map((action) => ({
        action,
        actorKind: 'operator',
        network: null,
      })),
    );
    expect((await t.api.get('/fanclub', { key: a1.key })).body.status).toBe('error');
    expect((await t.api.get('/fanclub', { key: a2.key })).body.status).toBe('ok');
  });

  it('continues after an interruption, with the revoked key', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    await t.given.customer({ fanclubId: club.id });
    const failing = () => {
      throw new Error('interrupted');
    };
    await expect(eraseClub(t.db, t.clock, club.id, failing)).rejects.toThrow('interrupted');
    expect((await t.api.get('/fanclub', { key: club.key })).body.status).toBe('error');
    expect((await findErasable(t.db, club.key))?.rows.get('customers')).toBe(1);
    expect((await erase(club.key, { yes: 'Tin Comets' })).code).toBe(0);
    expect(await rowsOf(club.id)).toEqual({ security_events: 2 });
  });

  it('waits for a transaction that adds a row, and deletes the row', async () => {
    const club = await t.given.fanclub();
    let erasing: Promise<void> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.query(`INSERT INTO contacts (fanclub_id, email) VALUES ($1, 'late@example.test')`, [club.id]);
      erasing = eraseClub(t.db, t.clock, club.id);
      await untilWaiting(t, 1);
    });
    await erasing;
    expect(await rowsOf(club.id)).toEqual({ security_events: 2 });
  });

  it('is refused while money may still arrive', async () => {
    const club = await t.given.fanclub({ name: 'The Lanterns' });
    const account = await t.given.paymentAccount({ enabled: true });
    const payment = await t.given.payment({ account, state: 'open', settledAt: null });
    const yes = { yes: 'The Lanterns' };
    expect(await erase(club.key, yes)).toMatchObject({
      code: 1,
      logged: expect.stringContaining('payments disconnect'),
    });
    await t.db.query('UPDATE payment_accounts SET enabled = false');
    expect(await erase(club.key, yes)).toMatchObject({
      code: 1,
      logged: expect.stringContaining('1 payments may still arrive'),
    });
    await t.db.query(`UPDATE payments SET state = 'expired' WHERE id = $1`, [payment.id]);
    expect((await erase(club.key, yes)).code).toBe(0);
  });

  describe('with files', () => {
    const stored = async (id: number): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of t.app.get(Files).list(id)) keys.push(key);
      return keys;
    };
    let world: ContentWorld;
    let key: string;
    const yes = 'Tin Comets';
    beforeEach(async () => {
      const club = await t.given.fanclub({ name: yes });
      key = club.key;
      // Of the tests before, whose fan clubs had the same id.
      for await (const file of t.app.get(Files).list(club.id)) await t.app.get(Files).remove(file);
      world = await ContentWorld.make(t);
      await world.upload('Demo.mp3', 'ID3 a song');
      expect(await stored(club.id)).toHaveLength(1);
    });

    it('deletes them, also one without a row, and none of another fan club', async () => {
      const { fanclubId } = world.benefit;
      const { id } = await t.given.anotherFanclub();
      const upload = {
        async *bytes() {
          yield await Promise.resolve(Buffer.from('late'));
        },
      };
      for (const club of [fanclubId, id]) await t.app.get(Files).add(club, upload);
      expect((await erase(key, { yes })).code).toBe(0);
      expect([await stored(fanclubId), (await stored(id)).length]).toEqual([[], 1]);
    });

    it.each([
      ['has moved', `held_at = now(), moved_to = 'cell 1'`, 'has moved to cell 1'],
      ['is held', 'held_at = now()', 'The fan club is held'],
    ])('deletes nothing if the fan club %s', async (_, change, reason) => {
      await t.db.query(`UPDATE fanclubs SET ${change} WHERE id = $1`, [world.benefit.fanclubId]);
      const { code, logged } = await erase(key, { yes });
      expect([code, logged]).toEqual([1, expect.stringContaining(reason)]);
      expect(await stored(world.benefit.fanclubId)).toHaveLength(1);
    });

    it('deletes nothing where the files are not, unless the operator says that they are lost', async () => {
      const elsewhere = { yes, folder: `${t.config.files.folder}-elsewhere` };
      const { code, logged } = await erase(key, elsewhere);
      expect([code, logged]).toEqual([1, expect.stringContaining('1 of 1 uploaded files were not found.')]);
      expect((await erase(key, { ...elsewhere, more: ['--allow-missing-files'] })).code).toBe(0);
    });
  });

  it('needs the name of the fan club, typed or as a parameter', async () => {
    const club = await t.given.fanclub({ name: 'Tin Comets' });
    const refused = 'This is not the name of the fan club. Nothing was erased.';
    expect(await erase(club.key)).toMatchObject({ code: 1, logged: expect.stringMatching(/add --yes with/) });
    expect(await erase(club.key, { yes: 'tin comets' })).toMatchObject({
      code: 1,
      logged: expect.stringContaining(refused),
    });
    const ask = (answer: string) => () => Promise.resolve(answer);
    expect(await erase(club.key, { ask: ask('yes') })).toMatchObject({
      code: 1,
      logged: expect.stringContaining(refused),
    });
    expect((await t.api.get('/fanclub', { key: club.key })).body.status).toBe('ok');
    expect((await erase(club.key, { ask: ask('Tin Comets') })).code).toBe(0);
    expect(await erase(club.key, { yes: 'Tin Comets' })).toEqual({
      code: 1,
      out: '',
      logged: 'No fan club has or had this key.',
    });
  });
});
