import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A counter of attempts in a window of time. */
@Entity('staff_limits')
@Index(['endsAt'])
@Check('ck_staff_limits_digest', 'length(digest) = 32')
export class StaffLimit {
  @PrimaryColumn('text') what!: string;
  /** A keyed digest of the address or network. */
  @PrimaryColumn('bytea') digest!: Buffer;
  @Column('integer') count!: number;
  @Column('timestamptz') endsAt!: Date;
}
