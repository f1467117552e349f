import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The number of this database among the databases of an installation; no row until `fanclub cell init`. */
export class CreateCells1760000064000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE cells (
        own    boolean DEFAULT true CONSTRAINT pk_cells PRIMARY KEY,
        number integer NOT NULL,
        CONSTRAINT ck_cells_own CHECK (own),
        CONSTRAINT ck_cells_number CHECK (number BETWEEN 0 AND 9006)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE cells');
  }
}
