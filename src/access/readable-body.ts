import { DomainError } from '#libs/envelope';

/** A request whose body is not what the API reads (decisions 2.4). */
class BodyRefused extends DomainError {
  constructor(readonly messages: readonly string[]) {
    super();
  }
}

/**
 * Stands in `request.body` for a body that could not be read, so that the request goes on to the guards: an invalid key is
 * told before a bad body.
 */
export class UnreadableBody {
  constructor(private readonly reason: string) {}

  /** Throws the reason if the body is an unreadable one. */
  static refuse(body: unknown): void {
    if (body instanceof UnreadableBody) throw new BodyRefused([body.reason]);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Objects and lists within each other that a body may have; whoever walks through it may do so by recursion. */
const DEEPEST = 20;

/** Reads a JSON body: nothing at all is `{}`, anything but an object is unreadable (decisions 1.3), and so is a very deep one. */
export function readJsonBody(bytes: Buffer): object {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return new UnreadableBody('Request body is not valid JSON.');
  }
  if (!isObject(value) || Array.isArray(value)) {
    return new UnreadableBody('Request body must be a JSON object.');
  }
  if (isDeeper(value, DEEPEST)) return new UnreadableBody('Request body is nested too deeply.');
  dropPrototypes(value);
  return value;
}

/** Reads a form's body: a flat object of texts; of a field given twice, the last one counts. */
export function readFormBody(bytes: Buffer): object {
  try {
    const fields = [...new URLSearchParams(utf8.decode(bytes))];
    return Object.fromEntries(fields.filter(([name]) => name !== '__proto__'));
  } catch {
    return new UnreadableBody('Request body is not a valid form.');
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether objects and lists stand within each other to more levels than that. Looks no deeper. */
function isDeeper(value: unknown, levels: number): boolean {
  if (!isObject(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Drops `__proto__` keys, at any level, which a later merge could take for the prototype itself. */
function dropPrototypes(value: unknown): void {
  if (!isObject(value)) return;
  Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropPrototypes(inner);
}
