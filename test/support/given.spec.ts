import { type DataSource, type EntityTarget } from 'typeorm';
import { FixedClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { hashToken } from '#libs/token';
import { createTestDatabase, type TestDatabase } from '#libs/testing';
import { openDataSource } from './data-source';
import { Fanclub } from '../../src/platform/tenants';
import { Session } from '#platform/access/session.entity';
import { ENCRYPTION_KEY, PASSWORD, PASSWORD_HASH } from '#samples';
import { makersByName } from '../samples/registry';
import { emptyTables } from './empty-tables';
import { Given } from './given';

let database: TestDatabase;
let db: DataSource;
let given: Given;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await openDataSource(database.url);
});

beforeEach(async () => {
  await emptyTables(db);
  given = new Given(db, new FixedClock());
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Everything `given` can make, each on its own. */
const MAKERS = makersByName();

const savedAs = (row: object): EntityTarget<object> | undefined =>
  db.entityMetadatas
    .map(({ target }) => target)
    .find((entity) => typeof entity === 'function' && row instanceof entity);

describe('given', () => {
  it.each(Object.entries(MAKERS))(
    '%s: saves the row that it returns, and can be called twice',
    async (_, make) => {
      for (const row of [await make(given), await make(given)]) {
        const entity = typeof row === 'object' && row ? savedAs(row) : undefined;
        if (!entity) continue;
        const repository = db.getRepository(entity);
        const found = await repository.findOneByOrFail(
          repository.metadata.getEntityIdMap(row as object) ?? {},
        );
        expect(row).toMatchObject(found);
      }
    },
  );

  it('fills every table of the service', async () => {
    for (const make of Object.values(MAKERS)) await make(given);

    const empty: string[] = [];
    // The number of the database is no data.
    for (const { tableName } of db.entityMetadatas.filter(({ tableName: name }) => name !== 'cells')) {
      const rows: unknown[] = await db.query(`SELECT 1 FROM ${tableName} LIMIT 1`);
      if (rows.length === 0) empty.push(tableName);
    }
    expect(empty).toEqual([]);
  });

  it('begins with empty tables and the id 1 in every test', async () => {
    expect((await given.customer()).id).toBe(1);
    await emptyTables(db);
    expect((await new Given(db, new FixedClock()).customer()).id).toBe(1);
  });

  it('puts all rows into the first fan club', async () => {
    const club = await given.fanclub({ name: 'The Lanterns', key: 'lanterns' });
    const [customer, again] = await Promise.all([given.customer(), given.fanclub()]);

    expect(again).toBe(club);
    expect(club.key).toBe('lanterns');
    expect(customer.fanclubId).toBe(club.id);
  });

  it('makes one fan club for rows that are made simultaneously', async () => {
    await Promise.all([given.customer(), given.plan(), given.event()]);
    expect(await db.getRepository(Fanclub).count()).toBe(1);
  });

  it('makes related rows in the same fan club', async () => {
    const own = await given.fanclub();
    const other = await given.fanclub({});
    const { fanclubId, planId } = await given.subscription({
      customer: await given.customer({ fanclubId: other.id }),
    });
    const contest = await given.contest({ plans: [await given.plan({ fanclubId: other.id })] });

    expect(other.organizationId).not.toBe(own.organizationId);
    expect([fanclubId, contest.fanclubId]).toEqual([other.id, other.id]);
    expect(planId).toBeGreaterThan(0);
  });

  it('lets overrides win over every default', async () => {
    const customer = await given.customer({ email: 'ada@example.test', age: 20 });
    expect(customer).toMatchObject({ email: 'ada@example.test', birthdate: '2006-06-14' });
    expect(await given.order({ customer, paidAt: null })).toMatchObject({
      customerId: customer.id,
      paidAt: null,
    });
    expect(await given.shipment({ shipDate: null })).toMatchObject({ shipDate: null, trackingUrl: null });
  });

  it('ends a subscription after the duration of its plan, if it has one', async () => {
    const startDate = new Date('2026-01-31T00:00:00Z');
    const month = await given.subscription({ startDate, plan: await given.plan({ duration: 1 }) });
    const endless = await given.subscription({ plan: await given.plan({ duration: null }) });

    expect(month.endDate).toEqual(new Date('2026-02-28T00:00:00Z'));
    expect(endless.endDate).toBeNull();
  });

  it('returns the token of a session, and stores its hash', async () => {
    const customer = await given.customer();
    const token = await given.session({ customer });
    expect(await db.getRepository(Session).findOneBy({ tokenHash: hashToken(token) })).toMatchObject({
      fanclubId: customer.fanclubId,
      customerId: customer.id,
    });
  });

  it('seals the secret of a login provider with the key of the service under test', async () => {
    const { appSecretSealed } = await given.loginProvider({ appSecret: 'hush' });
    expect(new Sealer([ENCRYPTION_KEY]).open(appSecretSealed)).toBe('hush');
  });

  it('knows the password of its customers', async () => {
    const passwords = new Passwords({});
    expect(await passwords.verify(PASSWORD, PASSWORD_HASH, 'test')).toBe(true);
    expect(passwords.needsRehash(PASSWORD_HASH)).toBe(false);
  });
});
