import { type Passwords, PasswordsBusy } from '#libs/password';
import { NO_ORIGIN, VISITOR } from '../audit';
import { GuardedPasswords } from './guarded-passwords';
import { TooManyRequests } from './limits.errors';
import type { Counted, Limits } from './limits.service';

const claimant = {
  fanclub: { id: 1 },
  actor: VISITOR,
  origin: NO_ORIGIN,
  email: ' Ada@x.example',
  client: '192.0.2.1',
};

/** Passwords of which all that happened is told in order. */
function guarded(verify: () => Promise<boolean>, count = async () => {}) {
  const happened: string[] = [];
  const limits = {
    count: async (_: object, subjects: object) => {
      happened.push(`counted ${Object.values(subjects).join(' ')}`);
      await count();
      return {} as Counted;
    },
    giveBack: async () => void happened.push('given back'),
  };
  const passwords = {
    verify: () => {
      happened.push('verified');
      return verify();
    },
  };
  const guard = new GuardedPasswords(limits as unknown as Limits, passwords as unknown as Passwords);
  return { happened, attempt: () => guard.verify(claimant, 'secret', null) };
}

const COUNTED = 'counted ADA@X.EXAMPLE 192.0.2.1';

describe('a guarded password', () => {
  it('stays counted as a failure when it is wrong', async () => {
    const { happened, attempt } = guarded(async () => false);
    expect(await attempt()).toBe(false);
    expect(happened).toEqual([COUNTED, 'verified']);
  });

  it('is no failure when it is right', async () => {
    const { happened, attempt } = guarded(async () => true);
    expect(await attempt()).toBe(true);
    expect(happened).toEqual([COUNTED, 'verified', 'given back']);
  });

  it('is no failure when nobody had the time to look at it', async () => {
    const { happened, attempt } = guarded(() => Promise.reject(new PasswordsBusy()));
    await expect(attempt()).rejects.toBeInstanceOf(PasswordsBusy);
    expect(happened).toEqual([COUNTED, 'verified', 'given back']);
  });

  it('is not looked at when there were too many', async () => {
    const { happened, attempt } = guarded(
      async () => true,
      () => Promise.reject(new TooManyRequests(60)),
    );
    await expect(attempt()).rejects.toBeInstanceOf(TooManyRequests);
    expect(happened).toEqual([COUNTED]);
  });
});
