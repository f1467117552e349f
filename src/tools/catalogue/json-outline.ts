import { Tokenizer, TokenType } from '@streamparser/json';
import { type Faults, memberPath } from '#platform/catalogue';
import type { Member } from './batches';

export class MalformedJson extends Error {}

type Token = Parameters<Tokenizer['onToken']>[0];
type Step = string | number;

/** An object or list that is not complete yet. */
interface Open {
  readonly value: Record<string, unknown> | unknown[];
  /** The name of a long list, whose members are passed on and not kept; null for any other value. */
  readonly long: string | null;
  /** The members that a long list has passed on. */
  count: number;
  key: string | null;
  expects: 'key or end' | 'key' | 'colon' | 'value or end' | 'value' | 'comma or end';
}

/** Sizes in bytes. With these options the tokenizer collects bytes instead of single characters, which is faster. */
const BUFFERS = { stringBufferSize: 64 * 1024, numberBufferSize: 64 };

/** The maximum depth of nesting, which protects memory. Valid catalogues are less deep. */
const MAX_DEPTH = 32;

/**
 * Parses a JSON text that arrives in pieces. It passes on the members of long lists one by one, so that they are not all in
 * memory at the same time. Unlike JSON.parse, it reports fields that an object has twice.
 */
export class JsonOutline {
  outline: unknown = undefined;
  private readonly tokenizer = new Tokenizer(BUFFERS);
  private readonly stack: Open[] = [];
  private members: Member[] = [];
  private started = false;
  /** The position of the last token, in bytes. */
  private offset = 0;

  constructor(
    private readonly longListAt: (place: readonly Step[]) => string | null,
    private readonly faults: Faults,
  ) {
    this.tokenizer.onToken = (token) => {
      this.offset = token.offset;
      this.accept(token);
    };
    this.tokenizer.onError = (error) => {
      if (error instanceof MalformedJson) throw new MalformedJson(`${error.message}, at byte ${this.offset}`);
      throw new MalformedJson(error.message);
    };
  }

  /** @throws MalformedJson */
  write(chunk: Uint8Array): void {
    this.tokenizer.write(chunk);
  }

  /** Must be called at the end of the text. @throws MalformedJson if it is not complete */
  end(): void {
    if (!this.tokenizer.isEnded) this.tokenizer.end();
    if (!this.started || this.stack.length > 0) throw new MalformedJson('it ends too early');
  }

  /** The members that were completed since the last call. */
  take(): Member[] {
    const members = this.members;
    this.members = [];
    return members;
  }

  private accept({ token, value }: Token): void {
    const top = this.stack.at(-1);
    switch (token) {
      case TokenType.LEFT_BRACE:
        return this.open(Object.create(null) as Record<string, unknown>, top);
      case TokenType.LEFT_BRACKET:
        return this.open([], top);
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        return this.close(token === TokenType.RIGHT_BRACKET, top);
      case TokenType.COLON:
        if (top?.expects !== 'colon') throw unexpected(value);
        top.expects = 'value';
        return;
      case TokenType.COMMA:
        if (top?.expects !== 'comma or end') throw unexpected(value);
        top.expects = Array.isArray(top.value) ? 'value' : 'key';
        return;
      default:
        if (top?.expects === 'key' || top?.expects === 'key or end') return this.key(token, value, top);
        return this.put(value, top);
    }
  }

  private key(token: TokenType, key: unknown, top: Open): void {
    if (token !== TokenType.STRING || typeof key !== 'string') throw unexpected(key);
    if (Object.hasOwn(top.value, key)) {
      this.faults.add(memberPath(pathOf(this.place().slice(0, -1)), key), 'is given twice in this object');
    }
    top.key = key;
    top.expects = 'colon';
  }

  private open(value: Open['value'], top: Open | undefined): void {
    this.assertValueExpected(top, Array.isArray(value) ? '[' : '{');
    if (this.stack.length >= MAX_DEPTH) throw new MalformedJson('it is nested too deeply');
    const long = Array.isArray(value) ? this.longListAt(this.place()) : null;
    const expects = Array.isArray(value) ? 'value or end' : 'key or end';
    this.stack.push({ value, long, count: 0, key: null, expects });
  }

  private close(isList: boolean, top: Open | undefined): void {
    const mayEnd = top?.expects.endsWith('or end') && Array.isArray(top.value) === isList;
    if (!top || !mayEnd) throw unexpected(isList ? ']' : '}');
    this.stack.pop();
    this.put(top.value, this.stack.at(-1));
  }

  private put(value: unknown, top: Open | undefined): void {
    this.assertValueExpected(top, value);
    if (!top) {
      this.outline = value;
      this.started = true;
    } else if (!Array.isArray(top.value)) {
      top.value[top.key ?? ''] = value;
    } else if (top.long) {
      this.passOn(top, value);
    } else {
      top.value.push(value);
    }
    if (top) top.expects = 'comma or end';
  }

  private passOn(top: Open, value: unknown): void {
    const [, organization, , fanclub] = this.place();
    this.members.push({
      list: top.long as string,
      organization: organization as number,
      fanclub: fanclub as number,
      index: top.count,
      value,
    });
    top.count += 1;
  }

  private assertValueExpected(top: Open | undefined, value: unknown): void {
    if (top ? !top.expects.startsWith('value') : this.started) throw unexpected(value);
  }

  /** The keys and indexes of the next value. */
  private place(): Step[] {
    return this.stack.map(({ value, key, count }) =>
      Array.isArray(value) ? Math.max(value.length, count) : (key ?? ''),
    );
  }
}

function unexpected(value: unknown): MalformedJson {
  // The message does not contain texts of the file: they may be long, or passwords.
  const isText = typeof value === 'string' && value.length > 1;
  return new MalformedJson(`unexpected ${isText ? 'text' : JSON.stringify(value)}`);
}

function pathOf(place: readonly Step[]): string {
  return place.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : memberPath(path, step)),
    '',
  );
}
