import { proofForAddress, proofForNewAddress } from './confirmation.rules';

const means = (passwordHash: string | null, hasProvider: boolean) => ({
  passwordHash,
  hasProvider,
  hasConnections: hasProvider,
});

describe('what confirming an address takes', () => {
  it.each([
    ['the password, where there is one', means('hash', false), false, 'password'],
    ['the password, also in the browser that registered', means('hash', true), true, 'password'],
    ['a first password elsewhere, connected or not', means(null, true), false, 'first_password'],
    ['a button in the browser that registered, with a provider', means(null, true), true, 'nothing'],
    ['a first password there, without one', means(null, false), true, 'first_password'],
  ] as const)('%s', (_, given, inOwnBrowser, asks) => {
    expect(proofForAddress(given, inOwnBrowser)).toBe(asks);
  });
});

describe('what confirming a new address takes', () => {
  it.each([
    ['the password, where there is one', true, false, 'password'],
    ['the password, logged in or not: a stolen session must not do', true, true, 'password'],
    ['a session, where there is no password', false, true, 'nothing'],
    ['to log in first, without either', false, false, 'log_in'],
  ] as const)('%s', (_, hasPassword, isLoggedIn, asks) => {
    expect(proofForNewAddress(hasPassword, isLoggedIn)).toBe(asks);
  });
});
