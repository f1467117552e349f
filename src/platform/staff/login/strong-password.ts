import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalidField } from '../staff-problems';

/** The least score of zxcvbn, from 0 to 4: more than a hundred million guesses. */
const LEAST_SCORE = 3;

/** Only the beginning is scored, because the time grows with the square of the length. More characters never make a password weaker. */
const JUDGED_LENGTH = 32;

let checker: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first new password: its 49,000 common passwords take memory and time. */
const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs, maxLength: JUDGED_LENGTH });
};

/** The words that a stranger would try first: the address, the name, and their parts. */
export function ownWords({ email, name }: { email: string; name: string }): string[] {
  const [local] = email.split('@');
  const parts = [email, name].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = [local, name].map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([email, local, name, ...parts, ...joined].filter((word) => word.length > 2))];
}

/** @throws Problem (422) if the password is common, a pattern, or made of the person's own words */
export async function requireStrong(
  password: string,
  person: { email: string; name: string },
): Promise<void> {
  checker ??= load();
  if ((await checker).check(password, ownWords(person)).score >= LEAST_SCORE) return;
  const detail = 'is too easy to guess: it is common, a pattern, or made of your own name or address';
  throw invalidField('#/password', detail);
}
