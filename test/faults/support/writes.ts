import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '#samples';
import { send, type Sent } from './client';
import type { Site } from './traffic';

/** Writes of unknown outcome that were repeated, and how many of them had succeeded. */
export interface Repeated {
  readonly count: number;
  readonly hadSucceeded: number;
}

/** Writes that are repeated at the same time. */
const AT_ONCE = 4;
const ATTEMPTS = 40;

/**
 * Repeats every write of unknown outcome, as visitors do, until the answer is clear: it succeeds now, or had succeeded before.
 *
 * @throws Error for a write that fails repeatedly
 */
export async function repeatUnknown({ origin, key, members, ledger }: Site): Promise<Repeated> {
  const cookieOf = (customer: number) => members.find(({ id }) => id === customer)!.cookie;
  const writes: { sent: Sent; settle: () => void }[] = [];
  for (const [email, standing] of ledger.registrations)
    if (standing === 'unknown')
      writes.push({
        sent: registrationOf(email),
        settle: () => ledger.registrations.set(email, 'acknowledged'),
      });
  for (const [email, standing] of ledger.contacts)
    if (standing === 'unknown')
      writes.push({ sent: contactOf(email), settle: () => ledger.contacts.set(email, 'acknowledged') });
  for (const entry of ledger.entries.values())
    if (entry.standing === 'unknown')
      writes.push({
        sent: entryOf(entry.contest, cookieOf(entry.customer)),
        settle: () => ledger.enter(entry, 'acknowledged'),
      });

  const count = writes.length;
  let hadSucceeded = 0;
  const work = async () => {
    for (let write = writes.pop(); write; write = writes.pop()) {
      let reply = await send(origin(), key, write.sent, false);
      for (let left = ATTEMPTS; reply.outcome !== 'ok'; left -= 1) {
        if (left === 0 || reply.outcome === 'wrong') throw new Error(`${reply.outcome}: ${reply.reason}`);
        await sleep(250);
        reply = await send(origin(), key, write.sent, false);
      }
      if (reply.hadSucceeded) hadSucceeded += 1;
      write.settle();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { count, hadSucceeded };
}

/** A registration. */
export const registrationOf = (email: string): Sent => ({
  method: 'POST',
  path: '/accounts',
  body: {
    email,
    first_name: 'Robin',
    last_name: 'Fan',
    birthdate: '1990-12-10',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_terms: true,
  },
  already: 'Email has already been taken',
});

/** A sign-up for the contact list. */
export const contactOf = (email: string): Sent => ({
  method: 'POST',
  path: '/contacts',
  body: { contact: { email, first_name: 'Robin' } },
  already: 'You are already subscribed',
});

/** A contest entry. */
export const entryOf = (contest: number, cookie: string): Sent => ({
  method: 'POST',
  path: `/contests/${contest}/enter`,
  cookie,
  already: 'You have already entered this contest',
});
