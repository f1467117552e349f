import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsUrl, isURL, Matches, Max, Min, ValidateBy } from 'class-validator';

/** `10/900`: ten times in 900 seconds. A window is a day at most, so that a limit never locks a customer out for good. */
export const LIMIT = /^[1-9]\d{0,8}\/([1-9]\d{0,3}|[1-7]\d{4}|8[0-5]\d{3}|86[0-3]\d{2}|86400)$/;
export const LIMIT_FORM = 'must be how often/within how many seconds (86400 at most), like 10/900';

/** At most `count` times within `seconds`. */
export type LimitSetting = Readonly<{ count: number; seconds: number }>;

/** Reads a text that {@link LIMIT} accepts. */
export function limitOf(text: string): LimitSetting {
  const [count, seconds] = text.split('/').map(Number);
  return Object.freeze({ count, seconds });
}

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Base64 of exactly 32 bytes, or several of them separated by commas. */
const KEYS = /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/;
const KEYS_FORM = 'must be 32 random bytes in base64 (several, newest first, separated by commas)';

/** A setting that is a whole number within bounds. */
export const Whole = (minimum: number, maximum: number): PropertyDecorator =>
  applyDecorators(
    Max(maximum),
    Min(minimum),
    IsInt(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ),
  );

/** A setting that is a number of processes, or `auto`. */
export const ProcessCount = (): PropertyDecorator =>
  Matches(/^(auto|[1-9]\d{0,2})$/, { message: 'must be auto or a number of processes from 1 to 999' });

/** A setting that is `true` or `false`. */
export const Flag = (): PropertyDecorator =>
  applyDecorators(
    IsIn([true, false]),
    Transform(({ value }: { value: unknown }) =>
      value === 'true' || value === 'false' ? value === 'true' : value,
    ),
  );

/** A setting that is `count/seconds`; see {@link LIMIT}. */
export const Limit = (): PropertyDecorator => Matches(LIMIT, { message: LIMIT_FORM });

/** A setting that is one or more keys of 32 bytes. */
export const Keys = (): PropertyDecorator => Matches(KEYS, { message: KEYS_FORM });

const urlRules = (protocols: string[]) => ({ protocols, require_tld: false, require_protocol: true });

/** A setting that is an http URL of this machine with a port, and nothing else. */
export const LoopbackUrl = (): PropertyDecorator =>
  Matches(/^http:\/\/127\.0\.0\.1:\d{1,5}$/, { message: 'must be an http URL of 127.0.0.1 with a port' });

/** A setting that is a URL with one of these protocols. */
export const Url = (...protocols: string[]): PropertyDecorator =>
  IsUrl(urlRules(protocols), { message: `must be a URL (${protocols.join(', ')})` });

/** A setting that lists such URLs, separated by commas. */
export const Urls = (...protocols: string[]): PropertyDecorator =>
  list(
    (one) => isURL(one, urlRules(protocols)),
    `must be URLs (${protocols.join(', ')}), separated by commas`,
  );

const CELL_URL = /^(0|[1-9]\d{0,3})=(.+)$/;

/** A setting that lists such URLs by the number of a cell: `1=https://staff-1.example.com`, separated by commas. */
export const UrlsByCell = (...protocols: string[]): PropertyDecorator =>
  list(
    (one) => isURL(CELL_URL.exec(one)?.[2] ?? '', urlRules(protocols)),
    `must be numbers of cells, each with = and a URL (${protocols.join(', ')}), separated by commas`,
  );

/** Reads a text that {@link UrlsByCell} accepts. The addresses have no trailing slash. */
export const urlsByCell = (text: string | undefined): ReadonlyMap<number, string> =>
  new Map(
    (text ?? '')
      .split(',')
      .map((one) => CELL_URL.exec(one.trim()))
      .filter((found) => found !== null)
      .map(([, cell, url]) => [Number(cell), url.replace(/\/+$/, '')]),
  );

/** A setting that lists IP addresses and networks, separated by commas. */
export const Networks = (): PropertyDecorator =>
  list(isNetwork, 'must be IP addresses or networks like 10.0.0.0/8, separated by commas');

/** A list of host names in lower case. */
export const HostNames = (): PropertyDecorator =>
  list((one) => /^[a-z0-9._-]+$/.test(one), 'must be host names in lower case, separated by commas');

function list(isValid: (one: string) => boolean, message: string): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    typeof value === 'string' && value.split(',').every((one) => isValid(one.trim()));
  return ValidateBy({ name: 'list', validator: { validate, defaultMessage: () => message } });
}

/** The items of a list separated by commas; empty if it is not set. */
export const itemsOf = (list = ''): readonly string[] =>
  Object.freeze(list.split(',').flatMap((one) => one.trim() || []));

/** The keys of a {@link Keys} setting. */
export const keysOf = (list: string): readonly Buffer[] =>
  Object.freeze(list.split(',').map((key) => Buffer.from(key, 'base64')));
