const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes for people, as PostgreSQL counts: `1.5 GB` of 1024 × 1024 × 1024. */
export function describeBytes(bytes: number): string {
  let [value, at] = [bytes / 1024, 0];
  for (; value >= 1024 && at < UNITS.length - 1; at += 1) value /= 1024;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[at]}`;
}

/** The bytes of a text such as `500MB` or `1.5 TB`; null if it is none. */
export function parseBytes(text: string): number | null {
  const found = /^(\d+(?:\.\d+)?) ?(kB|MB|GB|TB)$/.exec(text.trim());
  return found && Number(found[1]) * 1024 ** (1 + UNITS.indexOf(found[2]));
}
