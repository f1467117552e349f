import {
  AccountConnectionsService,
  type Connection,
  NotConnectable,
  type ProviderDescription,
} from '#domains/payment-providers';
import { ALL_ENTITIES } from '../../app/all-entities';
import type { FanclubInfo } from '#platform/published';
import { connectDemo } from '#tools/local';
import { type CommandContext, CommandFailed } from './command';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';

/** The service for one fan club. */
export interface OpenClub {
  readonly fanclub: FanclubInfo;
  readonly connecting: AccountConnectionsService;
}

/** Connects a fan club to a provider. Reads the key from standard input, because other users of the machine can see parameters. */
export async function connect(
  { fanclub, connecting }: OpenClub,
  provider: ProviderDescription,
  { print, secret = readSecret, withDatabase, open }: CommandContext,
): Promise<void> {
  const { title, connecting: how } = provider;
  if (!how) {
    const { config } = await open();
    if (!config.payments.hasDemoBank)
      throw new NotConnectable('This installation has no demo bank: see PAYMENTS_DEMO.');
    await withDatabase((db) => connectDemo(db, config, fanclub.id), ALL_ENTITIES);
    print('Connected to the demo bank. No money moves there.');
    return;
  }
  const key = await secret(how.question);
  const connection = await connecting.connect(fanclub.id, { ...provider, connecting: how }, key);
  linesOf(connection, title, fanclub).forEach(print);
}

export async function disconnect(
  { fanclub, connecting }: OpenClub,
  { print }: CommandContext,
): Promise<void> {
  if (!(await connecting.disconnect(fanclub.id)))
    throw new CommandFailed('This fan club takes no payments, so nothing was changed.');
  print('The fan club takes no new payments. Refunds of earlier ones stay possible.');
}

/** The lines to print about a connection, without keys. */
function linesOf(connection: Connection, title: string, fanclub: FanclubInfo): string[] {
  const { ref, name, live, currency, eventsUrl } = connection;
  return [
    `Connected to ${ref}${name === null ? '' : ` (${name})`}, ${live ? 'live: real money moves' : 'test mode'}.`,
    eventsUrl === null
      ? `${title} sends no events, because PUBLIC_URL is not https. The service asks ${title} by itself, within minutes.`
      : `${title} sends events to ${eventsUrl}.`,
    ...(currency === null || currency === fanclub.currency
      ? []
      : [
          `The account is paid out in ${currency}; ${title} converts prices in ${fanclub.currency} for a fee.`,
        ]),
  ];
}

/** Reads a secret from standard input: a line that is not shown, or all of what is piped. Without surrounding spaces. */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
