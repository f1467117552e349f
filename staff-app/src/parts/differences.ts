import { labelOf } from '../texts';
import { inWords } from './in-words';

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
