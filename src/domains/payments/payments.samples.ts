import { makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { PaymentAccount } from './payment-account.entity';
import { PaymentCardPage } from './payment-card-page.entity';
import { PaymentMethod } from './payment-method.entity';
import { PaymentCustomer } from './payment-customer.entity';
import { PaymentEvent } from './payment-event.entity';

const makers = makersOf({
  /** A former account at the demo bank. Its secrets cannot be opened. */
  async paymentAccount(overrides: Partial<PaymentAccount> = {}): Promise<PaymentAccount> {
    const { n } = this.seed();
    return this.save(PaymentAccount, {
      fanclubId: await this.clubOf(overrides),
      ...{ provider: 'demo', live: false, accountRef: `account-${n}`, secretSealed: `sealed-${n}` },
      ...{ webhookSecretSealed: null, formerWebhookSecretSealed: null, enabled: false, lastEventAt: null },
      ...{ caughtUpAt: null, refusedAt: null, refusedCode: null },
      ...overrides,
    });
  },

  /** A customer as a provider knows it. */
  async paymentCustomer({
    customer,
    account,
    ...overrides
  }: Partial<PaymentCustomer> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentCustomer> {
    const buyer = customer ?? (await this.customer());
    const { fanclubId } = buyer;
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    const providerRef = `customer-${this.seed().n}`;
    return this.save(PaymentCustomer, {
      ...{ fanclubId, customerId: buyer.id, accountId, providerRef, told: null },
      ...overrides,
    });
  },

  /** A card of a member, saved with consent. */
  async paymentMethod({
    customer,
    account,
    ...overrides
  }: Partial<PaymentMethod> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentMethod> {
    const { n, now } = this.seed();
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    return this.save(PaymentMethod, {
      ...{ fanclubId, customerId, accountId, providerRef: `card-${n}`, brand: 'visa', last4: '4242' },
      ...{ expMonth: 12, expYear: 2030, consentedAt: now, consentText: `Consent ${n}`, detachedAt: null },
      forgottenAt: null,
      ...overrides,
    });
  },

  /** A page on which a member saved a card. */
  async paymentCardPage({
    customer,
    account,
    ...overrides
  }: Partial<PaymentCardPage> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentCardPage> {
    const { n, now } = this.seed();
    const { id: customerId, fanclubId } = customer ?? (await this.customer());
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId }));
    return this.save(PaymentCardPage, {
      ...{ fanclubId, customerId, accountId, idempotencyKey: `page-${n}`, sessionRef: `page-${n}` },
      ...{ consentText: `Consent ${n}`, expiresAt: now, finishedAt: now, ...overrides },
    });
  },

  /** An event that was processed. */
  async paymentEvent({
    account,
    ...overrides
  }: Partial<PaymentEvent> & { account?: PaymentAccount } = {}): Promise<PaymentEvent> {
    const { n, now } = this.seed();
    const { id: accountId, fanclubId } = account ?? (await this.paymentAccount());
    return this.save(PaymentEvent, {
      ...{ fanclubId, accountId, eventRef: `event-${n}`, type: 'payment.succeeded', subject: 'payment' },
      ...{ objectRef: `payment-${n}`, ownNumber: null, sentAt: now, receivedAt: now, processedAt: now },
      ...{ attempts: 1, lastError: null },
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends PaymentsMakers {}
}
type PaymentsMakers = typeof makers;

export const samples: Samples = {
  makers,
  notFromCatalogue: [
    ...['payment_accounts', 'payment_card_pages', 'payment_customers', 'payment_events', 'payment_methods'],
  ],
  limitedColumns: ['PaymentAccount.provider', 'PaymentAccount.refusedCode', 'PaymentEvent.subject'],
  filteredById: {
    'cards.current': 'the customer of the session',
    'cards.hold_owner': 'the customer of the session',
    'cards.open_pages': 'the customer of the session',
    'cards.set_auto_renewal': 'the customer of the session',
    'payments.enabled_account': 'the fan club of the page, whose plan was found',
  },
  async club({ given, of }) {
    await of('nobody');
    await given.paymentEvent({ account: await given.paymentAccount() });
    return {};
  },
  async member({ given, now, member: { customer } }) {
    await given.paymentCustomer({ customer });
    await given.paymentMethod({ customer, detachedAt: now });
    await given.paymentCardPage({ customer });
    return {};
  },
  notAsked: {
    'payments.disable_accounts': 'an operator',
    'payments.enable_account': 'an operator',
    'payments.requeue_events': 'a job',
    'payments.store_refusal': 'a provider that refuses',
    'payments.find_account': 'a job',
    'cards.add': 'the member who saves a card',
    'cards.customer_of_page': 'a job',
    'cards.detach': 'the member who saves a card',
    'cards.find': 'a job, or the member who saves a card',
    'cards.finish_page': 'the member who saves a card',
    'cards.forget': 'a job, or the member who removes the card',
    'cards.forget_all': 'a job, or the buyer of a priced plan',
    'cards.store_page': 'the member who saves a card',
    'cards.take_detached': 'a job',
    'cards.update': 'a job',
    'payments.receive_event': 'a provider, whose signature is verified first',
    'payments.store_event_error': 'a job',
    'payments.store_processed': 'a job',
    'payments.take_event': 'a job',
    'payment_customers.delete': 'a job, or the buyer of a priced plan',
    'payment_customers.find': 'the buyer of a priced plan',
    'payment_customers.of_ref': 'a job, or the buyer of a priced plan',
    'payment_customers.store_told': 'the buyer of a priced plan',
  },
};
