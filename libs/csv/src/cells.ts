/** Cells that spreadsheet programs run as formulas, with or without the `'` of the guard. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Puts a `'` before a cell that a spreadsheet program would run as a formula. {@link unguarded} is its exact reverse. */
export const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** Removes the `'` that {@link guarded} has put before a cell. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

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
