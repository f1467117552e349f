import type { DataSource } from 'typeorm';
import type { TypedStatement } from '../../src/platform/database';
import type { Club } from '#samples';
import { isOf, readTables } from './tables';

/** The values of a statement's parameters, in their order. */
export type Values = readonly unknown[];

type Row = Readonly<Record<string, unknown>>;

/** The maximum of stored values that are tried for one parameter. */
const MAX_CHOICES = 8;

/** Finds values for the parameters of statements: those in the rows of two fan clubs. */
export class Parameters {
  private constructor(
    /** By table; those of the other fan club come first. */
    private readonly rows: ReadonlyMap<string, readonly Row[]>,
    private readonly identity: Row,
  ) {}

  /** @param clubs `own` is the fan club in the parameters `fanclub` and `organization` */
  static async find(
    db: DataSource,
    { own, other }: { own: Club; other: Club },
    now: Date,
  ): Promise<Parameters> {
    const rows = new Map<string, readonly Row[]>();
    for (const table of await readTables(db)) {
      if (table.owner === null) continue;
      const of = (club: Club) =>
        db.query<Row[]>(`SELECT * FROM ${table.name} WHERE ${isOf(club, table)} ORDER BY ctid DESC`);
      rows.set(table.name, [...(await of(other)), ...(await of(own))]);
    }
    return new Parameters(rows, { fanclub: own.id, organization: own.organization, now });
  }

  /**
   * Combinations of values for the parameters of a statement.
   * @param known values that the rows do not show, by the name of the parameter
   */
  *of({ text, params }: TypedStatement, known: Row, max: number): Generator<Values> {
    const choices = Object.entries(params).map(([name, { name: type }], at) => {
      if (name in known) return [known[name]];
      if ((type === 'bigint' && name in this.identity) || name === 'now') return [this.identity[name]];
      return this.choices({ text, name, type, at: at + 1 });
    });
    const total = choices.reduce((product, { length }) => product * length, 1);
    for (let n = 0; n < Math.min(total, max); n += 1)
      yield total <= max || n < max / 2 ? combination(choices, n) : scattered(choices, n);
  }

  private choices(parameter: Parameter): readonly unknown[] {
    const { name, type } = parameter;
    const item = type.replace('[]', '');
    const all = [...this.compared(parameter), ...this.named(parameter)];
    const found = distinct(all.filter((value) => kindOf(value) === KINDS[item]));
    if (type.endsWith('[]')) return [found];
    if (item.startsWith('timestamp')) return [FUTURE, PAST, ...found.slice(0, 2)];
    if (name === 'limit') return [MAX_ROWS];
    // Also a new text or hash, for keys that must be unique.
    const isUnique = item === 'text' || item === 'bytea';
    return found.length > 0
      ? [...found.slice(0, MAX_CHOICES), ...(isUnique ? DEFAULTS[item] : [])]
      : DEFAULTS[item];
  }

  /** The values of the columns that a text compares with a parameter. */
  private compared({ text, at }: Parameter): unknown[] {
    const comparison = new RegExp(
      `(?:(\\w+)\\.)?(\\w+)\\)? (?:=|<>|IS(?: NOT)? DISTINCT FROM) ?(?:ANY |ALL )?(?:\\(|lower\\()*\\$${at}\\b`,
      'g',
    );
    return [...text.matchAll(comparison)].flatMap(([, alias, column]) =>
      this.tables(text, alias).flatMap((row) => row[column]),
    );
  }

  /** The values of the column with the name of a parameter. */
  private named({ text, name }: Parameter): unknown[] {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return this.tables(text).flatMap((row) => [row[column], row[`${column}_id`]]);
  }

  /** The rows of the table with an alias; without an alias those of all tables that a text uses. */
  private tables(text: string, alias?: string): Row[] {
    const isUsed = (table: string) =>
      alias === table || new RegExp(alias ? `\\b${table} (?:AS )?${alias}\\b` : `\\b${table}\\b`).test(text);
    return [...this.rows].filter(([table]) => isUsed(table)).flatMap(([, rows]) => rows);
  }
}

interface Parameter {
  readonly text: string;
  readonly name: string;
  readonly type: string;
  /** Its number in the text. */
  readonly at: number;
}

/** For `LIMIT`: more than the world has. */
const MAX_ROWS = 1000;
const FUTURE = new Date('2100-01-01T00:00:00Z');
const PAST = new Date(0);

/** The values of parameters that are compared with no column. */
const DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  bigint: [0, 1_000_000],
  integer: [1],
  boolean: [true, false],
  numeric: ['1.00'],
  date: ['2026-06-15'],
  bytea: [Buffer.alloc(32)],
  jsonb: ['[]'],
  text: ['x'],
};

/** The kind of a type's values, see {@link kindOf}. */
const KINDS: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  boolean: 'boolean',
  numeric: 'string',
  date: 'string',
  bytea: 'bytes',
  text: 'string',
  'timestamp with time zone': 'date',
};

function kindOf(value: unknown): string {
  if (value instanceof Date) return 'date';
  return Buffer.isBuffer(value) ? 'bytes' : typeof value;
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((one) => [Buffer.isBuffer(one) ? one.toString('hex') : String(one), one])).values(),
];

/** The nth combination of one choice of each parameter. The first parameters change first. */
function combination(choices: readonly (readonly unknown[])[], n: number): Values {
  let rest = n;
  return choices.map((one) => {
    const value = one[rest % one.length];
    rest = Math.floor(rest / one.length);
    return value;
  });
}

/** The same, but spread over all combinations, so that a few of them contain every choice. */
function scattered(choices: readonly (readonly unknown[])[], n: number): Values {
  return choices.map((one, at) => one[Math.floor(((n * Math.sqrt(at + 2)) % 1) * one.length) % one.length]);
}
