import { isIP } from 'node:net';

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
