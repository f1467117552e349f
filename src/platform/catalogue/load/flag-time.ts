/**
 * The time to store for a flag of the file that the database keeps as a time: null for false; the stored time, or `now` if
 * there is none, for true. Undefined, so that the row stays as it is, if the file does not give the flag or the time is stored.
 */
export function timeOfFlag(flag: boolean | undefined, stored: Date | null | undefined, now: Date) {
  if (flag === false) return null;
  return flag && !stored ? now : undefined;
}
