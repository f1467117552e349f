import { type Config, isLoopback } from '#platform/config';
import { type Finding, ok, orOk, problem, warning } from './finding';

/** A random key of 32 bytes has fewer distinct bytes than this in one of about 10^20 cases. */
const DISTINCT_BYTES = 16;

/** Prefixes that are shorter include too many clients: whole continents of IPv4, or a whole registry of IPv6. */
const SHORTEST_IPV4 = 8;
const SHORTEST_IPV6 = 16;

/** Checks the public address, and what depends on it. */
export function addressFindings(
  config: Pick<Config, 'host' | 'publicUrl' | 'publicUrlGiven' | 'session'>,
): readonly Finding[] {
  const { hostname, protocol } = new URL(config.publicUrl);
  const subject = 'public URL';
  const found: Finding[] = [];
  if (!config.publicUrlGiven && !isLoopback(config.host))
    found.push(
      problem(
        subject,
        `PUBLIC_URL is not set, so links in mails lead to ${config.publicUrl}`,
        'Set PUBLIC_URL to the address that visitors use.',
      ),
    );
  if (protocol === 'http:' && !isLoopback(hostname))
    found.push(
      warning(
        subject,
        'PUBLIC_URL is not HTTPS, so passwords and cookies can be read on the way',
        'Put a TLS proxy in front, and set PUBLIC_URL to its https: address.',
      ),
    );
  if (protocol === 'http:' && config.session.cookieMode === 'cross-site' && !isLoopback(hostname))
    found.push(
      problem(
        subject,
        'SESSION_COOKIE_MODE=cross-site needs HTTPS: browsers discard such cookies over HTTP',
        'Use an https: address, or SESSION_COOKIE_MODE=lax.',
      ),
    );
  return orOk(found, ok(subject, config.publicUrl));
}

/** Checks SESSION_KEYS and ENCRYPTION_KEYS. The configuration has checked their lengths. */
export function keyFindings(config: Pick<Config, 'session' | 'encryptionKeys'>): readonly Finding[] {
  const lists = { SESSION_KEYS: config.session.keys, ENCRYPTION_KEYS: config.encryptionKeys };
  const found = Object.entries(lists).flatMap(([name, keys]) => keysOf(name, keys));
  const shared = config.session.keys.some((key) => config.encryptionKeys.some((other) => key.equals(other)));
  if (shared)
    found.push(
      warning(
        'keys',
        'SESSION_KEYS and ENCRYPTION_KEYS have a key in common',
        'Replace one of them (docs/operations/keys.md#secrets-of-the-service).',
      ),
    );
  const counts = Object.entries(lists).map(([name, { length }]) => `${name}: ${length}`);
  return orOk(found, ok('keys', `32 bytes each (${counts.join(', ')})`));
}

function keysOf(name: string, keys: readonly Buffer[]): Finding[] {
  const found: Finding[] = [];
  keys.forEach((key, index) => {
    if (new Set(key).size < DISTINCT_BYTES)
      found.push(
        problem(
          'keys',
          `key ${index + 1} of ${name} is not random`,
          'Replace it by the output of: openssl rand -base64 32 (docs/operations/keys.md#secrets-of-the-service).',
        ),
      );
    if (keys.findIndex((other) => other.equals(key)) < index)
      found.push(
        warning('keys', `key ${index + 1} of ${name} is a repetition`, 'Remove it. It has no effect.'),
      );
  });
  return found;
}

/** Checks TRUST_PROXY by itself. Whether the proxy is in it is checked with a request. */
export function proxyFindings({
  publicUrl,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'trustedProxies'>): readonly Finding[] {
  const subject = 'proxies';
  if (publicUrl.startsWith('https:') && trustedProxies.length === 0)
    return [
      problem(
        subject,
        'PUBLIC_URL is HTTPS, so a proxy is in front, but TRUST_PROXY is not set: all visitors share the limits of one client',
        'Set TRUST_PROXY to the address from which the proxy connects (docs/operations/install.md#behind-a-proxy).',
      ),
    ];
  const wide = trustedProxies.filter(isTooWide);
  if (wide.length > 0)
    return [
      problem(
        subject,
        `TRUST_PROXY trusts ${wide.join(', ')}, so visitors can claim any address and avoid the limits`,
        'List only the addresses of your proxies.',
      ),
    ];
  return [ok(subject, trustedProxies.length === 0 ? 'none is trusted' : trustedProxies.join(', '))];
}

function isTooWide(network: string): boolean {
  const [address, bits] = network.split('/');
  if (bits === undefined) return false;
  return Number(bits) < (address.includes(':') ? SHORTEST_IPV6 : SHORTEST_IPV4);
}
