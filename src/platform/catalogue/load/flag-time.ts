/**
 * The column value for a flag that the database stores as a time: null for false, `now` for true. Undefined, which leaves the
 * column unchanged, if the file does not give the flag, or if the flag is true and a time is stored already.
 */
export function timeOfFlag(flag: boolean | undefined, stored: Date | null | undefined, now: Date) {
  if (flag === false) return null;
  return flag && !stored ? now : undefined;
}
