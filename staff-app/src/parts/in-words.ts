import { isSame } from '../api/merge';
import { labelOf } from '../texts';
import { when } from './zoned-time';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A value of a record, as people read it: lists with commas, objects by their fields. */
export function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && INSTANT.test(value)) return when(value);
  if (typeof value === 'string' || typeof value === 'number') return String(value) || 'nothing';
  if (typeof value !== 'object' || value === null) return 'nothing';
  const parts = Array.isArray(value)
    ? value.map((one: unknown) => (typeof one === 'object' ? `(${inWords(one)})` : inWords(one)))
    : Object.entries(value).map(([name, one]) => `${labelOf(name)} ${inWords(one)}`);
  return parts.join(', ') || 'nothing';
}

/** A part of a field, and its value. */
interface PartInWords {
  /** `2 › Name`; empty for the field itself. */
  readonly part: string;
  readonly value: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The smallest parts of a field in which a value differs from a former one, as people read them. */
export function changedParts(
  former: unknown,
  value: unknown,
  path: readonly string[] = [],
): readonly PartInWords[] {
  if (isSame(former, value)) return [];
  const part = path.map(labelOf).join(' › ');
  if (path.length > 0 && value === undefined) return [{ part, value: 'removed' }];
  if (!isObject(former) || !isObject(value)) return [{ part, value: inWords(value) }];
  const names = [...new Set([...Object.keys(former), ...Object.keys(value)])];
  return names.flatMap((name) => changedParts(former[name], value[name], [...path, name]));
}

/** The name of a kind of thing in the record of changes, by the resource that shows it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  events: 'event',
  contests: 'contest',
  pools: 'presale_pool',
  periods: 'period',
  plans: 'plan',
  benefits: 'benefit',
  item_types: 'item_type',
  applications: 'application',
  login_providers: 'login_provider',
  members: 'member',
  club: 'fanclub',
  mail_templates: 'mail_template',
};

/** How the record of changes names what a resource shows; undefined if it has no number there. */
export const subjectOf = (resource: string): string | undefined => SUBJECTS[resource];
