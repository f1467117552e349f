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

  /** Lets `JSON.stringify` of something around it be right as well, if slower. */
  toJSON(): unknown {
    return JSON.parse(this.text) as unknown;
  }
}

/** A whole answer in JSON, envelope included, as it goes over the wire: where a handler returns one, it is sent as it is. */
export class WrittenAnswer {
  constructor(readonly bytes: Buffer) {}

  /** The answer of a handler that returns `content`. */
  static success(content: object | undefined | null): WrittenAnswer {
    return new WrittenAnswer(Buffer.from(writtenSuccess(content) ?? JSON.stringify(success(content))));
  }
}

/** The text of a success, if a part of it is written already; null otherwise. */
export function writtenSuccess(content: object | undefined | null): string | null {
  const fields = Object.entries(content ?? {});
  if (!fields.some(([, value]) => value instanceof Json)) return null;
  const written = fields.map(([name, value]) => [
    name,
    value instanceof Json ? value.text : JSON.stringify(value),
  ]);
  const present = written.filter(([, text]) => text !== undefined);
  return `{"status":"ok"${present.map(([name, text]) => `,${JSON.stringify(name)}:${text}`).join('')}}`;
}
