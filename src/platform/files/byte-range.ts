import type { ByteRange } from './file-store';

/** What a request wants of a file: the whole, a part, or a part that the file does not have. */
export type WantedRange = ByteRange | 'whole' | 'none';

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Reads the header `Range` (RFC 9110, 14.2). Several ranges, other units and malformed ones count as the whole file, as HTTP allows.
 * @param size bytes of the file, at least 1
 */
export function wantedRange(header: string | undefined, size: number): WantedRange {
  const [, from = '', to = ''] = RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '')
    return Number(to) === 0 ? 'none' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'none' : { first, last };
}
