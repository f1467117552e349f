import type { TestApp } from '../../support/start-test-app';
import type { Scenes } from '../scenes';
import { each, invalid, LONG, missing, type Row, tooLong } from './texts';

const CONTACT_TEXTS = ['first_name', 'last_name', 'lists_opt_in_source'];
const CONTACT_LABELS = ['First name', 'Last name', 'Lists opt in source'];
const numbered = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, n]));

const UNLISTED = 'is not included in the list';
const LINES = ['first_name', 'last_name', 'address', 'address_2', 'city', 'state', 'postal_code'];
const LINE_LABELS = ['First name', 'Last name', 'Address', 'Address 2', 'City', 'State', 'Postal code'];

/** Contacts. */
export const contactRefusals = (t: TestApp, s: Scenes): Row[] => [
  ['signUpContact', 'Contact parameter is required.', () => t.api.post('/contacts')],
  ['signUpContact', 'Email does not appear to be valid', () => s.signUp({ email: '' })],
  [
    'signUpContact',
    'Email is already subscribed as a member of <fanclub_name>',
    () => s.besides({ email: 'ada@x.example' }, () => s.signUp({ email: 'ada@x.example' })),
  ],
  ['signUpContact', 'You are already subscribed', () => s.signUpAgain()],
  ['signUpContact', 'Must enter a valid birthdate', () => s.signUp({ birthdate: '1990-13-01' })],
  ['signUpContact', 'You are not old enough', () => s.signUp({ birthdate: '2025-01-01' })],
  // Only the first fault is reported.
  ...CONTACT_TEXTS.flatMap((name, index): Row[] => [
    ['signUpContact', invalid(CONTACT_LABELS[index]), () => s.signUp({ [name]: [] })],
    ['signUpContact', tooLong(CONTACT_LABELS[index]), () => s.signUp({ [name]: LONG })],
  ]),
  ['signUpContact', 'Custom fields are too many (maximum is 50)', () => s.signUp(numbered)],
  [
    'signUpContact',
    'Custom fields are nested too deeply (maximum is 5 levels)',
    () => s.signUp({ a: [[[[[[1]]]]]] }),
  ],
  ['signUpContact', 'Custom fields are invalid', () => s.signUp({ a: '\0' })],
  [
    'signUpContact',
    'Custom fields are too large (maximum is 16 KiB together)',
    () => s.signUp({ a: 'x'.repeat(17_000) }),
  ],
];

/** Events, contests, orders, subscriptions, shipping. */
export function otherRefusals(t: TestApp, s: Scenes): Row[] {
  const asAda = async (path: string) => (await s.ada()).get(path);
  return [
    ['showEvent', 'No event found', () => t.api.get('/events/1')],
    ['showContest', 'No contest found', () => t.api.get('/contests/1')],
    ['showOrder', 'No order found', () => asAda('/orders/1')],
    ['showLatestOrder', 'No order found', () => asAda('/orders/latest')],
    ['showSubscription', 'No subscription found', () => asAda('/subscriptions/1')],
    ['enterContest', 'No contest found', async () => (await s.ada()).post('/contests/1/enter')],
    ['enterContest', 'You have already entered this contest', () => s.enterAgain()],
    ['enterContest', "Contest hasn't started yet", () => s.enter({ when: 'upcoming' })],
    ['enterContest', 'Contest has ended', () => s.enter({ when: 'ended' })],
    [
      'enterContest',
      'You must be <minimum_age> or older to enter this contest',
      () => s.enter({ minimumAge: 18 }, { age: 17 }),
    ],
    ['enterContest', 'You are not eligible to enter this contest', () => s.enterForOthers()],
    [
      'updateShipping',
      missing(...LINE_LABELS.filter((label) => label !== 'Address 2'), 'Country'),
      async () => (await s.ada()).post('/account/shipping', {}),
    ],
    [
      'updateShipping',
      [...invalid(...LINE_LABELS), `Country ${UNLISTED}`],
      () => s.ship({ ...each(LINES, []), country: 'XX' }),
    ],
    ['updateShipping', tooLong(...LINE_LABELS), () => s.ship(each(LINES, LONG))],
    ['updateShipping', missing('Option name'), () => s.choose('')],
    ['updateShipping', `Option name ${UNLISTED}`, () => s.choose(999)],
  ];
}
