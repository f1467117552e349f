import { ProviderError, ProviderUnavailable } from './provider.errors';
import { isHeld } from '#platform/database';
import type { JobRun } from '#platform/jobs';

/** An object of a fan club that a job updates from its payment provider. */
export interface Followed {
  readonly id: number;
  readonly fanclubId: number;
}

/**
 * Updates objects one after the other. An error is logged, and the next object follows. If a provider does not answer, this run
 * skips the other objects of the fan club, since each request would wait for its timeout; also if the fan club is held.
 * @param what names the objects in the log
 * @returns the sum of the numbers that `act` returns
 */
export async function followEach<One extends Followed>(
  what: string,
  { signal, log }: JobRun,
  all: readonly One[],
  act: (one: One) => Promise<number>,
): Promise<number> {
  const away = new Set<number>();
  let sum = 0;
  for (const one of all) {
    if (signal.aborted) break;
    const { id, fanclubId } = one;
    if (away.has(fanclubId)) continue;
    try {
      sum += await act(one);
    } catch (error) {
      if (isHeld(error)) log.debug({ fanclubId, id }, `${what} waits, the fan club is held`);
      else if (error instanceof ProviderError)
        log.warn({ fanclubId, id, ...factsOf(error) }, `${what} waits`);
      else log.error({ err: error, fanclubId, id }, `${what} not followed`);
      if (error instanceof ProviderUnavailable || isHeld(error)) away.add(fanclubId);
    }
  }
  return sum;
}

/** The fields of a provider's error in the log. */
export const factsOf = ({ code, request }: ProviderError) => ({ code, providerRequest: request });
