/** An object of the file as a row. */
export interface Row<E> {
  /** The object's path in the file. */
  readonly path: string;
  /** The object's id, if the file gives one. */
  readonly id?: number;
  /** The values from the file. Undefined: the file does not give the column, so existing rows keep their value. */
  readonly values: Partial<E>;
  /** The values that new rows get for columns that the file does not give. */
  readonly fallbacks?: Partial<E>;
}

/** A row that was found in the database, or is new. */
export type Matched<R, E> = Omit<R, 'id'> & {
  readonly id: number;
  readonly isNew: boolean;
  /** The current values of the columns in `peek` of the table's rules; empty for a new row. */
  readonly current: Partial<E>;
};
