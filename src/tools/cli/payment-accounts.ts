import { Connecting, type Connection, NotConnectable } from '#domains/payments';
import { ALL_ENTITIES } from '../../all-entities';
import type { FanclubInfo } from '#platform/published';
import { connectDemo } from '#tools/local';
import { type CommandContext, CommandFailed, WrongUsage } from './command';
import { readSecret } from './secret-input';

/** The service for one fan club. */
export interface OpenClub {
  readonly fanclub: FanclubInfo;
  readonly connecting: Connecting;
}

/** Connects a fan club to a provider. The key is read from standard input, because parameters are seen by other users of the machine. */
export async function connect(
  { fanclub, connecting }: OpenClub,
  provider: string,
  { print, secret = readSecret, withDatabase, open }: CommandContext,
): Promise<void> {
  if (provider === 'demo') {
    const { config } = await open();
    if (!config.payments.hasDemoBank)
      throw new NotConnectable('This installation has no demo bank: see PAYMENTS_DEMO.');
    await withDatabase((db) => connectDemo(db, config, fanclub.id), ALL_ENTITIES);
    print('Connected to the demo bank. No money moves there.');
    return;
  }
  if (provider !== 'stripe') throw new WrongUsage('--provider takes stripe or demo');
  const key = await secret('Restricted key of Stripe (it is not shown): ');
  linesOf(await connecting.connectStripe(fanclub.id, key), fanclub).forEach(print);
}

export async function disconnect(
  { fanclub, connecting }: OpenClub,
  { print }: CommandContext,
): Promise<void> {
  if (!(await connecting.disconnect(fanclub.id)))
    throw new CommandFailed('This fan club takes no payments, so nothing was changed.');
  print('The fan club takes no new payments. Refunds of earlier ones stay possible.');
}

/** What was done, without keys. */
function linesOf({ ref, name, live, currency, eventsUrl }: Connection, fanclub: FanclubInfo): string[] {
  return [
    `Connected to ${ref}${name === null ? '' : ` (${name})`}, ${live ? 'live: real money moves' : 'test mode'}.`,
    eventsUrl === null
      ? 'Stripe sends no events, because PUBLIC_URL is not https. The service asks Stripe by itself, within minutes.'
      : `Stripe sends events to ${eventsUrl}.`,
    ...(currency === null || currency === fanclub.currency
      ? []
      : [`The account is paid out in ${currency}; Stripe converts prices in ${fanclub.currency} for a fee.`]),
  ];
}
