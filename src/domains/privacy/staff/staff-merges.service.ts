import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { type ClubChange, conflict, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import type { AccountPair } from '#domains/accounts';
import { type RemainingTerm, remainingTerms } from '#domains/subscriptions';
import type { MergedTable } from '../merge.rules';
import { MergesService } from '../merges.service';
import { MergeRefused, NobodyToMerge } from '../privacy.errors';
import type { MergePreview } from './dto/privacy.answers';

/** Ends the transaction of a dry run, which changes nothing. */
class RolledBack extends Error {
  constructor(readonly preview: MergePreview) {
    super('rolled back');
  }
}

/** Merges by staff, each on record for both members. */
@Injectable()
export class StaffMergesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly merges: MergesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the merge in a transaction that is rolled back, so that it shows exactly what a merge does. The look is on record for both.
   * @throws Problem (404)
   */
  async preview(viewer: StaffViewer, into: number, from: number | null): Promise<MergePreview> {
    const pair = pairOf(viewer, into, from);
    const preview = await this.rolledBack(viewer, pair);
    for (const id of [pair.into, pair.from]) await this.work.recordRead(viewer, id);
    // This look itself has added a row there.
    return { ...preview, tables: preview.tables.filter(({ table }) => table !== 'staff_reads') };
  }

  private rolledBack(viewer: StaffViewer, pair: AccountPair): Promise<MergePreview> {
    return this.work
      .change(viewer, async (change): Promise<MergePreview> => {
        throw new RolledBack(await this.tried(change, pair));
      })
      .catch((error: unknown) => {
        if (error instanceof RolledBack) return error.preview;
        throw problemOf(error);
      });
  }

  /** @throws Problem (404, 409) */
  async merge(viewer: StaffViewer, into: number, from: number | null, reason: string): Promise<void> {
    const pair = pairOf(viewer, into, from);
    await this.work
      .change(viewer, async (change) => {
        const compared = await this.merges.compare(change.statements, pair);
        const rows = rowsOf(await this.merges.merge(change.statements, pair, compared));
        const audit = (id: number, after: object) => {
          const subject = { type: 'member', id } as const;
          change.audit({ action: 'member.merged', subject, customerId: id, after: { ...after, reason } });
        };
        audit(pair.into, { merged: pair.from, rows });
        audit(pair.from, { into: pair.into });
      })
      .catch((error: unknown) => {
        throw problemOf(error);
      });
  }

  private async tried({ statements: tx }: ClubChange, pair: AccountPair): Promise<MergePreview> {
    const compared = await this.merges.compare(tx, pair);
    const { obstacles, tables } = compared;
    const shown = obstacles.length > 0 ? tables : await this.merges.merge(tx, pair, compared);
    const terms = await remainingTerms(tx, pair.fanclub, pair.into, this.clock.now());
    return { obstacles, tables: shown, memberships: terms.map(termJson) };
  }
}

/** @throws Problem (404) unless there are two members */
function pairOf({ fanclubId: fanclub }: StaffViewer, into: number, from: number | null): AccountPair {
  if (from === null || from === into) throw notFound();
  return { fanclub, from, into };
}

const termJson = ({ planName, start, end }: RemainingTerm) => ({
  plan_name: planName,
  starts_at: start && isoUtc(start),
  ends_at: end && isoUtc(end),
});

/** How many rows of each table became what, for the record. */
const rowsOf = (tables: readonly MergedTable[]) =>
  Object.fromEntries(
    tables.map(({ table, moved, voided, removed, kept }) => [
      table,
      { moved: moved.length, voided: voided.length, removed: removed.length, kept: kept.length },
    ]),
  );

function problemOf(error: unknown): unknown {
  if (error instanceof NobodyToMerge) return notFound();
  if (error instanceof MergeRefused) return conflict(error.messages.join(' '));
  return error;
}
