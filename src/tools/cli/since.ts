const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time: `30m`, `12h` or `7d` before now, or an ISO 8601 date, in UTC unless it has an offset. Null for any other text. */
export function sinceOf(text: string, now: Date): Date | null {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (unit !== undefined) return new Date(now.getTime() - Number(count) * UNITS[unit]);
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) return null;
  const utc = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const instant = new Date(utc);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
