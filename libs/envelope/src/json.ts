import { success } from './render';

/**
 * JSON that is written already: where a handler returns one in a field of its answer, the text stands there as it is. For what
 * is asked for often and written alike each time.
 */
export class Json {
  /** @param text valid JSON */
  constructor(readonly text: string) {}

  /** A list of what is written already. */
  static list(items: readonly Json[]): Json {
    return new Json(`[${items.map(({ text }) => text).join(',')}]`);
  }

  /** An object of which parts are written already. What is undefined is left out. */
  static object(fields: object): Json {
    return new Json(`{${writtenFields(fields).join(',')}}`);
  }

  /** Lets `JSON.stringify` of something around it be right as well, if slower. */
  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}

/** A whole answer in JSON, envelope included, as it goes over the wire: where a handler returns one, it is sent as it is. */
export class WrittenAnswer {
  private constructor(readonly bytes: Buffer) {}

  /** The answer of a handler that returns `content`. */
  static success(content: object | undefined | null): WrittenAnswer {
    const text = writtenSuccess(content) ?? JSON.stringify(success(content));
    // For keeping: `Buffer.from` makes a small one a piece of a larger one, which would be kept with it.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    bytes.write(text);
    return new WrittenAnswer(bytes);
  }
}

/** The text of a success, if a part of it is written already; null otherwise. */
export function writtenSuccess(content: object | undefined | null): string | null {
  const fields = content ?? {};
  if (!Object.values(fields).some((value) => value instanceof Json)) return null;
  return `{${['"status":"ok"', ...writtenFields(fields)].join(',')}}`;
}

/** Each field as `"name":value`. */
function writtenFields(fields: object): string[] {
  const written: string[] = [];
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    // Undefined for what has no JSON, whatever the types say.
    const text = value instanceof Json ? value.text : (JSON.stringify(value) as string | undefined);
    if (text !== undefined) written.push(`${JSON.stringify(name)}:${text}`);
  }
  return written;
}
