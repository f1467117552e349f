import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Config } from '#platform/config';
import { statement, type Statements, types } from '#platform/database';
import { type FilePlace, Files } from '#platform/files';
import { Job, type JobRun, NIGHTLY } from '#platform/jobs';
import { isImageSql } from '#domains/images';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Milliseconds after which a file without a row is deleted. Longer than any upload, whose row is written last. */
const KEPT = 48 * 60 * 60 * 1000;

/** Files whose rows are looked up together. */
const BATCH = 500;

/**
 * The fan clubs whose rows are complete here. Files of fan clubs that another database serves, or that are being moved, may have their
 * rows there, because several databases can share a storage.
 */
export const CLUBS_WITH_ROWS = statement('exclusive_content.clubs_with_rows', {
  row: { id: types.bigint },
  text: `SELECT f.id FROM fanclubs f WHERE f.moved_to IS NULL AND ${notHeldSql('f.id')} ORDER BY f.id`,
});

/** Those of these keys that no item and no picture names. None if the rows of the fan club are no longer complete here. */
export const UNNAMED_KEYS = statement('exclusive_content.unnamed_keys', {
  params: { fanclub: types.bigint, keys: types.array(types.text) },
  row: { key: types.text },
  text: `
    SELECT k.key FROM unnest($keys::text[]) AS k (key)
    JOIN fanclubs f ON f.id = $fanclub AND f.moved_to IS NULL AND ${notHeldSql('f.id')}
    WHERE NOT EXISTS (SELECT FROM benefit_items i WHERE i.fanclub_id = f.id AND i.file_key = k.key)
      AND NOT ${isImageSql('f.id', 'k.key')}`,
});

/** Deletes files that no item and no picture names, unless `FILES_PURGE` is `false`. */
@Injectable()
export class ExclusiveContentJobs {
  constructor(
    private readonly files: Files,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @returns how many files and left uploads were deleted */
  @Job('files.purge', NIGHTLY)
  async purge({ db, signal, log }: JobRun): Promise<number> {
    if (!this.config.files.purge) return 0;
    let purged = await this.files.purgeIncoming(this.clock.now());
    for (const { id } of await db.rows(CLUBS_WITH_ROWS, {})) {
      if (signal.aborted) break;
      try {
        purged += await this.purgeClub(db, id, signal);
      } catch (error) {
        log.error({ err: error, fanclub: id }, 'files not purged');
      }
    }
    return purged;
  }

  private async purgeClub(db: Statements, fanclub: number, signal: AbortSignal): Promise<number> {
    const before = this.clock.now().getTime() - KEPT;
    let purged = 0;
    let old: FilePlace[] = [];
    const purgeOld = async (): Promise<void> => {
      if (old.length === 0) return;
      const rows = await db.rows(UNNAMED_KEYS, { fanclub, keys: old.map(({ key }) => key) });
      const unnamed = new Set(rows.map(({ key }) => key));
      for (const place of old.filter(({ key }) => unnamed.has(key))) {
        if (signal.aborted) return;
        await this.files.remove(place);
        purged += 1;
      }
      old = [];
    };
    for await (const { writtenAt, store, key } of this.files.list(fanclub)) {
      if (writtenAt.getTime() < before) old.push({ store, key });
      if (old.length === BATCH) await purgeOld();
    }
    await purgeOld();
    return purged;
  }
}
