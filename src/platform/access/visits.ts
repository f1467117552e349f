import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Clock } from '#libs/clock';
import { hashToken } from '#libs/token';
import { Config } from '#platform/config';
import type { KeptRows } from '#platform/database';
import { Metrics } from '#platform/metrics';
import { type FanclubInfo, Published, PublishedChanges } from '#platform/published';
import { AccessDirectory } from './access.directory';
import { viewerIfKnown } from './access.decorators';
import type { VisitWithRows } from './access.queries';
import type { Visit } from './viewer';

/** A visit that requests may share, with the rows that they have read. */
export interface KeptVisit {
  readonly visit: Visit;
  /** The fan club and the customer. */
  readonly owner: string;
  /** Null if the visit is not kept, and no rows were read together with it. */
  readonly keptRows: KeptRows | null;
  /** Identifies the visit; null if it is not kept. */
  readonly keptAs: number | null;
  /** Whether a request has found it in memory, so that the next one may, too. */
  isReturning: boolean;
  /** When its read began: a number of {@link Visits.sequence}, milliseconds of `performance.now()`, and the service's time. */
  readonly began: number;
  readonly readAt: number;
  readonly now: Date;
}

/** The maximum number of visits in memory. */
const MAX_VISITS = 10_000;

/** The maximum number of customers whose drops are known. More drops within the age of a visit drop all visits. */
const MAX_DROPS = 10_000;

/** The kind of notification that ends visits. A trigger sends it when a session ends. */
const KIND = 'visits';

/**
 * Keeps the visits of sessions in memory, for reads of the API only. A visit is kept for `VISIT_MEMORY_MS`, until a request of its
 * customer may have written, until one of the customer's sessions ends, or until the database stops reporting that
 * (docs/decisions/0041-kept-visits.md).
 */
@Injectable()
export class Visits {
  /** Whether nothing is ever kept. */
  readonly isOff: boolean;
  private readonly maxAge: number;
  /** By fan club and token, the oldest first. */
  private readonly kept = new Map<string, KeptVisit>();
  private readonly loads = new Map<string, Promise<KeptVisit | null>>();
  /** For each customer, the {@link sequence} of the last drop and its time; the oldest first. */
  private readonly drops = new Map<string, { readonly at: number; readonly ms: number }>();
  private droppedAll = 0;
  /** Orders reads and drops. */
  private sequence = 0;
  private readonly events = { hits: 0, loads: 0 };

  constructor(
    private readonly directory: AccessDirectory,
    private readonly published: Published,
    private readonly clock: Clock,
    { visits }: Config,
    changes: PublishedChanges,
    metrics: Metrics,
  ) {
    this.isOff = visits.maxAge === 0;
    this.maxAge = visits.maxAge;
    changes.on(KIND, {
      changed: (owner) => this.dropOwner(owner),
      startTrust: () => this.dropAll(),
    });
    metrics.total(
      'fanclub_visit_hits_total',
      'Reads by visitors whose visit was in memory',
      () => this.events.hits,
    );
    metrics.total('fanclub_visit_loads_total', 'Visits that were read', () => this.events.loads);
    metrics.gauge('fanclub_visits', 'Visits in memory', () => this.kept.size);
  }

  /**
   * The visit of a session, from memory if it is there. Null without a live session.
   * @param together reads rows of the customer as well, if the visit is read; null: only the visit
   */
  async find(
    fanclub: FanclubInfo,
    token: string,
    together: VisitWithRows | null = null,
  ): Promise<KeptVisit | null> {
    if (this.isOff || !this.published.snapshots.isTrusted) return this.read(null, fanclub, token, together);
    const key = keyOf(fanclub, token);
    const kept = this.current(key);
    if (kept) {
      kept.isReturning = true;
      this.recordHit();
      return kept;
    }
    const running = this.loads.get(key);
    if (running) {
      const found = await running;
      // It may have begun before a drop that this request must see.
      if (found === null || this.isCurrent(found)) return found;
    }
    return this.load(key, fanclub, token, together);
  }

  /** The visit of a session if it is in memory, else null. */
  peek(fanclub: FanclubInfo, token: string): KeptVisit | null {
    return this.kept.size === 0 ? null : this.current(keyOf(fanclub, token));
  }

  /** Counts a read that was answered by a visit from {@link peek}. */
  recordHit(): void {
    this.events.hits += 1;
  }

  /** From now on, reads of this customer begin after the writes before. */
  drop(fanclubId: number, customerId: number): void {
    this.dropOwner(ownerOf(fanclubId, customerId));
  }

  /** The same for all customers. */
  dropAll(): void {
    this.droppedAll = ++this.sequence;
  }

  private current(key: string): KeptVisit | null {
    const kept = this.kept.get(key);
    return kept && this.isCurrent(kept) ? kept : null;
  }

  private dropOwner(owner: string): void {
    if (this.isOff) return;
    const ms = performance.now();
    // Visits that began before these drops are too old by now.
    for (const [key, { ms: droppedAt }] of this.drops) {
      if (droppedAt > ms - this.maxAge) break;
      this.drops.delete(key);
    }
    this.drops.delete(owner);
    this.drops.set(owner, { at: ++this.sequence, ms });
    if (this.drops.size > MAX_DROPS) {
      this.drops.clear();
      this.dropAll();
    }
  }

  private load(
    key: string,
    fanclub: FanclubInfo,
    token: string,
    together: VisitWithRows | null,
  ): Promise<KeptVisit | null> {
    const loading = this.read(key, fanclub, token, together).finally(() => {
      if (this.loads.get(key) === loading) this.loads.delete(key);
    });
    this.loads.set(key, loading);
    return loading;
  }

  /** @param key null for a visit that is not to be kept */
  private async read(
    key: string | null,
    fanclub: FanclubInfo,
    token: string,
    together: VisitWithRows | null,
  ): Promise<KeptVisit | null> {
    const began = { began: ++this.sequence, readAt: performance.now(), now: this.clock.now() };
    this.events.loads += 1;
    const read = await this.directory.visit(fanclub, token, together);
    if (!read) return null;
    const { visit, rows } = read;
    const owner = ownerOf(fanclub.id, visit.customer.id);
    const keptRows = rows ?? (key === null ? null : new Map());
    const keptAs = key === null ? null : began.began;
    const found = { visit, owner, keptRows, keptAs, isReturning: false, ...began };
    if (key !== null && this.isCurrent(found)) this.keep(key, found);
    return found;
  }

  private keep(key: string, visit: KeptVisit): void {
    this.kept.delete(key);
    // Many at once, because a Map finds its first entry slowly after single deletions.
    const most = this.kept.size < MAX_VISITS ? MAX_VISITS : MAX_VISITS * 0.9;
    for (const [oldest, { readAt }] of this.kept) {
      if (this.kept.size < most && readAt > performance.now() - this.maxAge) break;
      this.kept.delete(oldest);
    }
    this.kept.set(key, visit);
  }

  /** Whether a request that begins now may use this visit. */
  private isCurrent({ visit, owner, began, readAt, now }: KeptVisit): boolean {
    if (performance.now() - readAt >= this.maxAge || !this.published.snapshots.isTrusted) return false;
    if (began < this.droppedAll || began < (this.drops.get(owner)?.at ?? 0)) return false;
    const later = this.clock.now();
    const age = later.getTime() - now.getTime();
    return age >= 0 && age < this.maxAge && !endsBetween(visit, now, later);
  }
}

const keyOf = (fanclub: FanclubInfo, token: string): string =>
  `${fanclub.id}:${hashToken(token).toString('base64')}`;

const ownerOf = (fanclubId: number, customerId: number): string => `${fanclubId}:${customerId}`;

/** Whether the membership ends after one time, and not after the other. */
function endsBetween({ customer: { membership } }: Visit, from: Date, to: Date): boolean {
  const ends = [membership?.endDate, membership?.salesPeriod?.extendedUntil];
  return ends.some((end) => end && end > from && end <= to);
}

/** Drops the customer's visits before a request that may have written is answered. Adds no hook if nothing is ever kept. */
export function dropVisitsAfterWrites(fastify: Pick<FastifyInstance, 'addHook'>, visits: Visits): void {
  if (visits.isOff) return;
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    const viewer = viewerIfKnown(request);
    if (viewer?.visit && viewer.mayWrite) visits.drop(viewer.fanclub.id, viewer.visit.customer.id);
    done();
  });
}
