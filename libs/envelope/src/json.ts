import { success } from './render';

/**
 * An object that is serialized already, made by `cachedJson` or from such objects. A handler may return one, or a list of them, in a field
 * of its answer; the text is sent unchanged.
 */
export class Json {
  /** @param text the JSON of an object */
  constructor(readonly text: string) {}

  /** An object whose fields may be `Json`, or lists of it; undefined ones are left out. */
  static of(fields: object): Json {
    return new Json(`{${fieldsText(fields)}}`);
  }

  /** This object with additional fields at its end; undefined ones are left out. */
  with(fields: object): Json {
    const separator = this.text === '{}' ? '' : ',';
    return new Json(`${this.text.slice(0, -1)}${separator}${fieldsText(fields)}}`);
  }

  /** For a `Json` nested more deeply, which `JSON.stringify` then serializes correctly but more slowly. */
  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}

/** A whole serialized response, envelope included. A handler may return one. */
export class WrittenAnswer {
  private constructor(readonly bytes: Buffer) {}

  /** The answer of a handler that returns `content`. */
  static success(content: object | undefined | null): WrittenAnswer {
    return WrittenAnswer.of(successText(content) ?? JSON.stringify(success(content)));
  }

  /** @param text the JSON of an answer */
  static of(text: string): WrittenAnswer {
    // `Buffer.from` may return a slice of a larger buffer, which a cached answer would keep in memory.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    return new WrittenAnswer(bytes);
  }

  /** @param parts the bytes of an answer, in their order */
  static join(parts: readonly Uint8Array[]): WrittenAnswer {
    return new WrittenAnswer(Buffer.concat(parts));
  }
}

/** The text of a success that contains {@link Json}; null for any other, which the framework serializes faster. */
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

/** The value's JSON; undefined for values that JSON leaves out. */
function valueText(value: unknown): string | undefined {
  if (value instanceof Json) return value.text;
  if (isJsonList(value)) return `[${value.map((item) => valueText(item) ?? 'null').join(',')}]`;
  return JSON.stringify(value);
}

/** Whether a list contains {@link Json}. Checks the first item only: a handler makes all items in the same way. */
function isJsonList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value[0] instanceof Json;
}
