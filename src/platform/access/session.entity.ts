import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** A session of a visitor of one fan club. The cookie holds a random token, this row its digest. */
@Entity('sessions')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
// The entities are given by name, because the platform does not import domains.
@ForeignKey('Customer', ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Order', ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'tokenHash'])
@Index(['fanclubId', 'customerId'])
@Index(['fanclubId', 'orderId'])
@Index(['expiresAt'])
@Check('ck_sessions_token_hash', 'length(token_hash) = 32')
@Check('ck_sessions_refreshed', '(refresh_turn > 0) = (refreshed_at IS NOT NULL)')
@PersonalRows<Session>({
  merged: 'erased',
  of: 'customerId',
  deleted: {
    secret: ['tokenHash'],
    activity: ['lastSeenAt', 'expiresAt', 'revokedAt', 'refreshTurn', 'refreshedAt'],
  },
  until: 'until it ends, `SESSION_ABSOLUTE_DAYS` at most',
})
export class Session {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  /** SHA-256 of the token, so that readers of the table cannot use it. */
  @Column('bytea') tokenHash!: Buffer;
  /** Null: the visitor is not logged in. */
  @Column('bigint', { nullable: true }) customerId!: number | null;
  /** The order of a free plan, which lets its customer register. */
  @Column('bigint', { nullable: true }) orderId!: number | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  /** For the idle limit; not updated at every request. */
  @Column('timestamptz', { default: () => 'now()' }) lastSeenAt!: Date;
  /** The absolute end. */
  @Column('timestamptz') expiresAt!: Date;
  /** When the session was ended early, for example by a log-out. */
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  /** How often the refresh token was exchanged. */
  @Column('integer', { default: 0 }) refreshTurn!: number;
  /** The last exchange. Null: none. */
  @Column('timestamptz', { nullable: true }) refreshedAt!: Date | null;
}
