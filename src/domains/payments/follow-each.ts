import { ProviderError, ProviderUnavailable } from './payments.errors';
import type { JobRun } from '#platform/jobs';

/** What a job follows at the payment provider of a fan club. */
export interface Followed {
  readonly id: number;
  readonly fanclubId: number;
}

/**
 * Follows objects one after the other. The fault of one does not keep the others waiting. A fan club whose provider does not answer
 * is not asked again in this run, since each request would wait for its time limit.
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
      if (error instanceof ProviderError) log.warn({ fanclubId, id, ...factsOf(error) }, `${what} waits`);
      else log.error({ err: error, fanclubId, id }, `${what} not followed`);
      if (error instanceof ProviderUnavailable) away.add(fanclubId);
    }
  }
  return sum;
}

/** What the log says of an error of the provider. */
export const factsOf = ({ code, request }: ProviderError) => ({ code, providerRequest: request });
