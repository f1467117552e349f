import type { StaffInput } from '#samples';
import { ABSENT_ID } from '../tenants/canaries';
import type { StaffRoute } from './staff-routes';

/** A position of a request that contains the id of a row. */
export interface IdPosition {
  /** As `id in the path`. */
  readonly name: string;
  /** The id there; undefined if the request has none. */
  read(input: StaffInput): string | undefined;
  /** The request with another id there. */
  write(input: StaffInput, id: string): StaffInput;
}

/** The same text without a row of this id: `member:12` names a member that does not exist. */
export const absentFor = (id: string): string => id.replace(/\d+/, String(ABSENT_ID));

/** The positions of a route, as its path and its sample name them. */
export function idPositions({ path, sample }: StaffRoute): IdPosition[] {
  const parameters = [...path.matchAll(/:(\w+)/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'fanclubId' && name !== 'organizationId');
  return [
    ...parameters.map((name) => inValues('params', name)),
    ...(sample.ids ?? []).flatMap((field) => [inValues('query', field), inBody(field), inFile(field)]),
  ];
}

function inValues(part: 'params' | 'query', name: string): IdPosition {
  return {
    name: `${name} in the ${part === 'params' ? 'path' : part}`,
    read: ({ [part]: values }) => (values?.[name] === undefined ? undefined : String(values[name])),
    write: (input, id) => ({ ...input, [part]: { ...input[part], [name]: id } }),
  };
}

function inBody(field: string): IdPosition {
  const names = field.split('.');
  return {
    name: `${field} in the body`,
    read: ({ body }) => leafOf(body, names),
    write: (input, id) => ({ ...input, body: withLeaf(input.body, names, Number(id)) as object }),
  };
}

/** A column of a CSV file without quotes. */
function inFile(heading: string): IdPosition {
  const cellsOf = (csv = ''): string[][] =>
    csv
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  return {
    name: `${heading} in the file`,
    read({ csv }) {
      const [headings, first] = cellsOf(csv);
      const at = headings.indexOf(heading);
      return at < 0 ? undefined : first[at];
    },
    write(input, id) {
      const [headings, ...rows] = cellsOf(input.csv);
      const at = headings.indexOf(heading);
      const changed = rows.map((cells) => cells.with(at, id));
      return { ...input, csv: [headings, ...changed].map((cells) => `${cells.join(',')}\n`).join('') };
    },
  };
}

/** The first value of a field; a list stands for each of its members. */
function leafOf(value: unknown, names: readonly string[]): string | undefined {
  if (Array.isArray(value)) return leafOf(value[0], names);
  if (names.length === 0) return typeof value === 'number' ? String(value) : undefined;
  const [name, ...rest] = names;
  return leafOf((value as Readonly<Record<string, unknown>> | undefined)?.[name], rest);
}

function withLeaf(value: unknown, names: readonly string[], id: number): unknown {
  if (Array.isArray(value)) return value.map((one) => withLeaf(one, names, id));
  if (names.length === 0) return id;
  const [name, ...rest] = names;
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [name]: withLeaf(object[name], rest, id) };
}
