import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import { Clock } from '#libs/clock';
import { isConflictOfTransactions, ManagerStatements, type RowOf, type Statements } from '#platform/database';
import { ClubRows } from './items/club-rows';
import type { ListPage, ListQuery } from './items/list-query';
import type { Repeatable } from './repeatable-request';
import { appendAudits, type AuditEntry } from './audit/staff-audits';
import { StaffLimits } from './login/staff-limits';
import { conflict } from './staff-problems';
import type { Scope, StaffViewer } from './staff-viewer';
import { ADD_READ, CLAIM_REQUEST, FIND_REQUEST, FORGET_REQUEST, STORE_ANSWER } from './staff-work.queries';

/** The maximum number of attempts at a transaction that conflicts with others. */
const ATTEMPTS = 3;
/** The minimum and maximum of milliseconds before the next attempt. */
const PAUSE = [5, 50] as const;

/** Milliseconds for which the answer to a request with an `Idempotency-Key` is kept. */
export const KEPT = 24 * 60 * 60 * 1000;

/** Seconds within which a person who sees the same page of a list again is not recorded again. */
const PAGE_SEEN = 3600;

/** Collects what a transaction records. */
interface Audited {
  readonly manager: EntityManager;
  readonly entries: AuditEntry[];
}

/** The rows of a fan club in a transaction that changes them. */
export class ClubChange extends ClubRows implements Audited {
  readonly entries: AuditEntry[] = [];

  /** Records a change. Entries are written at the end of the transaction. */
  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }
}

/** A transaction that changes the rows of an organization as a whole, or of people's roles. */
export class ScopeChange implements Audited {
  readonly entries: AuditEntry[] = [];
  readonly statements: Statements;

  constructor(
    readonly manager: EntityManager,
    readonly scope: Scope,
  ) {
    this.statements = new ManagerStatements(manager);
  }

  /** As {@link ClubChange.audit}. */
  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }
}

/** Runs the work of staff on the rows of the fan club in their path. */
@Injectable()
export class StaffWorkService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly limits: StaffLimits,
  ) {}

  /** Reads; all statements see the database as of one instant. */
  read<T>(viewer: StaffViewer, work: (rows: ClubRows) => Promise<T>): Promise<T> {
    return this.dataSource.transaction('REPEATABLE READ', (manager) =>
      work(new ClubRows(manager, viewer.fanclubId)),
    );
  }

  /**
   * Changes rows and records it in the same transaction. After a conflict with another transaction the work is repeated, so it
   * must do nothing but change rows.
   * @throws Error if the work records nothing: no change may go without an audit
   */
  change<T>(viewer: StaffViewer, work: (change: ClubChange) => Promise<T>): Promise<T> {
    return this.run(viewer, (manager) => new ClubChange(manager, viewer.fanclubId), work);
  }

  /** As {@link change}, for a job, which the record shows as the operator. Work that changes nothing records nothing. */
  changeByJob<T>(
    { organizationId, fanclubId }: { readonly organizationId: number; readonly fanclubId: number },
    work: (change: ClubChange) => Promise<T>,
  ): Promise<T> {
    return this.attempt(async (manager) => {
      const change = new ClubChange(manager, fanclubId);
      const result = await work(change);
      const operator = { staffId: null, sessionId: null, keyName: null };
      if (change.entries.length > 0)
        await appendAudits(
          manager,
          { organizationId, fanclubId },
          operator,
          this.clock.now(),
          change.entries,
        );
      return result;
    });
  }

  /** As {@link change}, for the fan club or organization in the path. */
  changeScope<T>(viewer: StaffViewer, work: (change: ScopeChange) => Promise<T>): Promise<T> {
    return this.run(viewer, (manager) => new ScopeChange(manager, viewer.scope), work);
  }

  /**
   * As {@link change}, once per `Idempotency-Key`: a repetition gets the answer of the first request, and waits for it if it is
   * still running. A refused request may be repeated with the same key.
   * @throws Problem (409) if the key belongs to another request
   */
  once(
    viewer: StaffViewer,
    { key, digest }: Repeatable,
    work: (change: ClubChange) => Promise<object>,
  ): Promise<object> {
    return this.attempt(async (manager) => {
      const change = new ClubChange(manager, viewer.fanclubId);
      const { statements } = change;
      const now = this.clock.now();
      const asked = { staff: viewer.person.id, key };
      await statements.run(FORGET_REQUEST, { ...asked, before: new Date(now.getTime() - KEPT) });
      // Waits for a transaction that holds the key.
      const isFirst = (await statements.run(CLAIM_REQUEST, { ...asked, digest, now })) === 1;
      if (!isFirst) return earlierAnswer(await statements.first(FIND_REQUEST, asked), digest);
      const answer = await work(change);
      await statements.run(STORE_ANSWER, { ...asked, answer: JSON.stringify(answer) });
      await this.append(viewer, change);
      return JSON.parse(JSON.stringify(answer)) as object;
    });
  }

  /** Records that a person saw the personal data of a member, once per hour. */
  async recordRead(viewer: StaffViewer, customerId: number): Promise<void> {
    const hour = new Date(this.clock.now());
    hour.setUTCMinutes(0, 0, 0);
    const read = { fanclub: viewer.fanclubId, staff: viewer.person.id, customer: customerId, hour };
    await this.attempt(async (manager) => {
      const change = new ClubChange(manager, viewer.fanclubId);
      if ((await change.statements.run(ADD_READ, read)) === 0) return;
      change.audit({ action: 'member.seen', subject: { type: 'member', id: customerId }, customerId });
      await this.append(viewer, change);
    });
  }

  /**
   * Records that a person saw a page of a list of persons, once per hour and page. What was searched for is not recorded: it may be
   * a name. @returns the page
   */
  async recordList<T>(
    viewer: StaffViewer,
    { action, subject }: Pick<AuditEntry, 'action' | 'subject'>,
    query: ListQuery,
    shown: ListPage<T>,
  ): Promise<ListPage<T>> {
    const { length: count } = shown.data;
    if (count === 0) return shown;
    const seen = JSON.stringify([viewer.person.id, viewer.key?.id, viewer.fanclubId, action, subject, query]);
    await this.attempt(async (manager) => {
      const change = new ClubChange(manager, viewer.fanclubId);
      if (!(await this.limits.isFirst(change.statements, 'page.seen', seen, PAGE_SEEN))) return;
      change.audit({ action, subject, after: { page: query.page, count, searched: query.q !== null } });
      await this.append(viewer, change);
    });
    return shown;
  }

  private run<C extends Audited, T>(
    viewer: StaffViewer,
    open: (manager: EntityManager) => C,
    work: (change: C) => Promise<T>,
  ): Promise<T> {
    return this.attempt(async (manager) => {
      const change = open(manager);
      const result = await work(change);
      if (change.entries.length === 0) throw new Error('a change by staff without an audit');
      await this.append(viewer, change);
      return result;
    });
  }

  private append(viewer: StaffViewer, { manager, entries }: Audited): Promise<void> {
    const { scope, person, sessionId, key } = viewer;
    const actor = { staffId: person.id, sessionId, keyName: key?.name ?? null };
    return appendAudits(manager, scope, actor, this.clock.now(), entries);
  }

  private async attempt<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isConflictOfTransactions(error)) throw error;
        await sleep(randomInt(...PAUSE));
      }
    }
  }
}

/** The stored answer. @throws Problem (409) unless the request is the same */
function earlierAnswer(earlier: RowOf<typeof FIND_REQUEST> | null, digest: Buffer): object {
  if (!earlier?.requestDigest.equals(digest)) {
    throw conflict('This Idempotency-Key was used for another request.');
  }
  return JSON.parse(earlier.answer) as object;
}
