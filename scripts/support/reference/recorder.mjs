import { Failure } from '../project.mjs';

/** The key of the demo's first fan club. */
export const KEY = 'demo-tin-comets';

/** Examples with other names are successes. */
const NAMES_OF_FAILURES = /^(failure|invalidKey)/;

/** A visitor with cookies. */
export class Visitor {
  #cookies = new Map();

  async fetch(url, { headers, ...options } = {}) {
    const response = await fetch(url, {
      ...options,
      redirect: 'manual',
      headers: { ...headers, cookie: [...this.#cookies].map((cookie) => cookie.join('=')).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Sends requests, and keeps them with their answers. */
export class Recorder {
  examples = {};
  #paths = new Map();

  constructor(document, origin) {
    this.origin = origin;
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { operationId }] of Object.entries(item))
        this.#paths.set(operationId, { method, path });
    }
  }

  get ids() {
    return [...this.#paths.keys()];
  }

  /** The examples by operation, successes first: a reader sees the first one. */
  sorted() {
    const sort = (examples) =>
      Object.fromEntries(
        Object.entries(examples).sort(([a], [b]) => NAMES_OF_FAILURES.test(a) - NAMES_OF_FAILURES.test(b)),
      );
    const entries = Object.entries(this.examples).map(([id, { sent, answered }]) => {
      return [id, { sent: sort(sent), answered: sort(answered) }];
    });
    return Object.fromEntries(entries);
  }

  has(id, name) {
    return this.examples[id]?.answered[name] !== undefined;
  }

  /** The scene `name` of an operation. Fields of the path are filled in; the others are the query, or the body of a POST. */
  async note(visitor, id, name, fields = {}, { headers, key = KEY } = {}) {
    const { method, path } = this.#paths.get(id);
    const rest = { ...fields };
    const filled = path.replace(/\{(\w+)\}/g, (_, field) => {
      const value = rest[field];
      delete rest[field];
      return value;
    });
    const isPost = method === 'post';
    const query = new URLSearchParams({ ...(isPost ? {} : rest), ...(key && { key }) });
    const hasBody = isPost && Object.keys(rest).length > 0;
    const response = await visitor.fetch(`${this.origin}/api/v1${filled}?${query}`, {
      method: method.toUpperCase(),
      headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
      body: hasBody ? JSON.stringify(rest) : undefined,
    });
    const value = await response.json();
    if ((value.status === 'error') !== NAMES_OF_FAILURES.test(name))
      throw new Failure(`${id}, ${name}: unexpected answer ${JSON.stringify(value)}`);
    const { sent = {}, answered = {} } = this.examples[id] ?? {};
    if (hasBody) sent[name] = { value: rest };
    answered[name] = { value };
    this.examples[id] = { sent, answered };
    return value;
  }
}
