import {
  type EntityClass,
  type FanclubPart,
  type Fields,
  type Format,
  format as f,
  type JsonSchema,
  type ListPart,
  type MemberPart,
  type Part,
  partsOf,
  type TargetKind,
} from '#platform/catalogue';
import { FANCLUB_FIELDS, ORGANIZATION_FIELDS } from '#platform/tenants';
import { DOMAINS } from '../../domains';
import { inOrder } from './in-order';

/** A list of a fan club whose members are read one by one. */
export interface LongList {
  readonly part: ListPart;
  /** The parts that add fields to its members. */
  readonly memberParts: readonly MemberPart[];
  /** A member with all its fields. */
  readonly format: Format<f.ObjectOf<Fields>>;
}

/** The format of the file: organizations and fan clubs, with the parts that the domains add. */
export class Catalogue {
  /** The parts of a fan club in the order in which they are loaded. */
  readonly parts: readonly FanclubPart[];
  /** What the parts provide for each other. */
  readonly targets: readonly TargetKind[];
  /** The lists that are loaded after these parts, by their field of the fan club. */
  readonly lists: ReadonlyMap<string, LongList>;
  /** The whole file. */
  readonly format: ReturnType<typeof wholeFile>;

  /** Throws if parts have a field in common, refer to or extend what no part provides, or refer to each other in a cycle. */
  constructor(modules: readonly EntityClass[]) {
    const parts = partsOf(modules);
    this.parts = inOrder(parts.filter((part) => part.kind === 'fanclub'));
    this.targets = this.parts.flatMap(({ targets }) => Object.values(targets));
    checkReferences(parts, this.targets);
    const lists = parts.filter((part) => part.kind === 'list').sort(byName(({ field }) => field));
    this.lists = new Map(lists.map((part) => [part.field, longList(part, parts)]));
    const long = [...this.lists].map(([field, { format }]) => ({ [field]: f.optional(f.list(format)) }));
    this.format = wholeFile(together([FANCLUB_FIELDS, ...this.parts.map(({ fields }) => fields), ...long]));
  }

  /** The JSON Schema of the format, for editors and for authors of catalogues. */
  schema(): JsonSchema {
    const definitions = new Map<string, JsonSchema>();
    const root = this.format.schema(definitions);
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Catalogue of fan clubs',
      ...root,
      $defs: Object.fromEntries([...definitions].sort(byName(([name]) => name))),
    };
  }
}

/** Version 1 of the format. */
function wholeFile(fanclubFields: object) {
  const fanclub = f.object('Fanclub', { ...FANCLUB_FIELDS, ...fanclubFields });
  const organization = f.object('Organization', { ...ORGANIZATION_FIELDS, fanclubs: f.list(fanclub) });
  return f.object('Catalogue', { version: f.exactly(1), organizations: f.keyed(organization, 'name') });
}

/** What the format reads; the fields of the domains' parts are known to these alone. */
export type CatalogueFile = f.Read<Catalogue['format']>;

function longList(part: ListPart, parts: readonly Part[]): LongList {
  const memberParts = parts
    .filter((each) => each.kind === 'member')
    .filter(({ of }) => of === part.entity)
    .sort(byName(({ fields }) => Object.keys(fields).join()));
  const fields = together([part.fields, ...memberParts.map((each) => each.fields)]);
  return { part, memberParts, format: f.object(part.name, fields, part.check, part.furtherSchema) };
}

/** The fields of several parts of one object. */
function together(all: readonly Fields[]): Fields {
  const names = all.flatMap((fields) => Object.keys(fields));
  const twice = names.find((name, n) => names.indexOf(name) < n);
  if (twice !== undefined) throw new Error(`Two parts of the catalogue have a field ${twice}`);
  return Object.assign({}, ...all) as Fields;
}

function checkReferences(parts: readonly Part[], targets: readonly TargetKind[]): void {
  const provided = targets.map(({ entity }) => entity);
  for (const entity of parts.flatMap(({ refersTo }) => Object.values(refersTo))) {
    if (!provided.includes(entity)) throw new Error(`No part of the catalogue provides ${entity.name}`);
  }
  const listed = parts.flatMap((part) => (part.kind === 'list' ? [part.entity] : []));
  for (const part of parts) {
    if (part.kind === 'member' && !listed.includes(part.of)) {
      throw new Error(`No list of the catalogue has members of ${part.of.name}`);
    }
  }
}

function byName<T>(nameOf: (value: T) => string): (a: T, b: T) => number {
  return (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
}

/** The catalogue of this service. */
export const CATALOGUE = new Catalogue(DOMAINS);
