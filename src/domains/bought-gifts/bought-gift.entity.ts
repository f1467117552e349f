import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Order } from '#domains/orders/order.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';

/** How often the mail of a gift can be sent, so that nobody is flooded. */
export const MOST_MAILINGS = 5;

/** Whether the mail of the gift of the order `o` is still to be sent, in SQL. */
export const UNSENT_GIFT_SQL = `EXISTS (
  SELECT FROM bought_gifts g JOIN redeem_codes c ON c.fanclub_id = g.fanclub_id AND c.bought_order_id = g.order_id
  WHERE g.fanclub_id = o.fanclub_id AND g.order_id = o.id AND g.mail_on IS NOT NULL AND c.voided_at IS NULL AND c.used = 0)`;

/** What a buyer has said about a gift for somebody else. Its code belongs to the order, once that is paid. */
@Entity('bought_gifts')
@ForeignKey(() => Order, ['fanclubId', 'orderId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'orderId'])
@Index('ix_bought_gifts_mail', ['mailOn'], { where: 'mail_on IS NOT NULL' })
@Check('ck_bought_gifts_mailings', `mailings BETWEEN 0 AND ${MOST_MAILINGS}`)
@Check('ck_bought_gifts_mail', 'mail_on IS NULL OR email_sealed IS NOT NULL')
@PersonalRows<BoughtGift>({
  merged: 'follows',
  of: ['orderId', 'orders'],
  nulled: { secret: ['cardSealed', 'emailSealed'], mail: ['mailOn'] },
  kept: { mail: ['mailedAt', 'mailings'] },
  until: 'the card and the address of the recipient until `GIFT_RECIPIENT_DAYS` after the gift was redeemed',
})
export class BoughtGift extends FanclubRow {
  @Column('bigint') orderId!: number;
  /** The sealed texts of the card, see `CardTexts`. Null: purged. */
  @Column('text', { nullable: true }) cardSealed!: string | null;
  /** The sealed e-mail address of the recipient. Null: none was given, or it was purged. */
  @Column('text', { nullable: true }) emailSealed!: string | null;
  /** The day on which the mail is to be sent, in the fan club's time zone. Null: no mail is to be sent. */
  @Column('date', { nullable: true }) mailOn!: string | null;
  /** When the last mail was sent. */
  @Column('timestamptz', { nullable: true }) mailedAt!: Date | null;
  /** How many mails were sent. */
  @Column('integer', { default: 0 }) mailings!: number;
}
