/** So many times within so many seconds. The window begins with the first time, and the next one with the first after its end. */
export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/** When a window ends that begins now. */
export function windowEnd(now: Date, { seconds }: Limit): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/**
 * Whole seconds, at least one, after which the window is over.
 *
 * @param endsAt null, or an instant that is past, when the window was begun by someone else right now: it is as long as it can be
 */
export function secondsUntilFree(endsAt: Date | null, now: Date, limit: Limit): number {
  const left = endsAt === null ? 0 : endsAt.getTime() - now.getTime();
  return left > 0 ? Math.ceil(left / 1000) : limit.seconds;
}
