import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

const PLAN = { name: 'Gold', price: '100.00' };

describe('ids of a catalogue', () => {
  it('become those of the API, and generated ones begin after them', async () => {
    const plans = [PLAN, { id: 1, name: 'First', price: '1' }, { id: 900, name: 'Last', price: '1' }];
    await database.load(catalogueOf(fanclubWith({ plans })));
    expect(await database.rows('SELECT id, name FROM plans ORDER BY id')).toEqual([
      { id: 1, name: 'First' },
      { id: 900, name: 'Last' },
      { id: 901, name: 'Gold' },
    ]);
    await database.load(catalogueOf(fanclubWith({ plans: [{ ...PLAN, name: 'Another' }] })));
    expect(await database.value(`SELECT id FROM plans WHERE name = 'Another'`)).toBe(902);
  });

  it('allow renaming an object; without an id, a new name makes a new object', async () => {
    await database.load(catalogueOf(fanclubWith({ plans: [{ id: 3, ...PLAN }] })));
    await database.load(catalogueOf(fanclubWith({ plans: [{ id: 3, name: 'Platinum', price: '100.00' }] })));
    await database.load(catalogueOf(fanclubWith({ plans: [PLAN] })));
    expect(await database.rows('SELECT id, name FROM plans ORDER BY id')).toEqual([
      { id: 3, name: 'Platinum' },
      { id: 4, name: 'Gold' },
    ]);
  });

  it('allow swapping names, addresses and times within one file', async () => {
    const club = (one: number, other: number): JsonObject =>
      catalogueOf(
        fanclubWith({
          plans: [
            { id: one, ...PLAN },
            { id: other, name: 'Silver', price: '50.00' },
          ],
          customers: [
            {
              id: one,
              email: 'one@example.com',
              subscriptions: [
                { id: one, plan: 'Gold', start_date: '2025-01-01T00:00:00Z' },
                { id: other, plan: 'Gold', start_date: '2026-01-01T00:00:00Z' },
              ],
            },
          ],
        }),
      );
    const swapped = club(2, 1);
    await database.load(club(1, 2));
    // The customer stays the same, with the two subscriptions exchanged.
    const [customer] = (swapped.organizations as never as { fanclubs: { customers: JsonObject[] }[] }[])[0]
      .fanclubs[0].customers;
    customer.id = 1;
    await database.load(swapped, { allowRemovals: true });
    expect(await database.rows('SELECT id, name FROM plans ORDER BY id')).toEqual([
      { id: 1, name: 'Silver' },
      { id: 2, name: 'Gold' },
    ]);
    expect(await database.rows('SELECT id, plan_id, start_date FROM subscriptions ORDER BY id')).toEqual([
      { id: 1, plan_id: 2, start_date: new Date('2026-01-01T00:00:00Z') },
      { id: 2, plan_id: 2, start_date: new Date('2025-01-01T00:00:00Z') },
    ]);
    const before = await database.checksums();
    await database.load(swapped);
    expect(await database.checksums()).toEqual(before);
  });

  it('let a new object take a name that another one gives up, in either order', async () => {
    await database.load(catalogueOf(fanclubWith({ customers: [{ id: 1, email: 'a@example.com' }] })));
    const customers: JsonObject[] = [{ email: 'A@example.com' }, { id: 1, email: 'b@example.com' }];
    await database.load(catalogueOf(fanclubWith({ customers })));
    expect(await database.rows('SELECT id, email FROM customers ORDER BY id')).toEqual([
      { id: 1, email: 'b@example.com' },
      { id: 2, email: 'A@example.com' },
    ]);
  });

  it('of another cell leave the generated ids alone', async () => {
    const plans = [
      { id: 7, name: 'Own', price: '1' },
      { id: 3_000_000_000_005, name: 'Of cell 3', price: '1' },
      { id: 9_006_999_999_999_999, name: 'The last of all cells', price: '1' },
    ];
    await database.load(catalogueOf(fanclubWith({ plans })));
    await database.load(catalogueOf(fanclubWith({ plans: [PLAN] })));
    expect(await database.value(`SELECT id FROM plans WHERE name = 'Gold'`)).toBe(8);
  });

  it('are followed in a cell only by ids of this cell', async () => {
    await database.rows(
      'ALTER SEQUENCE plans_id_seq MINVALUE 3000000000000 MAXVALUE 3999999999999 START 3000000000000 RESTART',
    );
    const plans = [
      { id: 7, name: 'Of cell 0', price: '1' },
      { id: 3_000_000_000_005, name: 'Own', price: '1' },
      { id: 4_000_000_000_000, name: 'Of cell 4', price: '1' },
    ];
    await database.load(catalogueOf(fanclubWith({ plans })));
    await database.load(catalogueOf(fanclubWith({ plans: [PLAN] })));
    expect(await database.value(`SELECT id FROM plans WHERE name = 'Gold'`)).toBe(3_000_000_000_006);
  });
});
