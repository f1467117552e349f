import { SystemClock } from '#libs/clock';
import { type EventFilter, listSecurityEvents, type ListedEvent, securityActions } from '#platform/audit';
import { verifyAudits } from '#platform/staff';
import '../../app/all-entities';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
} from './command';
import { sinceOf } from './since';

/** The largest number of events that one call prints. */
const MAX_LIMIT = 10_000;
const DEFAULT_LIMIT = 200;

/** `fanclub audit`: lists security events, or verifies the record of what staff changed; see docs/security.md, "Audit". */
export const auditCommand: Command = async (parameters, context) => {
  const { withStatements, print, log } = context;
  if (parameters[0] === 'verify') return verify(parameters.slice(1), context);
  const { filter, json } = readOptions(parameters, new SystemClock().now());
  const events = await withStatements((db) => listSecurityEvents(db, filter));
  (json ? events.map((event) => JSON.stringify(event)) : table(events)).forEach(print);
  if (events.length === filter.limit)
    log(`These are the newest ${filter.limit}. For older ones use a larger --limit, up to ${MAX_LIMIT}.`);
};

async function verify(parameters: string[], { withStatements, print }: CommandContext): Promise<void> {
  const [key = null, ...more] = parameters;
  if (more.length > 0 || key?.startsWith('-'))
    throw new WrongUsage('audit verify takes one key of a fan club');
  const chains = await withStatements((db) => verifyAudits(db, key));
  if (chains.length === 0) {
    throw new CommandFailed(
      key === null ? 'Nothing is on record.' : 'No fan club with this key has anything on record.',
    );
  }
  const rows = chains.map(({ name, rows: count, fault }) => [name, String(count), fault ?? 'unchanged']);
  columns([['of', 'rows', 'found'], ...rows]).forEach(print);
  const broken = chains.filter(({ fault }) => fault !== null).length;
  if (broken > 0)
    throw new CommandFailed(`The record is not as it was written: ${broken} of ${chains.length}.`);
}

function readOptions(parameters: string[], now: Date): { filter: EventFilter; json: boolean } {
  const { values, positionals } = parseOptions(parameters, {
    since: { type: 'string' },
    fanclub: { type: 'string' },
    action: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0) throw new WrongUsage('audit takes options only');
  const { since, fanclub = null, action, limit, json = false } = values;
  const from = since === undefined ? null : sinceOf(since, now);
  if (since !== undefined && from === null)
    throw new WrongUsage('--since takes a time such as 30m, 12h or 7d, or a date such as 2026-06-15');
  const found = securityActions().find((one) => one === action);
  if (action !== undefined && !found)
    throw new WrongUsage(`--action takes one of ${securityActions().join(', ')}`);
  const max = limit === undefined ? DEFAULT_LIMIT : Number(limit);
  if (!Number.isInteger(max) || max < 1 || max > MAX_LIMIT)
    throw new WrongUsage(`--limit takes a number from 1 to ${MAX_LIMIT}`);
  return { filter: { since: from, fanclubKey: fanclub, action: found ?? null, limit: max }, json };
}

function table(events: readonly ListedEvent[]): string[] {
  return columns([
    ['at', 'action', 'reason', 'actor', 'target', 'fan club', 'network', 'request'],
    ...events.map((event) => [
      event.at.toISOString(),
      event.action,
      event.reason ?? '-',
      event.actor_id === null ? event.actor_kind : `${event.actor_kind}:${event.actor_id}`,
      event.target ?? '-',
      event.fanclub_id === null ? '-' : String(event.fanclub_id),
      event.network ?? '-',
      event.request_id ?? '-',
    ]),
  ]);
}
