import { Logger } from '@nestjs/common';
import { type Passwords, PasswordsBusy } from '#libs/password';
import { SOURCE } from '#platform/access/viewer.fixtures';
import { type ClubAsker, VISITOR } from '#platform/audit';
import { type ClaimedAccount, GuardedPasswords } from './guarded-passwords';
import { EventsPending, TooManyRequests } from './limits.errors';
import type { LimitsService, Outcome, PendingEvent } from './limits.service';
import type { SlowestHash } from './slowest-hash';

const asker: ClubAsker = { fanclub: { id: 1 }, actor: VISITOR, source: SOURCE };
const account: ClaimedAccount = { email: ' Ada@x.example' };

/** Milliseconds that the slowest format takes. */
const SLOWEST = 500;

/** Records what happened, in order. `begin`, `judge` and `settled` may fail. */
function guarded({
  begin,
  judge,
  settled,
}: {
  begin?: () => Promise<void>;
  judge: () => Promise<boolean>;
  settled?: () => Promise<void>;
}) {
  const happened: string[] = [];
  const limits = {
    afterPending: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EventsPending)) throw error;
        happened.push('waited');
        return work();
      }
    },
    beginNow: async (_: object, subjects: object) => {
      await begin?.();
      happened.push(`took room for ${Object.values(subjects).join(', ')}`);
      return {} as PendingEvent;
    },
    settle: async (_: object, { counts = [], resets = [] }: Outcome) => {
      happened.push(`counted ${counts.join(' ')}`, `reset ${resets.join(' ')}`);
      await settled?.();
    },
  };
  const passwords = {
    verify: async (_plain: string, _hash: null, client: string, admit: () => Promise<void>) => {
      happened.push(`hashing for ${client}`);
      await admit();
      happened.push('judged');
      return judge();
    },
  };
  const slowest = { timeOf: async () => SLOWEST };
  const guard = new GuardedPasswords(
    limits as unknown as LimitsService,
    passwords as unknown as Passwords,
    slowest as unknown as SlowestHash,
  );
  return {
    happened,
    attempt: (claimed = account) => guard.verify(asker, claimed, 'secret', null),
    attemptThen: (next: () => Promise<string>) => guard.verifyThen(asker, account, 'secret', null, next),
  };
}

const JUDGED = [
  'hashing for 192.0.2.1',
  'took room for ADA@X.EXAMPLE 192.0.2.1, ADA@X.EXAMPLE, 192.0.2.1',
  'judged',
];
const COUNTED = ['counted loginRow loginEmail loginNetwork', 'reset '];

describe('a guarded password', () => {
  it('counts in all its limits when it is wrong', async () => {
    const { happened, attempt } = guarded({ judge: async () => false });
    expect(await attempt()).toBe(false);
    expect(happened).toEqual([...JUDGED, ...COUNTED]);
  });

  it('resets the count of wrong passwords in a row when it is right', async () => {
    const { happened, attempt } = guarded({ judge: async () => true });
    expect(await attempt()).toBe(true);
    expect(happened).toEqual([...JUDGED, 'counted ', 'reset loginRow']);
  });

  it('counts as wrong when it is right but its customer may not log in', async () => {
    const { happened, attempt } = guarded({ judge: async () => true });
    expect(await attempt({ ...account, mayLogIn: false })).toBe(true);
    expect(happened).toEqual([...JUDGED, ...COUNTED]);
  });

  it('does not count when the verification failed', async () => {
    const { happened, attempt } = guarded({ judge: () => Promise.reject(new PasswordsBusy()) });
    await expect(attempt()).rejects.toBeInstanceOf(PasswordsBusy);
    expect(happened).toEqual([...JUDGED, 'counted ', 'reset ']);
  });

  it('is followed, if it is right, by what does not wait for the limits', async () => {
    let follow = (): void => undefined;
    const settled = new Promise<void>((resolve) => (follow = resolve));
    const { attemptThen } = guarded({ judge: async () => true, settled: () => settled });
    const next = async (): Promise<string> => {
      follow();
      return 'followed';
    };
    expect(await attemptThen(next)).toBe('followed');
  });

  it('is not followed by anything if it is wrong', async () => {
    const next = jest.fn(() => Promise.resolve('followed'));
    expect(await guarded({ judge: async () => false }).attemptThen(next)).toBe(false);
    expect(next).not.toHaveBeenCalled();
  });

  it('has settled before the failure of what follows is thrown, and does not fail if only settling does', async () => {
    const fails = (): Promise<string> => Promise.reject(new Error('next'));
    const { happened, attemptThen } = guarded({ judge: async () => true });
    await expect(attemptThen(fails)).rejects.toThrow('next');
    expect(happened.at(-1)).toBe('reset loginRow');
    const settled = (): Promise<void> => Promise.reject(new Error('settle'));
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const unsettled = guarded({ judge: async () => true, settled });
    expect(await unsettled.attemptThen(async () => 'followed')).toBe('followed');
    expect(log).toHaveBeenCalledWith(expect.stringContaining('attempt not settled'));
    log.mockRestore();
  });

  it('is not verified when a limit is reached', async () => {
    const { happened, attempt } = guarded({
      begin: () => Promise.reject(new TooManyRequests(60)),
      judge: async () => true,
    });
    await expect(attempt()).rejects.toBeInstanceOf(TooManyRequests);
    expect(happened).toEqual(['hashing for 192.0.2.1']);
  });

  it('leaves the hashing queue and waits while pending attempts could fill a limit', async () => {
    let isFull = true;
    const begin = async (): Promise<void> => {
      if (isFull) {
        isFull = false;
        throw new EventsPending();
      }
    };
    const { happened, attempt } = guarded({ begin, judge: async () => true });
    expect(await attempt()).toBe(true);
    expect(happened.slice(0, 3)).toEqual(['hashing for 192.0.2.1', 'waited', 'hashing for 192.0.2.1']);
  });

  it('takes as long as the slowest format when it is wrong, and no extra time when it is right', async () => {
    const timeOf = async (isRight: boolean): Promise<number> => {
      const { attempt } = guarded({ judge: async () => isRight });
      const began = performance.now();
      await attempt();
      return performance.now() - began;
    };
    expect(await timeOf(false)).toBeGreaterThanOrEqual(SLOWEST - 1);
    expect(await timeOf(true)).toBeLessThan(SLOWEST - 1);
  });
});
