import { proofForAddress, proofForNewAddress } from './confirmation.rules';

const means = (passwordHash: string | null, hasProvider: boolean) => ({
  passwordHash,
  hasProvider,
  hasConnections: hasProvider,
});

describe('the proof for the address of an account', () => {
  it.each([
    ['is the password, if there is one', means('hash', false), false, 'password'],
    ['is the password in the browser that registered, too', means('hash', true), true, 'password'],
    ['is a first password in another browser', means(null, true), false, 'first_password'],
    ['is nothing in the browser that registered, with a provider', means(null, true), true, 'nothing'],
    [
      'is a first password in the browser that registered, without a provider',
      means(null, false),
      true,
      'first_password',
    ],
  ] as const)('%s', (_, given, inOwnBrowser, asks) => {
    expect(proofForAddress(given, inOwnBrowser)).toBe(asks);
  });
});

describe('the proof for a new address', () => {
  it.each([
    ['is the password, if there is one', true, false, 'password'],
    ['is the password even if logged in, because sessions can be stolen', true, true, 'password'],
    ['is a session, if there is no password', false, true, 'nothing'],
    ['is a log-in, without password and session', false, false, 'log_in'],
  ] as const)('%s', (_, hasPassword, isLoggedIn, asks) => {
    expect(proofForNewAddress(hasPassword, isLoggedIn)).toBe(asks);
  });
});
