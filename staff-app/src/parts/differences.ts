import { LABELS, wordOf } from '../texts';

/** Changed fields as `price: 50.00 → 55.00`. */
export function differences({
  before,
  after,
}: {
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}): string {
  return Object.keys({ ...before, ...after })
    .map((name) => `${labelOf(name)}: ${inWords(before?.[name])} → ${inWords(after?.[name])}`)
    .join('; ')
    .slice(0, 300);
}

const labelOf = (name: string): string => LABELS[name] ?? wordOf(name);

/** A value of a change, as people read it: lists with commas, objects by their fields. */
function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value) || 'nothing';
  if (typeof value !== 'object' || value === null) return 'nothing';
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => (typeof one === 'object' ? `(${inWords(one)})` : inWords(one)))
    : Object.entries(value).map(([name, one]) => `${labelOf(name)} ${inWords(one)}`);
  return parts.join(', ') || 'nothing';
}
