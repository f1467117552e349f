import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import { Clock } from '#libs/clock';
import { isConflictOfTransactions, ManagerStatements, type Statements } from '#platform/database';
import { ClubRows } from './club-rows';
import { appendAudits, type AuditEntry } from './staff-audits';
import type { Scope, StaffViewer } from './staff-viewer';

/** The maximum number of attempts at a transaction that conflicts with others. */
const ATTEMPTS = 3;
/** The minimum and maximum of milliseconds before the next attempt. */
const PAUSE = [5, 50] as const;

/** Collects what a transaction records. */
interface Audited {
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
export class StaffWork {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
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

  /** As {@link change}, for the fan club or organization in the path. */
  changeScope<T>(viewer: StaffViewer, work: (change: ScopeChange) => Promise<T>): Promise<T> {
    return this.run(viewer, (manager) => new ScopeChange(manager, viewer.scope), work);
  }

  private async run<C extends Audited, T>(
    viewer: StaffViewer,
    open: (manager: EntityManager) => C,
    work: (change: C) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(async (manager) => {
          const change = open(manager);
          const result = await work(change);
          if (change.entries.length === 0) throw new Error('a change by staff without an audit');
          const actor = { staffId: viewer.person.id, sessionId: viewer.sessionId };
          await appendAudits(manager, viewer.scope, actor, this.clock.now(), change.entries);
          return result;
        });
      } catch (error) {
        if (attempt === ATTEMPTS || !isConflictOfTransactions(error)) throw error;
        await sleep(randomInt(...PAUSE));
      }
    }
  }
}
