/** The cookies of one visitor of one site, stored like a browser does; path and domain are ignored. */
export class CookieJar {
  private readonly cookies = new Map<string, string>();

  /** Applies the `Set-Cookie` lines of a response; expired cookies are deleted. */
  store(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair, ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      if (isExpired(attributes)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(at + 1));
    }
  }

  /** The value of the `Cookie` header; null without cookies. */
  header(): string | null {
    if (this.cookies.size === 0) return null;
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A cookie's value as it was received; null if there is no such cookie. */
  get(name: string): string | null {
    return this.cookies.get(name) ?? null;
  }

  /** Adds or changes a cookie. */
  set(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  get names(): string[] {
    return [...this.cookies.keys()];
  }

  clear(): void {
    this.cookies.clear();
  }
}

function isExpired(attributes: readonly string[]): boolean {
  const value = (name: string) =>
    attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const maxAge = value('max-age'); // Wins over Expires (RFC 6265, 5.3).
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = value('expires');
  return expires !== undefined && Date.parse(expires) <= Date.now();
}
