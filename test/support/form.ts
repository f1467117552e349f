/** What a form can send: texts, and what becomes one; within each other. */
export type Fields = { readonly [name: string]: Field };
export type Field = string | number | boolean | null | readonly Field[] | Fields;

/** Spreads fields out as a browser's form or jQuery sends them: `contact[email]=…`, `tags[]=…`; null as an empty text. */
export function formPairs(fields: Fields): [name: string, text: string][] {
  return Object.entries(fields).flatMap(([name, field]) => pairsOf(name, field));
}

function pairsOf(name: string, field: Field): [string, string][] {
  if (field === null) return [[name, '']];
  if (typeof field !== 'object') return [[name, String(field)]];
  if (field instanceof Array) return field.flatMap((one) => pairsOf(`${name}[]`, one));
  return Object.entries(field).flatMap(([inner, one]) => pairsOf(`${name}[${inner}]`, one));
}
