/** What a field of a form holds: a text, or fields and lists within each other. */
export type FormValue = string | FormValue[] | FormFields;

/** Fields by name. Only own properties are fields: a form may well have one called `constructor`. */
export interface FormFields {
  [name: string]: FormValue;
}

/** A field as it was sent, decoded: its whole name with brackets, and its text. */
export type FormPair = readonly [name: string, text: string];

/** The text is no form: a percent sign that begins no escape, or escapes that are no UTF-8. */
export class MalformedForm extends Error {}

/** Names with more brackets than asked for. */
export class FormTooDeep extends Error {}

const NESTED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
const BRACKETS = /\[([^[\]]*)\]/g;
/** The one name that an object takes for something else than its own property. */
const PROTOTYPE = '__proto__';

/**
 * Reads `application/x-www-form-urlencoded` into pairs, in the order sent. Unlike `URLSearchParams` it guesses nothing.
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
 * Builds what the brackets in the names say: `a[b]=1` is `{ a: { b: '1' } }`, and `a[]=1&a[]=2` is `{ a: ['1', '2'] }`. Brackets
 * that do not pair up belong to the name. Of a field that is given twice, or once as a text and once as fields, the last one
 * counts. A pair with `__proto__` in its name is left out.
 * @param levels objects and lists within each other, at most; the outermost object is the first
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

/** `a[b][]` → `a`, `b` and the empty text, which stands for the end of a list. */
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

/** The list or fields of that name within a container; made, in the place of anything else, if they are not there. */
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
