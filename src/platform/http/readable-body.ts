import { DomainError } from '#libs/envelope';
import { formPairs, FormTooDeep, nestPairs } from '#libs/form-fields';
import { isDeeper } from '#libs/validation';
import { UNREADABLE } from './texts';

/** The body of the request is invalid (contract 2.4). */
export class BodyRefused extends DomainError {
  readonly messages: readonly string[];

  /** @param status the answer's status outside the API */
  constructor(
    reason: string,
    override readonly status: number,
  ) {
    super();
    this.messages = [reason];
  }
}

/**
 * Takes the place of an invalid body in `request.body`, so that the request still reaches the guards. So an invalid key is
 * reported before an invalid body.
 */
export class UnreadableBody {
  /** @param status see {@link BodyRefused} */
  constructor(
    private readonly reason: string,
    private readonly status = 422,
  ) {}

  /** @throws BodyRefused if the body is an unreadable one */
  static refuse(body: unknown): void {
    if (body instanceof UnreadableBody) throw new BodyRefused(body.reason, body.status);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The maximum depth of nested objects and lists. It is small enough for recursive functions. */
const MAX_DEPTH = 20;
/** The maximum number of fields at all levels, including the members of lists. */
const MAX_FIELDS = 1_000;

const tooDeep = (): UnreadableBody => new UnreadableBody(UNREADABLE.tooDeep);
const tooMany = (): UnreadableBody => new UnreadableBody(UNREADABLE.tooManyFields);

/** The start of a JSON object: a brace after the white space that JSON allows. */
const OBJECT = /^[\t\n\r ]*\{/;

/**
 * Reads a valid JSON object (contract 1.3), with the limits of {@link readJsonBody}; null for any other body. A form never
 * starts with a brace, since browsers and libraries escape it.
 */
export function readAnyJson(bytes: Buffer): object | null {
  try {
    const text = utf8.decode(bytes);
    return OBJECT.test(text) ? boundedJson(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/** Reads a JSON body. It is unreadable if it is not an object (contract 1.3), or has too many levels or fields. */
export function readJsonBody(bytes: Buffer): object {
  try {
    return boundedJson(JSON.parse(utf8.decode(bytes)));
  } catch {
    return new UnreadableBody(UNREADABLE.notJson);
  }
}

function boundedJson(value: unknown): object {
  if (!isObject(value) || Array.isArray(value)) {
    return new UnreadableBody(UNREADABLE.notAnObject);
  }
  if (isDeeper(value, MAX_DEPTH)) return tooDeep();
  if (fieldsIn(value) > MAX_FIELDS) return tooMany();
  dropPrototypes(value);
  return value;
}

/** Reads the body of a form into the same object as a JSON body with the same fields (contract 1.3), with the same limits. */
export function readFormBody(bytes: Buffer): object {
  try {
    return readForm(utf8.decode(bytes));
  } catch {
    return notAForm();
  }
}

/** As {@link readFormBody}, for a text. It may also be the query of an address. */
export function readForm(text: string): object {
  try {
    const pairs = formPairs(text);
    if (pairs.length > MAX_FIELDS) return tooMany();
    const fields = nestPairs(pairs, MAX_DEPTH);
    // If another field is repeated, its last value counts. A repeated key is invalid (contract 1.2), so all its values are kept.
    const keys = pairs.filter(([name]) => name === 'key');
    return keys.length > 1 ? { ...fields, key: keys.map(([, key]) => key) } : fields;
  } catch (error) {
    return error instanceof FormTooDeep ? tooDeep() : notAForm();
  }
}

const notAForm = (): UnreadableBody => new UnreadableBody(UNREADABLE.notAForm);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function fieldsIn(value: unknown): number {
  if (!isObject(value)) return 0;
  const inner = Object.values(value) as unknown[];
  return inner.reduce((sum: number, one) => sum + fieldsIn(one), inner.length);
}

/**
 * Removes `__proto__` keys at every level, since a later merge could set the prototype. `secure-json-parse`, which Fastify's own
 * parser uses, would be another direct dependency for these few lines.
 */
function dropPrototypes(value: unknown): void {
  if (!isObject(value)) return;
  Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropPrototypes(inner);
}
