import { isStorable } from './text';

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** What somebody may send beyond the known fields (decisions 6.11): any JSON values, by any names. */
export type CustomFields = Record<string, JsonValue>;

/** Custom fields, at most. */
export const MOST_CUSTOM_FIELDS = 50;
/** KiB of JSON that all fields take together, at most. */
const MOST_KIB = 16;
/** Lists and objects within each other in one field, at most. */
const MOST_LEVELS = 5;

/** Whether lists and objects stand within each other to more levels than that. Looks no deeper. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The end of a sentence about custom fields that says what is wrong with them, with the bound; null when nothing is. */
export function customFieldsFault(fields: Readonly<Record<string, unknown>>): string | null {
  if (Object.keys(fields).length > MOST_CUSTOM_FIELDS)
    return `are too many (maximum is ${MOST_CUSTOM_FIELDS})`;
  if (isDeeper(fields, MOST_LEVELS + 1)) return `are nested too deeply (maximum is ${MOST_LEVELS} levels)`;
  if (!isStorableJson(fields)) return 'are invalid';
  if (Buffer.byteLength(JSON.stringify(fields)) > MOST_KIB * 1024) {
    return `are too large (maximum is ${MOST_KIB} KiB together)`;
  }
  return null;
}

/** Whether a database can keep the value as it is. JSON has numbers that are infinite here, and nowhere to keep them. */
function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorableJson(inner));
}
