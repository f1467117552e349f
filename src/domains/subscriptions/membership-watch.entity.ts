import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** Up to when the ends of a fan club's memberships have their messages. A row exists while an endpoint asks for them. */
@Entity('membership_watches')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
export class MembershipWatch {
  @PrimaryColumn('bigint') fanclubId!: number;
  /** When an endpoint asked first. Memberships that ended before have no message. */
  @Column('timestamptz') since!: Date;
  @Column('timestamptz') seenUntil!: Date;
}
