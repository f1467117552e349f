import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Staff } from '#platform/staff/people/staff.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';

/** What a fan club knows of a member, for the one who asked for it. Each form of it can be downloaded once. */
@Entity('person_exports')
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
// In the database NULLS NOT DISTINCT, which TypeORM does not compare: a member, as each of the staff, has one export.
@Index('uq_person_exports_asker', ['fanclubId', 'customerId', 'staffId'], { unique: true })
@Index(['staffId'])
@Index(['createdAt'])
@Check('ck_person_exports_ready', '(content_sealed IS NULL) = (expires_at IS NULL)')
@PersonalRows<PersonExport>({
  merged: 'erased',
  of: 'customerId',
  deleted: {
    secret: ['contentSealed'],
    activity: ['expiresAt', 'jsonTakenAt', 'htmlTakenAt'],
  },
  until: '24 hours after it was made',
})
export class PersonExport extends FanclubRow {
  @Column('bigint') customerId!: number;
  /** The person of the staff who asked for it. Null: the member. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
  /** The sealed JSON of the `PersonDocument`. Null: not made yet. */
  @Column('text', { nullable: true }) contentSealed!: string | null;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  @Column('timestamptz', { nullable: true }) jsonTakenAt!: Date | null;
  @Column('timestamptz', { nullable: true }) htmlTakenAt!: Date | null;
}
