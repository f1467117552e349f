import { success } from './render';

/**
 * An object that is JSON already. A handler may return one in a field of its answer, or a list of them: the text is sent as it
 * is. Made by `cachedJson`.
 */
export class Json {
  /** @param text the JSON of an object */
  constructor(readonly text: string) {}

  /** This object with further fields at its end; undefined ones are left out. */
  with(fields: object): Json {
    const separator = this.text === '{}' ? '' : ',';
    return new Json(`${this.text.slice(0, -1)}${separator}${fieldsText(fields)}}`);
  }

  /** Keeps `JSON.stringify` right, though slower, where a `Json` is nested deeper. */
  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}

/** A whole answer as it goes over the wire, envelope included. A handler may return one. */
export class WrittenAnswer {
  private constructor(readonly bytes: Buffer) {}

  /** The answer of a handler that returns `content`. */
  static success(content: object | undefined | null): WrittenAnswer {
    const text = successText(content) ?? JSON.stringify(success(content));
    // `Buffer.from` would take a piece of a larger buffer, which a cached answer would keep in memory.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    return new WrittenAnswer(bytes);
  }
}

/** The text of a success that has {@link Json} in it; null for any other, which the framework writes faster. */
export function successText(content: object | undefined | null): string | null {
  const fields = content ?? {};
  if (!Object.values(fields).some((value) => value instanceof Json || isJsonList(value))) return null;
  return `{${fieldsText(success(fields))}}`;
}

/** Each field as `"name":value`, with commas between. Concatenation is faster here than an array and `join`. */
function fieldsText(fields: object): string {
  let texts = '';
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    const text = valueText(value);
    if (text !== undefined) texts += `${texts && ','}${JSON.stringify(name)}:${text}`;
  }
  return texts;
}

/** Undefined for what JSON leaves out. */
function valueText(value: unknown): string | undefined {
  if (value instanceof Json) return value.text;
  if (isJsonList(value)) return `[${value.map((item) => valueText(item) ?? 'null').join(',')}]`;
  return JSON.stringify(value);
}

/** Whether a list is worth going through. The first item tells, because a handler makes all items alike. */
function isJsonList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value[0] instanceof Json;
}
