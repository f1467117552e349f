import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { PaymentAccount } from './payment-account.entity';

/** A customer as a provider knows it. */
@Entity('payment_customers')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['accountId', 'customerId'])
@Unique(['accountId', 'providerRef'])
@Index(['fanclubId', 'accountId'])
@Index(['fanclubId', 'customerId'])
export class PaymentCustomer extends FanclubRow {
  @Column('bigint') accountId!: number;
  @Column('bigint') customerId!: number;
  @Column('text') providerRef!: string;
  /** A digest of the e-mail address and name that the provider was told last. Null: unknown. */
  @Column('text', { nullable: true }) told!: string | null;
}
