import type { INestApplicationContext } from '@nestjs/common';
import { SystemClock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import { parseId } from '#libs/validation';
import { BookingsService, isMonth, PaymentCommandsService, RESOLVABLE } from '#domains/payments';
import { REFUND_EFFECTS, type RefundEffect } from '#domains/payments/refunds/refund.entity';
import {
  AccountConnectionsService,
  Misconfigured,
  PROVIDERS,
  providerOf,
  ProviderUnavailable,
} from '#domains/payment-providers';
import { isHeld } from '#platform/database';
import { isCertificateRefused } from '#platform/http';
import { Published } from '#platform/published';
import { createContext } from '../../app/create-context';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
} from './command';
import { bookingLines, statusLines } from './payment-lines';
import * as accounts from './payment-accounts';
import { sinceOf } from './since';

type Action = (operands: string[], context: CommandContext) => Promise<void>;

/** `fanclub payments …`: shows, reconciles and resolves the payments of a fan club; see docs/payments.md. */
export const paymentsCommand: Command = async ([action = '', ...operands], context) => {
  const actions: Readonly<Record<string, Action>> = {
    connect,
    disconnect,
    status,
    observe,
    reconcile,
    bookings,
    resolve,
    refund,
  };
  const act = Object.hasOwn(actions, action) ? actions[action] : null;
  if (!act) throw new WrongUsage(`payments takes one of ${Object.keys(actions).join(', ')}`);
  await act(operands, context);
};

const connect: Action = (parameters, context) => {
  const { values, positionals } = parseOptions(parameters, { provider: { type: 'string' } });
  const [key, ...others] = positionals;
  const provider = providerOf(values.provider ?? '');
  if (key === undefined || others.length > 0 || !provider) {
    const names = PROVIDERS.map(({ name }) => name).join(' or ');
    throw new WrongUsage(`payments connect takes the key of a fan club, and --provider ${names}`);
  }
  return withClub(key, context, (club) => accounts.connect(club, provider, context));
};

const disconnect: Action = ([key, ...others], context) => {
  if (key === undefined || others.length > 0)
    throw new WrongUsage('payments disconnect takes the key of a fan club');
  return withClub(key, context, (club) => accounts.disconnect(club, context));
};

/** Accounts, payments by state, and problems. Sends no request to a provider. */
const status: Action = ([key, ...others], context) => {
  if (key === undefined || others.length > 0)
    throw new WrongUsage('payments status takes the key of a fan club');
  return withClub(key, context, async ({ fanclub, tools }) => {
    const shown = await tools.status(fanclub);
    statusLines(shown).forEach(context.print);
  });
};

const observe: Action = ([key, order, ...others], context) => {
  if (order === undefined || others.length > 0)
    throw new WrongUsage('payments observe takes the key of a fan club and the id of an order');
  return withClub(key, context, async ({ fanclub, tools }) => {
    const states = await tools.observe(fanclub, idOf(order));
    context.print(`Order ${order} is ${states.order}; its payment is ${states.payment}.`);
  });
};

const reconcile: Action = (parameters, context) => {
  const { values, positionals } = parseOptions(parameters, { since: { type: 'string', default: '3d' } });
  const since = sinceOf(values.since, new SystemClock().now());
  const [key, ...others] = positionals;
  if (key === undefined || others.length > 0)
    throw new WrongUsage('payments reconcile takes the key of a fan club');
  if (!since) throw new WrongUsage('--since takes 12h, 7d or a date');
  return withClub(key, context, async ({ fanclub, tools }) => {
    const found = await tools.reconcile(fanclub, since);
    const { events, taken, settled, refunded, disputed, strays, missing, differences } = found;
    context.print(
      `${events} missed events, ${taken} payments at the provider: ${settled} settled now, ${refunded} refunded there, ${disputed} disputes changed, ${strays} without an order; ${missing} of ours are not there`,
    );
    if (differences.length === 0) return;
    const rows = differences.map(({ what, id, here, counted }) => [`${what} ${id}`, here, counted]);
    columns([['DIFFERS', 'HERE', 'COUNTED'], ...rows]).forEach(context.print);
    throw new CommandFailed(`${differences.length} records contradict others.`);
  });
};

/** The sums of a month, compared with what the provider lists. Fails if they differ. */
const bookings: Action = (parameters, context) => {
  const { values, positionals } = parseOptions(parameters, { month: { type: 'string' } });
  const [key, ...others] = positionals;
  const { month = '' } = values;
  if (key === undefined || others.length > 0 || !isMonth(month))
    throw new WrongUsage('payments bookings takes the key of a fan club, and --month 2026-10');
  return withClub(key, context, async ({ fanclub, books }) => {
    const months = await books.compare(fanclub, month);
    bookingLines(months).forEach(context.print);
    const count = months.reduce((sum, { differences }) => sum + differences.length, 0);
    if (count > 0) throw new CommandFailed(`${count} movements differ from the provider.`);
  });
};

const resolve: Action = (parameters, context) => {
  const { values, positionals } = parseOptions(parameters, { note: { type: 'string' } });
  const [key, named, id, ...others] = positionals;
  const what = RESOLVABLE.find((one) => one === named);
  if (!what || id === undefined || others.length > 0 || !values.note?.trim())
    throw new WrongUsage(
      `payments resolve takes the key of a fan club, ${RESOLVABLE.join(' or ')}, its id, and --note TEXT`,
    );
  const note = values.note.trim();
  return withClub(key, context, async ({ fanclub, tools }) => {
    if (!(await tools.resolve(fanclub, what, idOf(id), note)))
      throw new CommandFailed(`There is no ${what} ${id} that needs anybody.`);
    context.print('Resolved.');
  });
};

const refund: Action = (parameters, context) => {
  const { values, positionals } = parseOptions(parameters, {
    amount: { type: 'string' },
    reason: { type: 'string' },
    effect: { type: 'string' },
  });
  const [key, order, ...others] = positionals;
  if (order === undefined || others.length > 0 || !values.reason?.trim())
    throw new WrongUsage(
      'payments refund takes the key of a fan club, the id of an order, and --reason TEXT',
    );
  const wish = {
    orderId: idOf(order),
    amount: values.amount ?? null,
    reason: values.reason.trim(),
    effect: effectOf(values.effect),
  };
  return withClub(key, context, async ({ fanclub, tools }) => {
    const { id, state } = await tools.refund(fanclub, wish);
    context.print(`Refund ${id} is ${state}.`);
  });
};

interface Club extends accounts.OpenClub {
  readonly tools: PaymentCommandsService;
  readonly books: BookingsService;
}

/** Opens the service for one fan club, and reports refusals of the provider or the rules as failures of the command. */
async function withClub(key: string, context: CommandContext, act: (club: Club) => Promise<void>) {
  // `npm start` enables the demo bank without a setting that this process could read.
  const { config } = await context.open({ hasDemoBank: true });
  const service: INestApplicationContext = await createContext(config);
  try {
    const fanclub = await service.get(Published).byKey(key);
    if (!fanclub) throw new CommandFailed('No fan club has this key.');
    await act({
      fanclub,
      connecting: service.get(AccountConnectionsService),
      tools: service.get(PaymentCommandsService),
      books: service.get(BookingsService),
    });
  } catch (error) {
    if (error instanceof DomainError && !isHeld(error)) throw new CommandFailed(...error.messages);
    if (error instanceof ProviderUnavailable && isCertificateRefused(error.connection))
      throw new CommandFailed(
        `This machine does not trust the certificate of the payment provider (${error.connection}); nothing is lost.`,
        'If a proxy of your network makes it, name the file of its authority in NODE_EXTRA_CA_CERTS, for the servers too.',
      );
    if (error instanceof ProviderUnavailable)
      throw new CommandFailed('The payment provider does not answer. Try again later; nothing is lost.');
    if (error instanceof Misconfigured)
      throw new CommandFailed(`The payment provider refuses: ${error.code}. Check the account.`);
    throw error;
  } finally {
    await service.close();
  }
}

/** Null: the default effect. */
function effectOf(name: string | undefined): RefundEffect | null {
  if (name === undefined) return null;
  const effect = REFUND_EFFECTS.find((one) => one === name);
  if (!effect) throw new WrongUsage(`--effect takes one of ${REFUND_EFFECTS.join(', ')}`);
  return effect;
}

function idOf(text: string): number {
  const id = parseId(text);
  if (id === null) throw new WrongUsage(`${text} is no id`);
  return id;
}
