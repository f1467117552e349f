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

const LOG_IN = 'Please log in to access your online benefits.';

/** Accounts at identity providers. */
export const providerRefusals = (t: TestApp, s: Scenes): Row[] => [
  ['register', UNSUPPORTED, () => t.api.post('/account/register', s.claim())],
  ['register', LOG_IN, async () => s.register(t.api, await s.withProvider())],
  ['register', 'You are already registered', async () => s.register(s.ada(), await s.withProvider())],
  ['register', FORMAT, () => s.register(s.buyer(), {})],
  ['register', TOO_OLD, () => s.register(s.buyer(), s.oldClaim())],
  ['register', SIGNATURE, () => s.register(s.buyer(), s.forgedClaim())],
  [
    'register',
    [...missing('Email', 'Birthdate', 'Username', 'Password'), 'Must accept terms of service'],
    () => s.inForum(() => s.register(s.buyer())),
  ],
  [
    'register',
    [
      'Email does not appear to be valid',
      'Birthdate is not a valid date',
      ...invalid(...NAME_LABELS),
      ...PASSWORDS,
    ],
    () =>
      s.inForum(() =>
        s.registerFully({
          ...each([...NAMES, 'email', 'birthdate'], []),
          password: 'short',
          password_confirmation: 'other',
        }),
      ),
  ],
  [
    'register',
    [...tooLong(...NAME_LABELS), TOO_LONG_PASSWORD],
    () => s.inForum(() => s.registerFully({ ...each(NAMES, LONG), password: LONG })),
  ],
  [
    'register',
    ['Email has already been taken', 'Username has already been taken', 'You are not old enough'],
    () =>
      s.inForum(() =>
        s.besides({ email: 'new@x.example', username: 'Ada' }, () =>
          s.registerFully({ username: 'Ada', birthdate: '2025-01-01' }),
        ),
      ),
  ],
  ['register', 'Authentications provider has already been taken', () => s.registerConnected()],
  [
    'register',
    'Authentications uid has already been taken',
    async () => {
      await t.given.authentication({ uid: '1001' });
      return s.registerFully();
    },
  ],
  ['connectProvider', UNSUPPORTED, () => t.api.post('/account/connect/social', s.claim())],
  ['connectProvider', 'Must be logged in', () => s.connect(t.api)],
  ['connectProvider', FORMAT, () => s.connect(s.ada(), {})],
  ['connectProvider', TOO_OLD, () => s.connect(s.ada(), s.oldClaim())],
  ['connectProvider', SIGNATURE, () => s.connect(s.ada(), s.forgedClaim())],
  ['connectProvider', 'Authentications provider has already been taken', () => s.connectAgain()],
  ['connectProvider', 'Authentications uid has already been taken', () => s.connectTaken()],
  ['deauthorizeProvider', UNSUPPORTED, () => t.api.post('/account/connect/deauthorize_social', s.claim())],
  ['deauthorizeProvider', FORMAT, () => s.deauthorize({})],
  ['deauthorizeProvider', TOO_OLD, () => s.deauthorize(s.oldClaim())],
  ['deauthorizeProvider', SIGNATURE, () => s.deauthorize(s.forgedClaim())],
];
