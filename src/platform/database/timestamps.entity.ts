import { CreateDateColumn, UpdateDateColumn } from 'typeorm';

/** When the row was made and last changed. SQL that updates a row by hand sets `updated_at` itself. */
export abstract class Timestamps {
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
