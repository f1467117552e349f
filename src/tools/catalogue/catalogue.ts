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

/** A list of a fan club that may be too long for memory, so its members are read one by one. */
export interface LongList {
  readonly part: ListPart;
  /** The parts that add fields to its members. */
  readonly memberParts: readonly MemberPart[];
  /** A member with all its fields. */
  readonly format: Format<f.ObjectOf<Fields>>;
}

/** The format of the file: organizations and fan clubs, with the parts that the domains add. */
export class Catalogue {
  /** The parts of a fan club in the order of loading. */
  readonly parts: readonly FanclubPart[];
  /** The rows that parts provide and other parts refer to. */
  readonly targets: readonly TargetKind[];
  /** The long lists. The key is the name of the list's field in the fan club. They are loaded after the parts. */
  readonly lists: ReadonlyMap<string, LongList>;
  readonly format: ReturnType<typeof wholeFile>;

  /** Throws if two parts have the same field, if a part refers to or extends something unknown, or if references form a cycle. */
  constructor(modules: readonly EntityClass[]) {
    const parts = partsOf(modules);
    this.parts = inOrder(parts.filter((part) => part.kind === 'fanclub'));
    this.targets = this.parts.flatMap(({ targets }) => Object.values(targets));
    checkReferences(parts, this.targets);
    const lists = parts.filter((part) => part.kind === 'list').sort(byName(({ field }) => field));
    this.lists = new Map(lists.map((part) => [part.field, longList(part, parts)]));
    const long = [...this.lists].map(([field, { format }]) => ({ [field]: f.optional(f.list(format)) }));
    this.format = wholeFile(merged([FANCLUB_FIELDS, ...this.parts.map(({ fields }) => fields), ...long]));
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

function wholeFile(fanclubFields: object) {
  const fanclub = f.object('Fanclub', { ...FANCLUB_FIELDS, ...fanclubFields });
  const organization = f.object('Organization', { ...ORGANIZATION_FIELDS, fanclubs: f.list(fanclub) });
  return f.object('Catalogue', { version: f.exactly(1), organizations: f.keyed(organization, 'name') });
}

/** A catalogue that was read. Only the domains' parts know the types of their fields. */
export type CatalogueFile = f.Read<Catalogue['format']>;

function longList(part: ListPart, parts: readonly Part[]): LongList {
  const memberParts = parts
    .filter((each) => each.kind === 'member')
    .filter(({ of }) => of === part.entity)
    .sort(byName(({ fields }) => Object.keys(fields).join()));
  const fields = merged([part.fields, ...memberParts.map((each) => each.fields)]);
  return { part, memberParts, format: f.object(part.name, fields, part.check, part.furtherSchema) };
}

/** The fields of several parts of the same object. */
function merged(all: readonly Fields[]): Fields {
  const names = all.flatMap((fields) => Object.keys(fields));
  const twice = names.find((name, n) => names.indexOf(name) < n);
  if (twice !== undefined) throw new Error(`Two parts of the catalogue have a field ${twice}`);
  return Object.assign({}, ...all) as Fields;
}

/**
 * Sorts the parts so that each part comes after the parts that it refers to. Parts that may come in any order are sorted by the
 * names of their fields, so that the result does not depend on the order of the modules.
 */
function inOrder(parts: readonly FanclubPart[]): FanclubPart[] {
  const nameOf = ({ fields }: FanclubPart): string => Object.keys(fields).join(' and ');
  const waiting = [...parts].sort(byName(nameOf));
  const ordered: FanclubPart[] = [];
  while (waiting.length > 0) {
    const ready = waiting.findIndex(
      (part) => !waiting.some((other) => other !== part && refersTo(part, other)),
    );
    if (ready < 0) {
      throw new Error(`Parts of the catalogue refer to each other: ${waiting.map(nameOf).join(', ')}`);
    }
    ordered.push(...waiting.splice(ready, 1));
  }
  return ordered;
}

function refersTo(part: FanclubPart, other: FanclubPart): boolean {
  const provided = Object.values(other.targets).map(({ entity }) => entity);
  return Object.values(part.refersTo).some((entity) => provided.includes(entity));
}

function checkReferences(parts: readonly Part[], targets: readonly TargetKind[]): void {
  const provided = targets.map(({ entity }) => entity);
  for (const entity of parts.flatMap(({ refersTo }) => Object.values(refersTo))) {
    if (!provided.includes(entity)) throw new Error(`No part of the catalogue provides ${entity.name}`);
  }
  const listed: EntityClass[] = parts.flatMap((part) => (part.kind === 'list' ? [part.entity] : []));
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
