/** At most `count` events in `seconds`. A window starts with its first event. */
export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/** When a window ends that begins now. */
export function windowEnd(now: Date, { seconds }: Pick<Limit, 'seconds'>): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** Whole seconds, at least one, after which a window is over that ends in the future. */
export function secondsUntilFree(endsAt: Date, now: Date): number {
  return Math.ceil((endsAt.getTime() - now.getTime()) / 1000);
}
