import { CreateDateColumn, UpdateDateColumn } from 'typeorm';

/** When the row was created and last changed. Statements that update a row set `updated_at` themselves. */
export abstract class Timestamps {
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
