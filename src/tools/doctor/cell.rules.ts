import { idRangeOf, IDS_PER_CELL, type IdSequence } from '#platform/database';
import { type Finding, ok, orOk, problem, warning } from './finding';

/** The part of a table's ids above which it is time for another database. */
const NEARLY_ALL = 0.8;

const SEVERAL_DATABASES = 'docs/operations/cells.md';

/** Checks that all new ids are those of the database's cell. @param cell null: the database got no number */
export function cellFindings(cell: number | null, sequences: readonly IdSequence[]): readonly Finding[] {
  const subject = 'cell';
  const { lowest, highest } = idRangeOf(cell ?? 0);
  const isOutside = (sequence: IdSequence): boolean =>
    (cell !== null && (sequence.lowest !== lowest || sequence.highest !== highest)) ||
    (sequence.last !== null && (sequence.last < lowest || sequence.last > highest));
  const outside = sequences.filter(isOutside).map(({ table }) => table);
  if (outside.length > 0) {
    const text = `new ids of ${outside.join(', ')} are not from ${lowest} to ${highest}`;
    return cell === null
      ? [
          warning(
            subject,
            text,
            `Do not use another database as the cell of these ids (${SEVERAL_DATABASES}).`,
          ),
        ]
      : [problem(subject, text, 'Run: npx fanclub migrate')];
  }
  const full = sequences
    .map(({ table, last }) => ({ table, share: ((last ?? lowest) - lowest) / IDS_PER_CELL }))
    .filter(({ share }) => share > NEARLY_ALL);
  const found = full.map(({ table, share }) =>
    warning(
      subject,
      `${table} has used ${Math.floor(share * 100)} % of its ids`,
      `Create fan clubs in another database (${SEVERAL_DATABASES}).`,
    ),
  );
  return orOk(found, ok(subject, `${cell ?? '0, without a number'}: new ids are ${lowest} to ${highest}`));
}
