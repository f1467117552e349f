import type { TestApp } from '../../support/start-test-app';
import type { Scenes } from '../scenes';
import {
  each,
  invalid,
  LONG,
  missing,
  NAME_LABELS,
  NAMES,
  PASSWORDS,
  type Row,
  TOO_LONG_PASSWORD,
  tooLong,
  FORMAT,
  SIGNATURE,
  TOO_OLD,
  UNSUPPORTED,
} from './texts';

const CONTACT = 'for assistance.';

/** Accounts and log-ins. */
export const accountRefusals = (t: TestApp, s: Scenes): Row[] => [
  ['createAccount', 'Customer parameter is required.', () => t.api.post('/accounts')],
  [
    'createAccount',
    [...missing('Email', 'Birthdate', 'Username', 'Password'), 'Must accept terms of service'],
    () =>
      s.inForum(() =>
        t.api.post('/accounts', { customer: {}, password_attributes: {}, accept_terms: false }),
      ),
  ],
  [
    'createAccount',
    [
      'Email does not appear to be valid',
      'Birthdate is not a valid date',
      ...invalid(...NAME_LABELS),
      ...PASSWORDS,
    ],
    () =>
      s.inForum(() =>
        s.create({
          ...each([...NAMES, 'email', 'birthdate'], []),
          password: 'short',
          password_confirmation: 'other',
        }),
      ),
  ],
  [
    'createAccount',
    [...tooLong(...NAME_LABELS), TOO_LONG_PASSWORD],
    () => s.inForum(() => s.create({ ...each(NAMES, LONG), password: LONG })),
  ],
  [
    'createAccount',
    ['Email has already been taken', 'Username has already been taken', 'You are not old enough'],
    () =>
      s.inForum(() =>
        s.besides({ email: 'new@x.example', username: 'Ada' }, () =>
          s.create({ username: 'Ada', birthdate: '2025-01-01' }),
        ),
      ),
  ],
  [
    'updateAccount',
    missing('Email', 'Username', 'Password'),
    () => s.inForum(() => s.withoutUsername({ email: '', password_confirmation: '12345678' })),
  ],
  [
    'updateAccount',
    [
      'Email does not appear to be valid',
      ...invalid(...NAME_LABELS, 'Lists opt in source'),
      'Current password is incorrect',
      ...PASSWORDS,
    ],
    () =>
      s.inForum(() =>
        s.update({
          ...each([...NAMES, 'email', 'lists_opt_in_source'], []),
          lists_opt_in: 'True',
          password: 'short',
          password_confirmation: 'other',
        }),
      ),
  ],
  [
    'updateAccount',
    [...tooLong(...NAME_LABELS, 'Lists opt in source'), TOO_LONG_PASSWORD],
    () =>
      s.inForum(() =>
        s.update({ ...each([...NAMES, 'lists_opt_in_source'], LONG), lists_opt_in: true, password: LONG }),
      ),
  ],
  [
    'updateAccount',
    ['Email has already been taken', 'Username has already been taken'],
    () =>
      s.inForum(() =>
        s.besides({ email: 'eve@x.example', username: 'Eve' }, () =>
          s.update({ email: 'eve@x.example', username: 'Eve' }),
        ),
      ),
  ],
  ['logIn', 'Email and password combination is incorrect.', () => t.api.post('/login')],
  [
    'logIn',
    `Unable to login. Please contact <SUPPORT_EMAIL> ${CONTACT}`,
    () => s.logIn({ blacklisted: true }),
  ],
  [
    'logIn',
    `The email address <email> belongs to an unregistered account. Please contact <SUPPORT_EMAIL> ${CONTACT}`,
    () => s.logIn({ registered: false, passwordHash: null }),
  ],
  [
    'logIn',
    `Your social account belongs to an unregistered account. Please contact <SUPPORT_EMAIL> ${CONTACT}`,
    async () => {
      await t.given.authentication({ customer: await t.given.unregisteredCustomer(), uid: '1001' });
      return s.socialLogIn();
    },
  ],
  [
    'logIn',
    'The email address <email> has not been confirmed. Please use the link in your confirmation email or contact ' +
      `<SUPPORT_EMAIL> ${CONTACT}`,
    () => s.logIn({ confirmedAt: null }),
  ],
  ['logIn', 'Sorry, your social account does not have access to this website.', () => s.socialLogIn()],
  ['logIn', UNSUPPORTED, () => t.api.post('/login', s.claim())],
  ['logIn', FORMAT, () => s.socialLogIn({ social_signed_request: 'a.b' })],
  ['logIn', TOO_OLD, () => s.socialLogIn(s.oldClaim())],
  ['logIn', SIGNATURE, () => s.socialLogIn(s.forgedClaim())],
];
