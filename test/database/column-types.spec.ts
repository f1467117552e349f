import { withConnection } from '#libs/testing';
import { Customer } from '#domains/accounts/customer.entity';
import { Sql, statement } from '../../src/platform/database';
import { Fanclub, Organization } from '../../src/platform/tenants';
import { Order } from '#domains/orders/order.entity';
import { Plan } from '#domains/plans/plan.entity';
import { type OpenDatabase, openDatabase } from '../support/open-database';

describe('the types of columns', () => {
  let database: OpenDatabase;
  let order: Order;

  beforeAll(async () => {
    database = await openDatabase();
    const { manager } = database.dataSource;
    const { id: organizationId } = await manager.save(Organization, { name: 'O' });
    const { id: fanclubId } = await manager.save(Fanclub, {
      organizationId,
      name: 'F',
      siteUrl: 'https://f.example',
      plansUrl: 'https://f.example/join',
      supportEmail: 'help@f.example',
    });
    const { id: planId } = await manager.save(Plan, {
      fanclubId,
      name: 'Gold',
      price: '24.99',
      tags: ['a', 'b'],
    });
    const { id: customerId } = await manager.save(Customer, { fanclubId, birthdate: '1990-02-28' });
    order = await manager.save(Order, {
      id: Number.MAX_SAFE_INTEGER,
      fanclubId,
      customerId,
      planId,
      createdAt: new Date('2013-01-30T10:00:00Z'),
    });
  });
  afterAll(() => database.close());

  it('are numbers for ids, by repositories and by SQL', async () => {
    const { manager } = database.dataSource;
    const found = await manager.findOneByOrFail(Order, { fanclubId: order.fanclubId, id: order.id });
    expect([found.id, found.fanclubId]).toEqual([Number.MAX_SAFE_INTEGER, order.fanclubId]);
    const read = statement('test.types', {
      text: 'SELECT id, ARRAY[id, NULL] AS ids, count(*) OVER () AS n FROM orders',
    });
    expect(await new Sql(database.dataSource).first(read, {})).toEqual({
      id: Number.MAX_SAFE_INTEGER,
      ids: [Number.MAX_SAFE_INTEGER, null],
      n: 1,
    });
  });

  it('are refused beyond the safe integers instead of rounded', async () => {
    const asked = database.dataSource.query('SELECT 9007199254740993::bigint AS id');
    await expect(asked).rejects.toThrow('9007199254740993');
  });

  it('are strings for dates and money, and a Date for times', async () => {
    const { manager } = database.dataSource;
    const plan = await manager.findOneByOrFail(Plan, { id: order.planId });
    const customer = await manager.findOneByOrFail(Customer, { id: order.customerId });
    const found = await manager.findOneByOrFail(Order, { id: order.id });
    expect([plan.price, plan.tags]).toEqual(['24.99', ['a', 'b']]);
    expect(customer.birthdate).toBe('1990-02-28');
    expect(found.createdAt).toEqual(new Date('2013-01-30T10:00:00Z'));
    const read = statement('test.dates', {
      text: 'SELECT c.birthdate, p.price, o.created_at FROM orders o, customers c, plans p',
    });
    expect(await new Sql(database.dataSource).first(read, {})).toEqual({
      birthdate: '1990-02-28',
      price: '24.99',
      created_at: new Date('2013-01-30T10:00:00Z'),
    });
  });

  it('change nothing for other users of pg in the process', async () => {
    const seen = await withConnection(database.url, (client) => client.query('SELECT 1::bigint AS id'));
    expect(seen.rows).toEqual([{ id: '1' }]);
  });
});
