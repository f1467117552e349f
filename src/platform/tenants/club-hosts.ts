import type { IncomingMessage } from 'node:http';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Config } from '#platform/config';
import { Sql } from '#platform/database';
import { Published, PublishedChanges } from '#platform/published';
import { ALL_HOSTS } from './club-hosts.queries';
import { hostOf, isInternalName } from './host.rules';
import { clubAddress, type HostedClub } from './hosted-pages';

/** The kind of notification that a trigger sends when hosts change. */
const KIND = 'hosts';

/** Milliseconds between two reads while the database does not report changes, or after a failed one. */
const INTERVAL = 500;

/** The most names that are remembered, and the milliseconds for which they are. */
const MOST_USES = 1_000;
const USED = 3_600_000;

/** Whose host a request names: the service's, a fan club's, one that waits for its check, or nobody's. */
export type HostOwner =
  | { readonly of: 'service' | 'nobody' }
  | { readonly of: 'club' | 'waiting'; readonly fanclubId: number; readonly host: string };

const SERVICE: HostOwner = { of: 'service' };
const NOBODY: HostOwner = { of: 'nobody' };

/** The hosts of one read of the table. */
interface KnownHosts {
  readonly owners: ReadonlyMap<string, HostOwner>;
  /** The verified hosts of fan clubs, the main one first. */
  readonly clubs: ReadonlyMap<number, HostedClub>;
}

/**
 * The hosts of all fan clubs, in memory: requests are routed by them without a statement. The database reports changes
 * (docs/decisions/0090-hosts-of-fan-clubs.md).
 */
@Injectable()
export class ClubHosts implements OnModuleInit, OnModuleDestroy {
  /** Changes with the hosts. */
  version = 0;
  private readonly log = new Logger('Hosts');
  /** The hosts of the service itself. */
  private readonly own: ReadonlySet<string>;
  private known: KnownHosts = { owners: new Map(), clubs: new Map() };
  private text = '';
  private loading: Promise<void> | null = null;
  private isOutdated = false;
  /** When unknown names were last used for the service, the latest last. */
  private readonly uses = new Map<string, number>();
  private hasFailed = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly published: Published,
    private readonly config: Config,
    changes: PublishedChanges,
  ) {
    const urls = [config.publicUrl, config.staff.url ?? config.publicUrl];
    this.own = new Set([...urls.map((url) => new URL(url).hostname), ...config.serviceHosts]);
    changes.on(KIND, { changed: () => void this.reload(), startTrust: () => void this.reload() });
  }

  async onModuleInit(): Promise<void> {
    await this.reload();
    // Without the hosts, every name would be the service's.
    if (this.hasFailed) throw new Error('hosts of fan clubs not read');
    this.timer = setInterval(() => {
      if (this.hasFailed || !this.published.snapshots.isTrusted) void this.reload();
    }, INTERVAL).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Whose host a header names. Without a host that is verified, every unknown one is the service's. */
  ownerOf(header: string | undefined): HostOwner {
    if (header === undefined || header === '') return SERVICE;
    const host = hostOf(header);
    if (host !== null && this.isOwn(host)) return SERVICE;
    return (host !== null && this.known.owners.get(host)) || (this.known.clubs.size > 0 ? NOBODY : SERVICE);
  }

  /** Whether a host belongs to the service itself, so that no fan club can have it. */
  isOwn(host: string): boolean {
    return this.own.has(host) || isInternalName(host);
  }

  /** Whether a fan club has a verified host. Until then, every unknown name is the service's, also one that waits for its check. */
  get hasVerified(): boolean {
    return this.known.clubs.size > 0;
  }

  /** Whether nothing is served at a host but what is everywhere. */
  refuses({ of }: HostOwner): boolean {
    return of === 'nobody' || (of === 'waiting' && this.hasVerified);
  }

  /** Notes that the service, or another fan club, was used at a name. */
  noteUse(header: string | undefined): void {
    const host = hostOf(header ?? '');
    if (host === null || this.hasVerified || this.isOwn(host)) return;
    this.uses.delete(host);
    this.uses.set(host, performance.now());
    if (this.uses.size > MOST_USES) this.uses.delete(this.uses.keys().next().value!);
  }

  /** Whether {@link noteUse} was called for a name within an hour, in this process. */
  isInUse(host: string): boolean {
    return performance.now() - (this.uses.get(host) ?? -USED) < USED;
  }

  /** Whether a header names the service itself, not a name that is only unknown. */
  isOwnHeader(header: string | undefined): boolean {
    const host = hostOf(header ?? '');
    return host !== null && this.isOwn(host);
  }

  /** Whether a host is one of a fan club's, or waits to be one. */
  isClubs(host: string): boolean {
    const { of } = this.ownerOf(host);
    return of === 'club' || of === 'waiting';
  }

  /** The fan club with its verified hosts, the main one first. */
  clubOf(fanclubId: number): HostedClub {
    return this.known.clubs.get(fanclubId) ?? { id: fanclubId, hosts: [] };
  }

  /** The address of a fan club: see {@link clubAddress}. What is cached with published content must use that. */
  addressOf(fanclubId: number): string {
    return clubAddress(this.config.publicUrl, this.clubOf(fanclubId));
  }

  /** Reads the hosts. A change during a read causes another one. */
  private reload(): Promise<void> {
    if (this.loading) this.isOutdated = true;
    this.loading ??= this.read().finally(() => {
      this.loading = null;
      if (!this.isOutdated) return;
      this.isOutdated = false;
      void this.reload();
    });
    return this.loading;
  }

  private async read(): Promise<void> {
    try {
      const rows = await this.sql.rows(ALL_HOSTS, {});
      this.hasFailed = false;
      const text = JSON.stringify(rows);
      if (text === this.text) return;
      this.text = text;
      const owners = new Map<string, HostOwner>();
      const clubs = new Map<number, HostedClub>();
      for (const { fanclubId, host, isVerified } of rows) {
        owners.set(host, { of: isVerified ? 'club' : 'waiting', fanclubId, host });
        if (isVerified)
          clubs.set(fanclubId, { id: fanclubId, hosts: [...(clubs.get(fanclubId)?.hosts ?? []), host] });
      }
      this.known = { owners, clubs };
      this.version += 1;
    } catch (error) {
      if (!this.hasFailed) this.log.warn(`hosts of fan clubs not read: ${(error as Error).message}`);
      this.hasFailed = true;
    }
  }
}

/** The fan club's host that a request came to, as `routeByHost` found it. */
export interface OwnHost {
  readonly fanclubId: number;
  readonly host: string;
}

/** The owners of the hosts of requests. */
const owners = new WeakMap<IncomingMessage, HostOwner>();

/** Notes whose host a request names. */
export const noteHost = (message: IncomingMessage, owner: HostOwner): void => void owners.set(message, owner);

/** Whose host a request names. */
export const hostOwnerOf = ({ raw }: { readonly raw: IncomingMessage }): HostOwner =>
  owners.get(raw) ?? SERVICE;

/** The fan club's host that a request came to; null: it is no fan club's. */
export function ownHostOf(request: { readonly raw: IncomingMessage }): OwnHost | null {
  const owner = hostOwnerOf(request);
  return owner.of === 'club' ? owner : null;
}

/** Whether a request may be for a fan club: not if it came to the host of another one, or to one that the club has no more. */
export function mayServeClub(request: { readonly raw: IncomingMessage }, club: HostedClub): boolean {
  const own = ownHostOf(request);
  return own === null || (own.fanclubId === club.id && club.hosts.includes(own.host));
}
