import { SystemClock } from '#libs/clock';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { MAINTENANCE } from '../../src/platform/database/data-source-options';
import { migrate } from '../../src/platform/database/migrate';
import { Given } from '../support/given';
import { untilWaiting } from '../support/lock-waits';
import { type OpenDatabase, openDatabase } from '../support/open-database';

const CREATE_STOCK = 'CreateStock1760000070100';

let database: OpenDatabase;
let given: Given;
let plan: Plan;
let customer: Customer;

beforeEach(async () => {
  database = await openDatabase({ ...MAINTENANCE, poolSize: 5 });
  given = new Given(database.dataSource, new SystemClock());
  plan = await given.plan({ price: '24.99' });
  customer = await given.customer();
});
afterEach(() => database.close());

const isThere = async (): Promise<boolean> =>
  (await database.dataSource.query<[]>('SELECT FROM migrations WHERE name = $1', [CREATE_STOCK])).length > 0;

/** Reverts the migrations to the one before the stock of plans, and applies them again. */
async function migratedAgain(between: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  while (await isThere()) await database.dataSource.undoLastMigration();
  await between();
  await migrate(database.dataSource);
}

const items = () =>
  database.dataSource.query('SELECT order_id AS id, sold FROM stock_items ORDER BY order_id');

describe('the migration that creates the stock of plans', () => {
  it('gives items to open and paid orders, and none to renewals of the same plan', async () => {
    const { id: renewsSubscriptionId } = await given.subscription({ customer, plan });
    const orders = [
      await given.order({ plan, checkoutReference: 'paid' }),
      await given.order({ plan, checkoutReference: 'open', paidAt: null }),
    ];
    await given.order({ plan, customer, checkoutReference: 'renewal', renewsSubscriptionId });
    await given.order({ plan });
    await migratedAgain();
    expect(await items()).toEqual([
      { id: orders[0].id, sold: true },
      { id: orders[1].id, sold: false },
    ]);
  });

  it('also runs while a fan club is held', async () => {
    const { id } = await given.order({ plan, checkoutReference: 'paid' });
    await migratedAgain(() => database.dataSource.query('UPDATE fanclubs SET held_at = now()'));
    expect(await items()).toEqual([{ id, sold: true }]);
  });
});

it('the capacity of a plan counts what a concurrent transaction changes', async () => {
  const order = await given.order({ plan, checkoutReference: 'open', paidAt: null });
  await given.stockItem({ order, sold: false });
  await given.waitingEntry({ plan, customer });
  const [sale, leaving] = [database.dataSource.createQueryRunner(), database.dataSource.createQueryRunner()];
  await sale.startTransaction();
  await sale.query('UPDATE stock_items SET sold = true');
  await leaving.startTransaction();
  await leaving.query('DELETE FROM waiting_entries');
  const limited = given.planStock({ plan });
  await untilWaiting({ db: database.dataSource }, 1);
  await sale.commitTransaction();
  await untilWaiting({ db: database.dataSource }, 1);
  await leaving.commitTransaction();
  await limited;
  for (const one of [sale, leaving]) await one.release();
  expect(await database.dataSource.query('SELECT held, sold, waiting FROM plan_stock')).toEqual([
    { held: 0, sold: 1, waiting: 0 },
  ]);
});
