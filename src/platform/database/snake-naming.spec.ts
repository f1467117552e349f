import { SnakeNaming } from './snake-naming';

describe('SnakeNaming', () => {
  const naming = new SnakeNaming();

  it.each([
    ['id', 'id'],
    ['fanclubId', 'fanclub_id'],
    ['listsOptInSource', 'lists_opt_in_source'],
    ['venueLat', 'venue_lat'],
  ])('writes %s as %s', (property, column) => {
    expect(naming.columnName(property, undefined, [])).toBe(column);
  });

  it('uses a given column name unchanged', () => {
    expect(naming.columnName('address2', 'address_2', [])).toBe('address_2');
  });

  it('names constraints after their tables and columns', () => {
    expect(naming.primaryKeyName('orders')).toBe('pk_orders');
    expect(naming.uniqueConstraintName('plans', ['fanclub_id', 'id'])).toBe('uq_plans_fanclub_id');
    expect(naming.uniqueConstraintName('contest_entries', ['contest_id', 'customer_id'])).toBe(
      'uq_contest_entries_contest_customer',
    );
    expect(naming.indexName('contests', ['fanclub_id', 'starts_at'])).toBe('ix_contests_fanclub_starts_at');
    expect(naming.foreignKeyName('plan_upgrades', ['fanclub_id', 'to_plan_id'])).toBe(
      'fk_plan_upgrades_to_plan',
    );
  });
});
