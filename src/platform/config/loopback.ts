/** The host names that lead to this machine and no other, as URLs spell them. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address to listen on, as `HOST` names it or a URL spells it, is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
