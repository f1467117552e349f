import { DomainError } from '#libs/envelope';
import { formPairs, FormTooDeep, nestPairs } from '#libs/form-fields';
import { isDeeper } from '#libs/validation';

/** A request whose body is not what the API reads (decisions 2.4). */
export class BodyRefused extends DomainError {
  readonly messages: readonly string[];

  /** @param status what a hosted page answers with, where ordinary rules hold */
  constructor(
    reason: string,
    readonly status: number,
  ) {
    super();
    this.messages = [reason];
  }
}

/**
 * Stands in `request.body` for a body that could not be read, so that the request goes on to the guards: an invalid key is
 * told before a bad body.
 */
export class UnreadableBody {
  /** @param status see {@link BodyRefused} */
  constructor(
    private readonly reason: string,
    private readonly status = 422,
  ) {}

  /** Throws the reason if the body is an unreadable one. @throws BodyRefused */
  static refuse(body: unknown): void {
    if (body instanceof UnreadableBody) throw new BodyRefused(body.reason, body.status);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Objects and lists within each other that a body may have; whoever walks through it may do so by recursion. */
const DEEPEST = 20;
/** Fields that a body may have, those within others and the members of lists included. */
const MOST_FIELDS = 1_000;

const tooDeep = (): UnreadableBody => new UnreadableBody('Request body is nested too deeply.');
const tooMany = (): UnreadableBody => new UnreadableBody('Request body has too many fields.');

/** The start of a JSON object: a brace behind the white space that JSON allows. */
const OBJECT = /^[\t\n\r ]*\{/;

/**
 * Reads a body that begins like a JSON object and is valid JSON (decisions 1.3), with the bounds of {@link readJsonBody}; null
 * for any other body. No form begins so, as browsers and libraries escape the brace.
 */
export function readAnyJson(bytes: Buffer): object | null {
  try {
    const text = utf8.decode(bytes);
    return OBJECT.test(text) ? boundedJson(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/** Reads a JSON body: anything but an object is unreadable (decisions 1.3), and so is a very deep or very large one. */
export function readJsonBody(bytes: Buffer): object {
  try {
    return boundedJson(JSON.parse(utf8.decode(bytes)));
  } catch {
    return new UnreadableBody('Request body is not valid JSON.');
  }
}

function boundedJson(value: unknown): object {
  if (!isObject(value) || Array.isArray(value)) {
    return new UnreadableBody('Request body must be a JSON object.');
  }
  if (isDeeper(value, DEEPEST)) return tooDeep();
  if (fieldsIn(value) > MOST_FIELDS) return tooMany();
  dropPrototypes(value);
  return value;
}

/** Reads a form's body into what the same fields would be as JSON (decisions 1.3), with the same bounds. */
export function readFormBody(bytes: Buffer): object {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return notAForm();
  }
  return readForm(text);
}

/** Reads a form out of its text, which may also be the query of an address. */
export function readForm(text: string): object {
  try {
    const pairs = formPairs(text);
    if (pairs.length > MOST_FIELDS) return tooMany();
    const fields = nestPairs(pairs, DEEPEST);
    // Of other fields the last one counts, but a key that is given twice is none (decisions 1.2).
    const keys = pairs.filter(([name]) => name === 'key');
    return keys.length > 1 ? { ...fields, key: keys.map(([, key]) => key) } : fields;
  } catch (error) {
    return error instanceof FormTooDeep ? tooDeep() : notAForm();
  }
}

const notAForm = (): UnreadableBody => new UnreadableBody('Request body is not a valid form.');

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function fieldsIn(value: unknown): number {
  if (!isObject(value)) return 0;
  const inner = Object.values(value) as unknown[];
  return inner.reduce((sum: number, one) => sum + fieldsIn(one), inner.length);
}

/**
 * Removes `__proto__` keys at every level, which a later merge could take for the prototype itself. Not by `secure-json-parse`, as
 * Fastify's own parser does: that would be one more direct dependency for these lines.
 */
function dropPrototypes(value: unknown): void {
  if (!isObject(value)) return;
  Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropPrototypes(inner);
}
