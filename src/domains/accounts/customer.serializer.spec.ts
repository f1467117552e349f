import {
  accountShape,
  createdShape,
  loginShape,
  reducedShape,
  searchShape,
  unregisteredShape,
} from './customer.serializer';
import { someCustomer, fanclubInfo, someMembership } from '#platform/access/viewer.fixtures';

const now = new Date('2026-06-15T12:00:00Z');
const club = fanclubInfo({ id: 4 });
const forum = fanclubInfo({ id: 4, forumIntegration: true });
const member = someCustomer({ id: 7, membership: someMembership() });
const lapsed = someCustomer({ membership: null });

const keys = (shape: object): string[] => Object.keys(shape);

/** The keys of a customer, in their order (contract 4.14). */
const TABLE = [
  'id',
  'first_name',
  'last_name',
  'email',
  'new_email',
  'birthdate',
  'age',
  'username',
  'fanclub_id',
  'registered',
  'expired',
  'trial_membership',
  'at_renewal_cap',
  'auto_renewal_enabled',
  'lists_opt_in',
  'email_aliases',
  'invalid_email_message',
  'authentications',
  'subscription',
];
const tableWithout = (...omitted: string[]): string[] => TABLE.filter((key) => !omitted.includes(key));

describe('the shapes of a customer', () => {
  it.each([
    ['GET /account', accountShape(member, forum, now), ['registered']],
    ['POST /login', loginShape(member, forum, now), ['auto_renewal_enabled', 'lists_opt_in']],
    ['the search', searchShape(member, forum, now), ['registered', 'auto_renewal_enabled', 'lists_opt_in']],
    [
      'creation and update',
      createdShape(member, forum, now),
      ['registered', 'auto_renewal_enabled', 'lists_opt_in', 'subscription'],
    ],
    ['an unregistered customer', unregisteredShape(member, forum), ['registered']],
  ])('%s has the keys of the table, in its order', (_, shape, omitted) => {
    expect(keys(shape)).toEqual(tableWithout(...omitted));
  });

  it.each([
    ['GET /account', accountShape],
    ['POST /login', loginShape],
    ['the search', searchShape],
    ['creation and update', createdShape],
    ['an unregistered customer', unregisteredShape],
  ])(
    '%s has no user name without forum integration, and no subscription without an active one',
    (_, shape) => {
      const printed = keys(shape(lapsed, club, now));
      expect(printed).not.toContain('username');
      expect(printed).not.toContain('subscription');
    },
  );

  it('print the facts about the customer', () => {
    expect(accountShape(member, forum, now)).toEqual({
      id: 7,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@x.example',
      new_email: 'ada@new.example',
      birthdate: '1990-12-10',
      age: 35,
      username: 'ada',
      fanclub_id: 4,
      expired: false,
      trial_membership: true,
      at_renewal_cap: true,
      auto_renewal_enabled: true,
      lists_opt_in: true,
      email_aliases: ['ada@x.example', 'old@x.example'],
      invalid_email_message:
        'Please update and confirm your email to continue receiving important notifications from us.',
      authentications: [{ name: 'social' }],
      subscription: {
        plan: {
          id: 3,
          name: 'Gold Plan',
          class: 'gold-plan',
          description: '<p>All</p>',
          online_benefits: null,
          annotations: null,
          tags: ['gold'],
        },
        start_date: '2026-01-01T08:00:00Z',
        end_date: '2026-06-01T00:00:00Z',
        lapsed: true,
        trial_membership: true,
        affiliates: [{ id: 5, name: 'Tickets', codes: ['A1'] }],
      },
    });
  });

  it('show a customer without an active subscription as expired, and without a trial', () => {
    expect(accountShape(lapsed, club, now)).toMatchObject({ expired: true, trial_membership: false });
  });

  it('have no message about a valid address, and null as the end of an unlimited subscription', () => {
    const customer = someCustomer({ invalidEmail: false, membership: someMembership({ endDate: null }) });
    expect(accountShape(customer, club, now)).toMatchObject({
      invalid_email_message: null,
      subscription: { end_date: null },
    });
  });
});

describe('the shape of an unregistered customer', () => {
  it('has no field that identifies the customer, even if such values are stored', () => {
    expect(unregisteredShape(someCustomer({ membership: null }), forum)).toEqual({
      id: null,
      first_name: null,
      last_name: null,
      email: null,
      new_email: null,
      birthdate: null,
      age: null,
      username: null,
      fanclub_id: null,
      expired: true,
      trial_membership: false,
      at_renewal_cap: true,
      auto_renewal_enabled: true,
      lists_opt_in: false,
      email_aliases: [],
      invalid_email_message: null,
      authentications: [],
    });
  });
});

describe('the reduced shape', () => {
  it('has the fields of contract 4.14, and a reduced subscription', () => {
    const shape = reducedShape(member, forum);
    expect(keys(shape)).toEqual([
      'id',
      'first_name',
      'last_name',
      'email',
      'birthdate',
      'fanclub_id',
      'expired',
      'authentications',
      'subscription',
    ]);
    expect(shape).toEqual({
      id: 7,
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@x.example',
      birthdate: '1990-12-10',
      fanclub_id: 4,
      expired: false,
      authentications: [{ name: 'social' }],
      subscription: {
        plan: { id: 3, name: 'Gold Plan', description: '<p>All</p>', annotations: null },
        start_date: '2026-01-01T08:00:00Z',
        affiliates: [{ id: 5, name: 'Tickets', codes: ['A1'] }],
      },
    });
    expect(keys(shape.subscription!)).toEqual(['plan', 'start_date', 'affiliates']);
  });

  it('has no subscription without an active one', () => {
    expect(reducedShape(lapsed, club)).toMatchObject({ expired: true });
    expect(keys(reducedShape(lapsed, club))).not.toContain('subscription');
  });
});
