/** The loopback names of this machine, as URLs spell them. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether only this machine can reach a host, spelled as in `HOST` or as in a URL. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host) || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
