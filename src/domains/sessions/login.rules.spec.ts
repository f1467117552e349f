import { someCustomer, fanclubInfo } from '#platform/access/viewer.samples';
import { type Applicant, assertMayLogIn, mayLogIn, needsNoPassword } from './login.rules';
import { AccountUnconfirmed, AccountUnregistered, CustomerBlacklisted } from './sessions.errors';

const club = fanclubInfo({ supportEmail: 'help@x.example' });
const applicant = (facts: Partial<Applicant> = {}): Applicant => ({
  ...someCustomer({ email: 'ada@x.example' }),
  blacklisted: false,
  ...facts,
});
const refusalOf = (facts: Partial<Applicant>): unknown => {
  try {
    assertMayLogIn(applicant(facts), club);
  } catch (error) {
    return error;
  }
  return null;
};

describe('assertMayLogIn', () => {
  it('lets a registered and confirmed customer in', () => expect(refusalOf({})).toBeNull());

  it.each([
    [{ blacklisted: true, registered: false, confirmed: false }, CustomerBlacklisted],
    [{ registered: false, confirmed: false }, AccountUnregistered],
    [{ registered: false, confirmed: true }, AccountUnregistered],
    [{ confirmed: false }, AccountUnconfirmed],
  ])('tells the first reason only: %j', (facts, Reason) => expect(refusalOf(facts)).toBeInstanceOf(Reason));

  it('names the address on file and the support of the fan club', () => {
    expect(refusalOf({ blacklisted: true })).toMatchObject({
      messages: ['Unable to login. Please contact help@x.example for assistance.'],
    });
    expect(refusalOf({ registered: false })).toMatchObject({
      messages: [
        'The email address ada@x.example belongs to an unregistered account. ' +
          'Please contact help@x.example for assistance.',
      ],
    });
    expect(refusalOf({ registered: false, email: null })).toMatchObject({
      messages: [
        'Your social account belongs to an unregistered account. Please contact help@x.example for assistance.',
      ],
    });
    expect(refusalOf({ confirmed: false })).toMatchObject({
      messages: [
        'The email address ada@x.example has not been confirmed. ' +
          'Please use the link in your confirmation email or contact help@x.example for assistance.',
      ],
    });
  });
});

describe('mayLogIn', () => {
  const flags = [true, false];
  const all = flags.flatMap((blacklisted) =>
    flags.flatMap((registered) => flags.map((confirmed) => ({ blacklisted, registered, confirmed }))),
  );
  it.each(all)('is true for whom assertMayLogIn refuses nothing: %j', (facts) =>
    expect(mayLogIn(applicant(facts))).toBe(refusalOf(facts) === null),
  );
});

describe('needsNoPassword', () => {
  it.each([
    ['an unregistered account without password', false, null, true],
    ['an unregistered account with one', false, '$argon2id$', false],
    ['a registered account without password', true, null, false],
    ['a registered account with one', true, '$argon2id$', false],
  ])('%s', (_, registered, hash, expected) => {
    expect(needsNoPassword(applicant({ registered }), hash)).toBe(expected);
  });
});
