import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceStaffAuditFunctions } from './support/staff-audit-functions';

/** In databases that version 0.1.0 migrated, these functions have a setting that only a superuser can restore from a dump. */
export class RepairStaffAuditFunctions1760000051530 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await replaceStaffAuditFunctions(db);
  }

  /** Nothing: the functions before did the same. */
  async down(): Promise<void> {}
}
