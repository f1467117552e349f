/** Lines that the library prints although nothing is wrong. */
const UNFOUNDED = [
  // Our tests run on Node 20, too.
  'Unsupported runtime.',
  // Requests go out through our own `fetch`, which checks addresses.
  'failed to setup SSRF protection',
];

/** As the library begins its lines, in colour on a terminal. */
const PREFIX = /^(?:\x1b\[[\d;]*m)*oidc-provider (?:WARNING|NOTICE): /;

/**
 * Gives the lines that the provider library prints to the log, because lines of text in the output of a service break its log. Those
 * about what is no fault here are dropped. Lines of others are printed as before.
 *
 * @param output is changed
 */
export function logNotices(output: Pick<Console, 'info' | 'warn'>, log: (notice: string) => void): void {
  for (const name of ['info', 'warn'] as const) {
    const print = output[name].bind(output);
    output[name] = (...parts: unknown[]) => {
      const [line] = parts;
      if (typeof line !== 'string' || !PREFIX.test(line)) return print(...parts);
      const notice = line.replace(PREFIX, '');
      if (!UNFOUNDED.some((start) => notice.startsWith(start))) log(notice);
    };
  }
}
