import type { CsvRow } from '#libs/csv';
import { parseId } from '#libs/validation';
import type { CatalogueItem } from './catalogue-item-kind';
import type { ClubRows } from './club-rows';
import type { ItemCsv } from './item-csv';

/**
 * The rows with ids in place of the names that `csv.numbered` allows. A cell that is the name of one object and the id of another is a
 * fault, unless the row leaves the value of its item as it was exported.
 * @param items all items of the fan club, as the file may contain them
 */
export async function withIds(
  club: ClubRows,
  { numbered }: ItemCsv,
  items: readonly CatalogueItem[],
  rows: AsyncIterable<CsvRow>,
): Promise<AsyncIterable<CsvRow>> {
  if (!numbered) return rows;
  const { heading, entity, noun } = numbered;
  const targets = await club.find(entity);
  const names = new Map(targets.map(({ id, name }) => [id, name]));
  const ids = new Map(targets.map(({ id, name }) => [name, id]));
  const stored = new Map(items.map((item) => [item.id, String(item[heading])]));
  return (async function* () {
    for await (const row of rows) {
      const cell = row.cells[heading] ?? '';
      const id = ids.get(cell);
      const number = parseId(cell);
      const other = number === null || number === id ? undefined : names.get(number);
      if (id === undefined || stored.get(parseId(row.cells.id ?? '') ?? 0) === cell) yield row;
      else if (other === undefined) yield { ...row, cells: { ...row.cells, [heading]: String(id) } };
      else {
        const detail = `may mean the ${noun} called ${JSON.stringify(cell)} (id ${id}) or ${JSON.stringify(other)} (id ${number}): rename one of them, or give the id ${id} for the first`;
        yield { ...row, faults: [...row.faults, { line: row.line, column: heading, detail }] };
      }
    }
  })();
}
