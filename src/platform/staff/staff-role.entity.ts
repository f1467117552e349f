import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Organization } from '#platform/tenants/organization.entity';
import type { Role } from './permissions';
import { Staff } from './staff.entity';

/** What a person may do in one fan club, or in all of an organization. */
@Entity('staff_roles')
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Organization, ['organizationId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Fanclub, ['organizationId', 'fanclubId'], ['organizationId', 'id'], { onDelete: 'CASCADE' })
@Index('uq_staff_roles_organization', ['staffId', 'organizationId'], {
  unique: true,
  where: 'fanclub_id IS NULL',
})
@Index('uq_staff_roles_fanclub', ['staffId', 'fanclubId'], { unique: true, where: 'fanclub_id IS NOT NULL' })
@Index(['staffId'])
@Index(['organizationId', 'fanclubId'])
@Check('ck_staff_roles_role', `role IN ('owner', 'manager', 'support', 'fulfilment', 'viewer')`)
export class StaffRole extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') staffId!: number;
  @Column('bigint') organizationId!: number;
  /** Null: all fan clubs of the organization. */
  @Column('bigint', { nullable: true }) fanclubId!: number | null;
  @Column('text') role!: Role;
}
