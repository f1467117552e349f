import { SAMPLES } from '../samples/registry';

/** A catalogue as plain JSON that tests may change freely. */
export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
export type JsonObject = { [field: string]: Json };

const notFromACatalogue = [...SAMPLES.values()]
  .flatMap(({ notFromCatalogue = [] }) => notFromCatalogue)
  .sort();

/** The tables that no catalogue fills, sorted: only the running service writes them. */
export const NOT_FROM_A_CATALOGUE: readonly string[] = notFromACatalogue.filter(
  (name) => !name.includes('.'),
);

/** The columns of other tables that no catalogue fills, as `table.column`, sorted. */
export const COLUMNS_NOT_FROM_A_CATALOGUE: readonly string[] = notFromACatalogue.filter((name) =>
  name.includes('.'),
);

/**
 * A fan club with every field of the format, from the samples of all folders. References are by id and by name, and come before
 * their targets.
 */
export function fullFanclub(): JsonObject {
  const parts = [...SAMPLES.values()].reverse().map(({ catalogue }) => catalogue ?? {});
  const first = Object.assign({}, ...parts.map(({ customer }) => customer)) as JsonObject;
  return structuredClone({
    customers: [first, { email: 'grace@example.com' }, { id: 503, email: null }],
    ...(Object.assign({}, ...parts.map(({ fanclub }) => fanclub)) as JsonObject),
  });
}

/** A catalogue of one organization with these fan clubs. */
export function catalogueOf(...fanclubs: JsonObject[]): JsonObject {
  return { version: 1, organizations: [{ id: 1, name: 'Engine Records', api_keys: ['org-key'], fanclubs }] };
}

/** The key of the first fan club of a catalogue. */
export function keyOf(catalogue: JsonObject): string {
  const [{ fanclubs }] = catalogue.organizations as { fanclubs: { key: string }[] }[];
  return fanclubs[0].key;
}

/** A catalogue with every field. */
export function fullCatalogue(): JsonObject {
  return catalogueOf(fullFanclub());
}

/** The smallest valid fan club, with these fields. */
export function fanclubWith(fields: JsonObject = {}): JsonObject {
  return {
    name: 'Small club',
    key: 'small-key',
    site_url: 'https://small.example',
    support_email: 'help@small.example',
    ...fields,
  };
}

/** A deep copy, so that a test cannot change another's catalogue. */
export function copy<T extends Json>(json: T): T {
  return structuredClone(json);
}
