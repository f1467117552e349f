/**
 * Converts rows. Omits and reports those that cannot be converted, for instance because of an infinite date, so that the fan club's other
 * content stays readable.
 * @param nameOf names the row in the report: `event 7`
 * @param convert throws if the row is invalid
 */
export function readableRows<Row, Item>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  convert: (row: Row) => Item,
  report: (fault: string) => void,
): Item[] {
  return rows.flatMap((row) => {
    try {
      return [convert(row)];
    } catch (error) {
      report(`${nameOf(row)} is omitted: ${(error as Error).message}`);
      return [];
    }
  });
}
