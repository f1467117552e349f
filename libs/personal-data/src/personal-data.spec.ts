import { personalColumns, personalDataOf, PersonalRows } from './personal-data';

@PersonalRows<Address>({
  of: 'personId',
  merged: 'moved',
  deleted: { name: ['firstName', 'lastName'] },
  kept: { activity: ['country'] },
})
class Address {
  personId!: number;
  firstName!: string;
  lastName!: string;
  country!: string;
}

it('knows the columns of a class with what happens to them, and nothing of a class without declaration', () => {
  expect(personalColumns(personalDataOf(Address)!)).toEqual([
    { property: 'firstName', kind: 'name', fate: 'deleted' },
    { property: 'lastName', kind: 'name', fate: 'deleted' },
    { property: 'country', kind: 'activity', fate: 'kept' },
  ]);
  expect(personalDataOf(class {})).toBeNull();
});
