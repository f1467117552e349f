import { Check, Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** A fan club's own texts of one kind of mail. Null: the service's default. */
@Entity('mail_templates')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'kind'])
@Check('ck_mail_templates_kind', `kind ~ '^[a-z][a-z_]*$'`)
export class MailTemplate extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** A `MailKind`. */
  @Column('text') kind!: string;
  @Column('text', { nullable: true }) subject!: string | null;
  @Column('text', { nullable: true }) text!: string | null;
  @Column('text', { nullable: true }) html!: string | null;
}
