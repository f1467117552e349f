/** The value of a form's field: a text, or nested fields and lists. */
export type FormValue = string | FormValue[] | FormFields;

/** Fields by name. Only own properties are fields: a form may have one called `constructor`. */
export interface FormFields {
  [name: string]: FormValue;
}

/** A decoded field as it was sent: its whole name, brackets included, and its text. */
export type FormPair = readonly [name: string, text: string];

/** The text is not a valid form: it has an incomplete escape, or escapes that are not UTF-8. */
export class MalformedForm extends Error {}

/** A name has more levels of brackets than allowed. */
export class FormTooDeep extends Error {}

const NESTED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
const BRACKETS = /\[([^[\]]*)\]/g;
/** Assigning to this name sets the prototype, not a property. */
const PROTOTYPE = '__proto__';

/**
 * Parses `application/x-www-form-urlencoded` into pairs, in the order sent. Unlike `URLSearchParams` it refuses invalid escapes.
 * @throws MalformedForm
 */
export function formPairs(text: string): FormPair[] {
  return text
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))];
    });
}

/**
 * Nests the fields by the brackets in their names: `a[b]=1` is `{ a: { b: '1' } }`, and `a[]=1&a[]=2` is `{ a: ['1', '2'] }`.
 * Unpaired brackets belong to the name. If a field is given twice, or once as a text and once as fields, the last one wins. A
 * pair with `__proto__` in its name is left out.
 * @param levels maximum depth of objects and lists; the outermost object is the first level
 * @throws FormTooDeep
 */
export function nestPairs(pairs: readonly FormPair[], levels: number): FormFields {
  const fields: FormFields = {};
  for (const [name, text] of pairs) {
    const path = pathOf(name);
    if (path.length > levels) throw new FormTooDeep();
    if (!path.includes(PROTOTYPE)) put(fields, path, text);
  }
  return fields;
}

/** `a[b][]` → `a`, `b` and the empty text, which means: append to the list. */
function pathOf(name: string): string[] {
  const [, first, brackets] = NESTED.exec(name) ?? [];
  if (first === undefined || brackets === undefined) return [name];
  return [first, ...Array.from(brackets.matchAll(BRACKETS), ([, inner = '']) => inner)];
}

function put(fields: FormFields, path: readonly string[], text: string): void {
  let container: FormFields | FormValue[] = fields;
  path.forEach((name, index) => {
    const next = path[index + 1];
    if (next === undefined) set(container, name, text);
    else container = inner(container, name, next === '' ? 'list' : 'fields');
  });
}

/** The list or fields with this name in the container; created, in place of any other value, if missing. */
function inner(
  container: FormFields | FormValue[],
  name: string,
  kind: 'list' | 'fields',
): FormFields | FormValue[] {
  const present = Array.isArray(container) ? undefined : own(container, name);
  if (typeof present === 'object' && Array.isArray(present) === (kind === 'list')) return present;
  const made = kind === 'list' ? [] : {};
  set(container, name, made);
  return made;
}

function set(container: FormFields | FormValue[], name: string, value: FormValue): void {
  if (Array.isArray(container)) container.push(value);
  else container[name] = value;
}

const own = (fields: FormFields, name: string): FormValue | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new MalformedForm();
  }
}
