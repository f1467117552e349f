import { makersOf, type Samples } from '#samples';
import { PaymentAccount } from './payment-account.entity';
import { PaymentEvent } from './payment-event.entity';

const makers = makersOf({
  /** A former account at the demo bank. Its secrets cannot be opened. */
  async paymentAccount(overrides: Partial<PaymentAccount> = {}): Promise<PaymentAccount> {
    const { n } = this.seed();
    return this.save(PaymentAccount, {
      fanclubId: await this.clubOf(overrides),
      provider: 'demo',
      live: false,
      accountRef: `account-${n}`,
      secretSealed: `sealed-${n}`,
      webhookSecretSealed: null,
      formerWebhookSecretSealed: null,
      enabled: false,
      lastEventAt: null,
      caughtUpAt: null,
      refusedAt: null,
      refusedCode: null,
      ...overrides,
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
      fanclubId,
      accountId,
      eventRef: `event-${n}`,
      type: 'payment.succeeded',
      subject: 'payment',
      objectRef: `payment-${n}`,
      ownNumber: null,
      sentAt: now,
      receivedAt: now,
      processedAt: now,
      attempts: 1,
      lastError: null,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends PaymentProvidersMakers {}
}
type PaymentProvidersMakers = typeof makers;

export const samples: Samples = {
  makers,
  acrossFanclubs: {
    'payments.served_accounts': 'the ids of all accounts, for the proxy in front of several databases',
  },
  async statements({ given }) {
    const { id: account } = await given.paymentAccount({ enabled: true });
    const { accountId, eventRef: event } = await given.paymentEvent({ processedAt: null });
    return {
      'payments.enable_account': { account },
      'payments.disable_accounts': { except: null },
      'payments.requeue_events': { account: accountId },
      'payments.take_event': { account: accountId, event },
    };
  },
  notAsked: {
    'payments.receive_event': 'stores the event first, and a foreign key requires an account of the fan club',
  },
  notFromCatalogue: ['payment_accounts', 'payment_events'],
  limitedColumns: ['PaymentAccount.provider', 'PaymentAccount.refusedCode', 'PaymentEvent.subject'],
  filteredById: {
    'payments.enabled_account': 'the fan club of the page, whose plan was found',
  },
  async club({ given, of }) {
    await of('nobody');
    await given.paymentEvent({ account: await given.paymentAccount() });
    return {};
  },
};
