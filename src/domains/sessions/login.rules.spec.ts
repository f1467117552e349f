import { someCustomer, fanclubInfo } from '#platform/access/viewer.fixtures';
import { type Applicant, needsNoPassword, refusalOf } from './login.rules';
import { AccountUnconfirmed, AccountUnregistered, CustomerBlacklisted } from './sessions.errors';

const club = fanclubInfo({ supportEmail: 'help@x.example' });
const applicant = (facts: Partial<Applicant> = {}): Applicant => ({
  ...someCustomer({ email: 'ada@x.example' }),
  blacklisted: false,
  ...facts,
});
const refusal = (facts: Partial<Applicant>) => refusalOf(applicant(facts), club);

describe('refusalOf', () => {
  it('is null for a registered and confirmed customer', () => expect(refusal({})).toBeNull());

  it.each([
    [{ blacklisted: true, registered: false, confirmed: false }, 'blacklisted', CustomerBlacklisted],
    [{ registered: false, confirmed: false }, 'unregistered', AccountUnregistered],
    [{ registered: false, confirmed: true }, 'unregistered', AccountUnregistered],
    [{ confirmed: false }, 'unconfirmed', AccountUnconfirmed],
  ] as const)('is the first reason only: %j', (facts, reason, Failure) => {
    expect(refusal(facts)).toEqual({ reason, error: expect.any(Failure) });
  });

  it('names the stored address and the support address of the fan club', () => {
    expect(refusal({ blacklisted: true })?.error).toMatchObject({
      messages: ['Unable to login. Please contact help@x.example for assistance.'],
    });
    expect(refusal({ registered: false })?.error).toMatchObject({
      messages: [
        'The email address ada@x.example belongs to an unregistered account. ' +
          'Please contact help@x.example for assistance.',
      ],
    });
    expect(refusal({ registered: false, email: null })?.error).toMatchObject({
      messages: [
        'Your social account belongs to an unregistered account. Please contact help@x.example for assistance.',
      ],
    });
    expect(refusal({ confirmed: false })?.error).toMatchObject({
      messages: [
        'The email address ada@x.example has not been confirmed. ' +
          'Please use the link in your confirmation email or contact help@x.example for assistance.',
      ],
    });
  });
});

describe('needsNoPassword', () => {
  it.each([
    ['true for an unregistered account without a password', false, null, true],
    ['false for an unregistered account with a password', false, '$argon2id$', false],
    ['false for a registered account without a password', true, null, false],
    ['false for a registered account with a password', true, '$argon2id$', false],
  ])('is %s', (_, registered, hash, expected) => {
    expect(needsNoPassword(applicant({ registered }), hash)).toBe(expected);
  });
});
