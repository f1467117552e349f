import { isStorable } from './text';

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** Additional fields (contract 6.11): any JSON values with any names. */
export type CustomFields = Record<string, JsonValue>;

/** Maximum number of custom fields. */
export const MAX_CUSTOM_FIELDS = 50;
/** Maximum size of all custom fields together, in KiB of JSON. */
const MAX_KIB = 16;
/** Maximum depth of nested lists and objects in one field. */
const MAX_LEVELS = 5;

const FAULTS = {
  tooMany: `are too many (maximum is ${MAX_CUSTOM_FIELDS})`,
  tooDeep: `are nested too deeply (maximum is ${MAX_LEVELS} levels)`,
  invalid: 'are invalid',
  tooLarge: `are too large (maximum is ${MAX_KIB} KiB together)`,
};

/** All that {@link customFieldsFault} can return. */
export const CUSTOM_FIELDS_FAULTS = Object.values(FAULTS);

/** Whether lists and objects are nested more deeply than `levels`. Stops at that depth. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The fault of custom fields as the end of a sentence, with the limit; null if they are valid. */
export function customFieldsFault(fields: Readonly<Record<string, unknown>>): string | null {
  if (Object.keys(fields).length > MAX_CUSTOM_FIELDS) return FAULTS.tooMany;
  if (isDeeper(fields, MAX_LEVELS + 1)) return FAULTS.tooDeep;
  if (!isStorableJson(fields)) return FAULTS.invalid;
  return Buffer.byteLength(JSON.stringify(fields)) > MAX_KIB * 1024 ? FAULTS.tooLarge : null;
}

/** Whether a database can store the value unchanged. Large JSON numbers become infinite in JavaScript and cannot be stored. */
function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableJson(inner));
}
