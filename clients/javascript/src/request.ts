/** A value that a query or a body can carry. */
export type Field =
  string | number | boolean | null | undefined | readonly Field[] | { readonly [name: string]: Field };

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/**
 * Puts the fields that a path names into it: `/events/{id}` with `{ id: 12, a: 1 }` is `/events/12`, and `{ a: 1 }` is left.
 * @throws TypeError if such a field is missing
 */
export function fillPath(template: string, fields: Fields): { path: string; rest: Fields } {
  const rest: Record<string, Field> = { ...fields };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = fields[name];
    if (typeof field !== 'string' && typeof field !== 'number') {
      throw new TypeError(`${template} needs the field ${name}.`);
    }
    delete rest[name];
    return encodeURIComponent(field);
  });
  return { path, rest };
}

/** The fields as a query. Lists are separated by commas; null and undefined are left out. */
export function toQuery(fields: Fields): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, field] of Object.entries(fields)) {
    if (field != null) query.append(name, [field].flat().map(String).join(','));
  }
  return query;
}

/**
 * The fields as a form with brackets in names: `contact[email]=…`, `tags[]=…`. Null is an empty text; undefined, empty lists and
 * empty objects are left out.
 * @throws TypeError for what such a form cannot express: lists of lists or objects, and inner names that are empty or have brackets
 */
export function toForm(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, field: Field, isListed: boolean): void => {
    if (field === undefined) return;
    if (field === null || typeof field !== 'object') {
      form.append(name, String(field ?? ''));
      return;
    }
    if (isListed) throw inexpressible(name);
    if (isList(field)) {
      for (const one of field) add(`${name}[]`, one ?? null, true);
    } else {
      for (const [inner, one] of Object.entries(field)) add(`${name}[${plain(inner)}]`, one, false);
    }
  };
  for (const [name, field] of Object.entries(fields)) add(name, field, false);
  return form;
}

const isList = (field: object): field is readonly Field[] => Array.isArray(field);

function plain(name: string): string {
  if (name === '' || /[[\]]/.test(name)) throw inexpressible(name);
  return name;
}

const inexpressible = (name: string): TypeError =>
  new TypeError(`A form cannot express the field "${name}". Send JSON instead.`);
