import { someCustomer, fanclubInfo } from '#platform/access/viewer.fixtures';
import { addressesOf, ageOf } from './customer.rules';

describe('ageOf', () => {
  const customer = someCustomer({ birthdate: '2000-06-15' });

  it('counts the birthday when it begins in the zone of the fan club, not in UTC', () => {
    const losAngeles = fanclubInfo({ timeZone: 'America/Los_Angeles' });
    expect(ageOf(customer, losAngeles, new Date('2026-06-15T06:59:59Z'))).toBe(25);
    expect(ageOf(customer, losAngeles, new Date('2026-06-15T07:00:00Z'))).toBe(26);
    expect(ageOf(customer, fanclubInfo({ timeZone: 'Asia/Tokyo' }), new Date('2026-06-14T15:00:00Z'))).toBe(
      26,
    );
  });

  it('is null without birthdate', () => {
    expect(
      ageOf(someCustomer({ birthdate: null }), fanclubInfo(), new Date('2026-06-15T07:00:00Z')),
    ).toBeNull();
  });
});

describe('addressesOf', () => {
  it('lists the current address first, then the former ones in their order', () => {
    const customer = someCustomer({
      email: 'now@x.example',
      emailAliases: ['first@x.example', 'second@x.example'],
    });
    expect(addressesOf(customer)).toEqual(['now@x.example', 'first@x.example', 'second@x.example']);
  });

  it('lists an address once when the customer went back to a former one', () => {
    const customer = someCustomer({
      email: 'Ada@x.example',
      emailAliases: ['ada@X.example', 'old@x.example'],
    });
    expect(addressesOf(customer)).toEqual(['Ada@x.example', 'old@x.example']);
  });

  it('lists nothing for a customer without any', () => {
    expect(addressesOf(someCustomer({ email: null, emailAliases: [] }))).toEqual([]);
  });
});
