import { SystemClock } from '#libs/clock';
import { type EventFilter, listSecurityEvents, type ListedEvent, SECURITY_ACTIONS } from '#platform/audit';
import { withStatements } from '#tools/local';
import { columns } from './columns';
import { type Command, parsed, WrongUsage } from './command';
import { sinceOf } from './since';

/** Events that one call prints at most. */
const MOST = 10_000;
const BY_DEFAULT = 200;

interface Wanted {
  readonly filter: EventFilter;
  readonly json: boolean;
}

/** `fanclub audit`: what happened to accounts, keys and data; see docs/security.md, "Audit". */
export const auditCommand: Command = {
  usage: 'audit [--since 7d|DATE] [--fanclub KEY] [--action NAME] [--limit N] [--json]',
  summary: 'show security events, the newest last',
  async run(parameters, { open, out, tell }) {
    const { filter, json } = understood(parameters, new SystemClock().now());
    const { config } = await open();
    const events = await withStatements(config.database.ownerUrl, (db) => listSecurityEvents(db, filter));
    (json ? events.map((event) => JSON.stringify(event)) : table(events)).forEach(out);
    if (events.length === filter.limit)
      tell(`These are the newest ${filter.limit}. Older ones: a larger --limit, up to ${MOST}.`);
    return 0;
  },
};

function understood(parameters: string[], now: Date): Wanted {
  const { values, positionals } = parsed(parameters, {
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
  const found = SECURITY_ACTIONS.find((one) => one === action);
  if (action !== undefined && !found)
    throw new WrongUsage(`--action takes one of ${SECURITY_ACTIONS.join(', ')}`);
  const most = limit === undefined ? BY_DEFAULT : Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > MOST)
    throw new WrongUsage(`--limit takes a number from 1 to ${MOST}`);
  return { filter: { since: from, fanclubKey: fanclub, action: found ?? null, limit: most }, json };
}

/** A line for each event, below a head. */
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
