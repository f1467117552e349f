/** A value of a decoded form. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/** A form of Stripe's package as the object that it was made from: `a[b][0]=x` is `{ a: { b: ['x'] } }`. */
export function decodeForm(text: string): Record<string, FormValue> {
  const root: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(']', ''));
    let place = root;
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as Record<string, FormValue>;
    place[path.at(-1)!] = value;
  }
  return withLists(root) as Record<string, FormValue>;
}

/** Objects whose names are 0, 1, 2, … become lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, withLists(part)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
