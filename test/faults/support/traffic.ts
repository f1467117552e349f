import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '#samples';
import { type Outcome, type Reply, send, type Sent } from './client';
import type { Ledger } from './ledger';
import { contactOf, entryOf, registrationOf } from './writes';

/** Where the traffic goes, and who visits. */
export interface Site {
  /** The server of the next request. */
  origin(): string;
  readonly key: string;
  /** Customers who stay logged in. */
  readonly members: readonly { readonly id: number; readonly cookie: string }[];
  /** Addresses of the customers who log in and out. */
  readonly guests: readonly string[];
  readonly contests: readonly number[];
  readonly ledger: Ledger;
}

/** One request, with the times of `performance.now()`. */
export interface Sample {
  readonly kind: Kind;
  readonly sent: number;
  readonly ended: number;
  readonly outcome: Outcome;
  readonly reason: string;
}

/** All kinds of requests, each as often as it is in the list. */
const MIX = [
  ...(['events', 'account', 'plans', 'entry', 'contests', 'contact', 'orders', 'update', 'fanclub'] as const),
  ...(['login', 'account', 'events', 'contact', 'subscriptions', 'entry', 'contest', 'logout'] as const),
  ...(['update', 'registration', 'events'] as const),
];

export type Kind = (typeof MIX)[number];

/** Reads without a session, which the service answers from memory. */
export const PUBLIC: readonly Kind[] = ['events', 'plans', 'contests', 'fanclub'];

/** All reads. The other kinds write. */
export const READS: readonly Kind[] = [...PUBLIC, 'account', 'orders', 'subscriptions', 'contest'];

/** How the requests are sent. */
export interface Manner {
  readonly perSecond: number;
  /** Default: all kinds. */
  readonly kinds?: readonly Kind[];
  /** Clients that keep their connection. Default: each request has its own. */
  readonly keepAlive?: number;
}

/** The number of all requests so far, in this process. Makes names unique. */
let count = 0;

/** Visitors who send requests at a fixed rate, whether they are answered or not. */
export class Traffic {
  readonly samples: Sample[] = [];
  private readonly underWay = new Map<Promise<void>, number>();
  private readonly busyMembers = new Set<number>();
  private readonly agent: Agent | false;
  private sending: Promise<void> | undefined;
  private isOver = false;

  constructor(
    private readonly site: Site,
    private readonly manner: Manner,
  ) {
    const { keepAlive } = manner;
    this.agent = keepAlive ? new Agent({ keepAlive: true, maxSockets: keepAlive }) : false;
  }

  start(): void {
    this.sending = this.run();
  }

  /** Sends no further request, and waits for the answers. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.sending;
    await Promise.all(this.underWay.keys());
    if (this.agent) this.agent.destroy();
  }

  /** When the oldest request without an answer was sent; Infinity if there is none. */
  get oldestUnderWay(): number {
    return Math.min(Infinity, ...this.underWay.values());
  }

  private async run(): Promise<void> {
    const { perSecond, kinds = MIX } = this.manner;
    const since = performance.now();
    for (let n = 0; !this.isOver; n += 1) {
      await sleep(Math.max(0, since + (n * 1000) / perSecond - performance.now()));
      this.begin(kinds[n % kinds.length]);
    }
  }

  private begin(kind: Kind): void {
    count += 1;
    const sent = performance.now();
    const visit = this.visit(kind, count)
      .catch((error: Error): Pick<Sample, 'outcome' | 'reason'> => ({
        outcome: 'wrong',
        reason: error.message,
      }))
      .then((reply) => {
        this.underWay.delete(visit);
        if (!reply) return;
        const { outcome, reason } = reply;
        this.samples.push({ kind, sent, ended: performance.now(), outcome, reason });
      });
    this.underWay.set(visit, sent);
  }

  /** Sends one request, and notes what was promised. Null if there is nothing to do. */
  private async visit(kind: Kind, n: number): Promise<Reply | null> {
    const { ledger, members, contests } = this.site;
    const member = members[n % members.length];
    const standing = ({ outcome }: Reply) => (outcome === 'ok' ? 'acknowledged' : 'unknown');
    switch (kind) {
      case 'events':
      case 'plans':
      case 'contests':
      case 'fanclub':
        return this.ask({ method: 'GET', path: `/${kind}` });
      case 'account':
      case 'orders':
      case 'subscriptions':
        return this.ask({ method: 'GET', path: `/${kind}`, cookie: member.cookie });
      case 'contest':
        return this.ask({ method: 'GET', path: `/contests/${contests[0]}`, cookie: member.cookie });
      case 'login':
        return this.logIn(this.site.guests[n % this.site.guests.length]);
      case 'logout':
        return this.logOut();
      case 'registration': {
        const email = `fan${n}@x.example`;
        const reply = await this.ask(registrationOf(email));
        ledger.registrations.set(email, standing(reply));
        return reply;
      }
      case 'contact': {
        const email = `contact${n}@x.example`;
        const reply = await this.ask(contactOf(email));
        ledger.contacts.set(email, standing(reply));
        return reply;
      }
      case 'entry': {
        const at = ledger.entries.size;
        const { id: customer, cookie } = members[at % members.length];
        const entry = { customer, contest: contests[Math.floor(at / members.length) % contests.length] };
        ledger.enter(entry, 'unknown');
        const reply = await this.ask(entryOf(entry.contest, cookie));
        ledger.enter(entry, standing(reply));
        return reply;
      }
      case 'update': {
        // One at a time for each customer: of two simultaneous updates, either may be the last.
        if (this.busyMembers.has(member.id)) return null;
        this.busyMembers.add(member.id);
        const body = { first_name: `Renamed ${n}` };
        const reply = await this.ask({ method: 'POST', path: '/account', body, cookie: member.cookie });
        ledger.update(member.id, body.first_name, standing(reply));
        this.busyMembers.delete(member.id);
        return reply;
      }
    }
  }

  private async logIn(email: string): Promise<Reply> {
    const reply = await this.ask({ method: 'POST', path: '/login', body: { email, password: PASSWORD } });
    if (reply.outcome === 'ok' && reply.cookie !== null) this.site.ledger.sessions.set(reply.cookie, true);
    return reply;
  }

  private async logOut(): Promise<Reply | null> {
    const { sessions } = this.site.ledger;
    const members = new Set(this.site.members.map(({ cookie }) => cookie));
    const open = [...sessions].find(([cookie, isOpen]) => isOpen === true && !members.has(cookie));
    if (!open) return null;
    const [cookie] = open;
    sessions.set(cookie, null);
    const reply = await this.ask({ method: 'GET', path: '/logout', cookie });
    if (reply.outcome === 'ok') sessions.set(cookie, false);
    return reply;
  }

  private ask(sent: Sent): Promise<Reply> {
    return send(this.site.origin(), this.site.key, sent, this.agent);
  }
}
