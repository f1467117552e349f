import { Logger } from '@nestjs/common';

const log = new Logger('published');

/**
 * Converts rows. Omits and logs those that cannot be shown, for instance because of an infinite date, so that the fan club's other content
 * stays readable.
 * @param nameOf names the row in the log: `event 7`
 * @param convert throws if the row is invalid
 */
export function readableRows<Row, Item>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  convert: (row: Row) => Item,
): Item[] {
  return rows.flatMap((row) => {
    try {
      return [convert(row)];
    } catch (error) {
      log.error(`${nameOf(row)} is omitted: ${(error as Error).message}`);
      return [];
    }
  });
}
