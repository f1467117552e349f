import type { Config } from '#platform/config';

/** The address of the app for staff of a cell, `cell 1`; null if STAFF_URLS does not have it. */
export function staffUrlOf({ staff }: Pick<Config, 'staff'>, cell: string): string | null {
  const url = staff.urls.get(Number(/^cell (\d+)$/.exec(cell)?.[1] ?? NaN));
  return url === undefined ? null : `${url}/staff/`;
}

/** What staff read whose fan club has moved to a cell since they opened the app. */
export function movedText(config: Pick<Config, 'staff'>, cell: string): string {
  const url = staffUrlOf(config, cell);
  return `This fan club has moved to ${cell}. ${url === null ? 'Please log in there.' : `Please log in there: ${url}`}`;
}
