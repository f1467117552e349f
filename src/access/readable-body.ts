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

/** Reads a JSON body: nothing at all is `{}`, anything but an object is unreadable (decisions 1.3). */
export function readJsonBody(bytes: Buffer): object {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes), withoutPrototype);
  } catch {
    return new UnreadableBody('Request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new UnreadableBody('Request body must be a JSON object.');
  }
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

/** Drops `__proto__` keys, which a later merge could take for the prototype itself. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
