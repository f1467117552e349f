/** Whole seconds, at least one, until a window is over that ends in the future. */
export function secondsUntilFree(endsAt: Date, now: Date): number {
  return Math.ceil((endsAt.getTime() - now.getTime()) / 1000);
}
