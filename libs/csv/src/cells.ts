/**
 * Where a spreadsheet program may begin to read a formula: at the start of a cell, and, if it reads semicolons as the end of a cell as
 * in many countries, also within one. Spaces and quotes may come before the sign, which may have full width.
 */
const FORMULA = /^(?=[ '"]*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?=[ '"]*[=+\-@＝＋－＠])/g;

/** The `'` of the guard at such a place. */
const GUARD = /^'(?=[ '"]*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])'(?=[ '"]*[=+\-@＝＋－＠])/g;

/** A negative number, which a spreadsheet program must read as one, or it would not add it up. */
const NEGATIVE = /^-\d+(\.\d+)?$/;

/** Puts a `'` before everything in a cell that a spreadsheet program would run as a formula. {@link unguarded} is its exact reverse. */
export const guarded = (cell: string): string => (NEGATIVE.test(cell) ? cell : cell.replace(FORMULA, "'"));

/** Removes each `'` that {@link guarded} has put into a cell. */
export const unguarded = (cell: string): string => cell.replace(GUARD, '');

/** A list as one cell: `a|b`. Items must not be empty. */
export const joinList = (items: readonly string[]): string =>
  items.map((item) => item.replace(/[\\|]/g, '\\$&')).join('|');

/** The items of a cell written by {@link joinList}. An empty cell is an empty list. */
export function splitList(cell: string): string[] {
  if (cell === '') return [];
  const items = [''];
  for (const [part] of cell.matchAll(/\\[\\|]|[^]/g)) {
    if (part === '|') items.push('');
    else items[items.length - 1] += part.length === 2 ? part[1] : part;
  }
  return items;
}
