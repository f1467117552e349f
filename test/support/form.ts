/** The values that a form can send, nested or not. */
export type Fields = { readonly [name: string]: Field };
export type Field = string | number | boolean | null | readonly Field[] | Fields;

/** Flattens fields like a browser's form or jQuery: `contact[email]=…`, `tags[]=…`; null becomes an empty text. */
export function formPairs(fields: Fields): [name: string, text: string][] {
  return Object.entries(fields).flatMap(([name, field]) => pairsOf(name, field));
}

function pairsOf(name: string, field: Field): [string, string][] {
  if (field === null) return [[name, '']];
  if (typeof field !== 'object') return [[name, String(field)]];
  if (field instanceof Array) return field.flatMap((one) => pairsOf(`${name}[]`, one));
  return Object.entries(field).flatMap(([inner, one]) => pairsOf(`${name}[${inner}]`, one));
}
