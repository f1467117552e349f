/** The number of ids of a cell. */
export const IDS_PER_CELL = 1_000_000_000_000;

/** The highest number of a cell. Its ids are below 2^53, up to which JSON readers keep integers exact. */
export const HIGHEST_CELL = 9_006;

/** The ids of new rows, both ends included. */
export interface IdRange {
  readonly lowest: number;
  readonly highest: number;
}

/** The ids that the database with this number generates. */
export const idRangeOf = (cell: number): IdRange => ({
  lowest: Math.max(1, cell * IDS_PER_CELL),
  highest: (cell + 1) * IDS_PER_CELL - 1,
});

/** The number of the cell whose range contains an id. */
export const cellOfId = (id: number): number => Math.floor(id / IDS_PER_CELL);

/** The highest id of all cells. */
export const HIGHEST_ID = idRangeOf(HIGHEST_CELL).highest;
