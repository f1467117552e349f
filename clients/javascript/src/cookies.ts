interface Cookie {
  readonly value: string;
  /** Milliseconds since 1970; Infinity for a cookie without an end. */
  readonly ends: number;
}

/** The cookies of one service. In browsers it stays empty, because scripts cannot read `Set-Cookie`. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** @param headers the `Set-Cookie` headers of an answer */
  store(headers: readonly string[], now: number): void {
    for (const header of headers) {
      const [pair = '', ...attributes] = header.split(';');
      const [name, value] = halves(pair);
      const ends = endOf(attributes, now);
      if (ends > now) this.#cookies.set(name, { value, ends });
      else this.#cookies.delete(name);
    }
  }

  /** The `Cookie` header; null without cookies. */
  header(now: number): string | null {
    const present = [...this.#cookies].filter(([, { ends }]) => ends > now);
    return present.map(([name, { value }]) => `${name}=${value}`).join('; ') || null;
  }
}

/** `Max-Age` takes precedence over `Expires`. */
function endOf(attributes: readonly string[], now: number): number {
  const values = new Map(attributes.map(halves).map(([name, value]) => [name.toLowerCase(), value]));
  const maxAge = Number.parseInt(values.get('max-age') ?? '', 10);
  if (!Number.isNaN(maxAge)) return now + maxAge * 1000;
  const expires = Date.parse(values.get('expires') ?? '');
  return Number.isNaN(expires) ? Infinity : expires;
}

function halves(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
