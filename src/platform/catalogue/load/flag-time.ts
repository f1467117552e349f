/** The fault of a file that gives the time of a confirmation that it denies. */
export const NOT_CONFIRMED = 'must be absent if confirmed is false';

/**
 * The column value for a flag that the database stores as a time: null for false; for true the time that the file gives, or else
 * `now`. Undefined, which leaves the column unchanged, if the file does not give the flag, or if the flag is true, a time is
 * stored already, and the file gives none.
 */
export function timeOfFlag(
  flag: boolean | undefined,
  stored: Date | null | undefined,
  now: Date,
  given?: Date,
): Date | null | undefined {
  if (flag === false) return null;
  if (flag && given) return given;
  return flag && !stored ? now : undefined;
}
