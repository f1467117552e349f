import { Customer } from '#domains/accounts/customer.entity';
import { PaymentMethod } from '#domains/payments/customers/payment-method.entity';
import { PASSWORD } from '#samples';
import { PaymentAccountsService } from '../../src/domains/payment-providers';
import { SavedCardsService, type StoredCard } from '../../src/domains/payments';
import { Sql } from '../../src/platform/database';
import { CARDS } from '../support/payments/contract';
import { bankRefuses, openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { openPlaced } from '../support/payments/placed-order';
import { Pages, type VisitedPage } from '../support/pages';
import { runJob } from '../support/run-job';
import { testApp } from '../support/start-test-app';

const t = testApp(withDemoBank);

let pages: Pages;
let root: string;

const cards = (): Promise<PaymentMethod[]> =>
  t.db.getRepository(PaymentMethod).find({ order: { id: 'ASC' } });
const renews = async (): Promise<boolean> =>
  (await t.db.query<[{ on: boolean }]>('SELECT auto_renewal_enabled AS on FROM customers'))[0].on;

/** The bank's names of the cards that it has not deleted. */
async function kept(): Promise<string[]> {
  const found = await t.db.query<{ ref: string }[]>(
    `SELECT ref FROM demo_bank.objects WHERE kind = 'card' AND content->>'isDeleted' = 'false' ORDER BY created_at`,
  );
  return found.map(({ ref }) => ref);
}

/** Switches the API of the bank off or on. */
const away = (isAway: boolean) =>
  t.db.query(
    `UPDATE demo_bank.objects SET content = jsonb_set(content, '{switches,unavailable}', $1::jsonb) WHERE kind = 'account'`,
    [String(isAway)],
  );

/** Enters a card, and comes back. */
async function saved(page: VisitedPage, number: string = CARDS.works): Promise<VisitedPage> {
  const step = await page.press(page.buttons.find((label) => /^(Save a|Replace this) card$/.test(label))!);
  await payByCard(t, step.links['Enter the card'], number);
  return (await pages.open(`${root}/membership/return`)).follow();
}

beforeEach(async () => {
  const club = await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  root = `/fanclubs/${club.id}`;
  await openBank(t);
  const customer: Customer = await t.given.customer({ email: 'ada@x.example', autoRenewalEnabled: false });
  expect(customer.autoRenewalEnabled).toBe(false);
  pages = new Pages(t.origin);
  await (await pages.open(`${root}/login`)).submit({ email: 'ada@x.example', password: PASSWORD });
});

describe('the saved card on the page of the membership', () => {
  it('saves a card with the consent that was shown, replaces it, and removes it', async () => {
    const empty = await pages.open(`${root}/membership`);
    expect(empty.text).toContain('You have no saved card');
    const one = await saved(empty);
    expect(one.text).toContain('Visa ending in 4242');
    expect(one.text).toContain('Automatic renewal is on: The Lanterns may charge this card for renewals');
    expect(one.text).toContain('You agreed on June 15, 2026: “');
    expect(one.text).not.toContain('ends on');
    const [card] = await cards();
    expect(card).toMatchObject({ last4: '4242', consentedAt: t.clock.now(), detachedAt: null });
    expect(empty.text).toContain(card.consentText);
    expect(JSON.stringify(card)).not.toContain(CARDS.works);

    const two = await saved(await pages.open(`${root}/membership`), CARDS.declinedLater);
    expect(two.text).toContain('ending in 0341');
    expect((await cards()).map(({ detachedAt }) => detachedAt)).toEqual([t.clock.now(), null]);

    const removed = await (await pages.send(`${root}/membership/remove`, hidden(two))).follow();
    expect(removed.text).toContain('You have no saved card');
    expect(await renews()).toBe(false);
    expect((await cards())[1]).toMatchObject({ detachedAt: t.clock.now(), deletedAt: t.clock.now() });
    expect(await kept()).toEqual([card.providerRef]);
  });

  it('keeps a card that the payment service does not delete, because it is away', async () => {
    const card = await saved(await pages.open(`${root}/membership`));
    await away(true);
    expect((await pages.send(`${root}/membership/remove`, hidden(card))).status).toBe(503);
    expect([(await cards())[0].detachedAt, await renews()]).toEqual([null, true]);
  });

  it('turns automatic renewal off and on, and not on without a card', async () => {
    const empty = await pages.open(`${root}/membership`);
    await pages.send(`${root}/membership/renewal-on`, hidden(empty));
    expect(await renews()).toBe(false);
    const card = await saved(empty);
    expect(card.buttons).toEqual(['Stop automatic renewal', 'Replace this card', 'Remove this card']);
    const off = await (await pages.send(`${root}/membership/renewal-off`, hidden(card))).follow();
    expect([await renews(), off.buttons[0]]).toEqual([false, 'Renew automatically']);
    expect(off.text).toContain('Automatic renewal is off: this card is not charged for renewals.');
    await pages.send(`${root}/membership/renewal-on`, hidden(off));
    expect(await renews()).toBe(true);
  });

  it('shows when the present membership ends, and what it costs', async () => {
    const plan = await t.given.plan({ name: 'Gold', price: '24.99' });
    const customer = await t.db.getRepository(Customer).findOneByOrFail({ email: 'ada@x.example' });
    await t.given.subscription({ customer, plan, endDate: new Date('2026-12-31T12:00:00Z') });
    const card = await saved(await pages.open(`${root}/membership`));
    expect(card.text).toContain('Your membership “Gold” ($24.99) ends on December 31, 2026.');
  });

  it('says that a lapsed membership has ended', async () => {
    const [endDate, extendedUntil] = ['2026-05-31', '2026-12-31'].map((day) => new Date(`${day}T12:00:00Z`));
    const salesPeriod = await t.given.salesPeriod({ endsAt: endDate, extendedUntil });
    const plan = await t.given.plan({ name: 'Gold', price: '24.99', salesPeriod });
    const customer = await t.db.getRepository(Customer).findOneByOrFail({ email: 'ada@x.example' });
    await t.given.subscription({ customer, plan, startDate: new Date('2025-05-31T12:00:00Z'), endDate });
    const page = await pages.open(`${root}/membership`);
    expect(page.text).toContain('Your membership “Gold” ($24.99) ended on May 31, 2026.');
  });

  it('changes nothing while the payment service is away', async () => {
    const page = await pages.open(`${root}/membership`);
    await away(true);
    const waits = await page.submit();
    expect([waits.status, waits.heading]).toEqual([503, 'Nothing was changed']);
    expect(waits.text).toContain('The payment service does not answer at the moment.');
    expect(await cards()).toEqual([]);
  });

  it('changes nothing if the payment service refuses, and does not say that it is away', async () => {
    const page = await pages.open(`${root}/membership`);
    await bankRefuses(t);
    const refused = await page.submit();
    expect([refused.status, refused.heading]).toEqual([503, 'Nothing was changed']);
    expect(refused.text).toContain('The fan club has to repair something first.');
    expect(refused.text).not.toContain('does not answer');
    expect(await cards()).toEqual([]);
  });

  it('asks others to log in, and says if a fan club saves no cards', async () => {
    const stranger = await new Pages(t.origin).open(`${root}/membership`);
    expect(stranger.text).toContain(
      'Log in to see your membership, what it includes, its renewal and your saved card.',
    );
    await t.db.query('UPDATE payment_accounts SET enabled = false');
    expect((await pages.open(`${root}/membership`)).text).toContain('does not keep payment cards here');
  });
});

it('a buyer who ticks automatic renewal has the card saved, and one who does not has not', async () => {
  const buy = async (name: string, ticked: Record<string, string>) => {
    t.clock.advance(60);
    const plan = await t.given.plan({ name, price: '24.99' });
    const offer = await pages.open(`${root}/plans/${plan.id}/checkout`);
    expect(offer.fields.auto_renewal).not.toHaveProperty('checked');
    expect(offer.text).toContain(
      `Renew “${name}” automatically: charge this card $24.99 around June 15, 2027`,
    );
    const waiting = await openPlaced(t, pages, await offer.submit(ticked));
    await payByCard(t, waiting.links['Go to the payment']);
    expect((await pages.open(`${waiting.path}/return`)).heading).toBe('Thank you');
    await t.db.query('UPDATE subscriptions SET cancelled = true');
  };
  await buy('Silver', {});
  expect([await cards(), await renews()]).toEqual([[], false]);
  await buy('Gold', { auto_renewal: 'true' });
  expect(await cards()).toEqual([
    expect.objectContaining({ last4: '4242', consentText: expect.stringContaining('Renew “Gold”') }),
  ]);
  expect(await renews()).toBe(true);
});

describe('a card that was replaced', () => {
  /** Saves one card, and then another one. */
  async function replaced(): Promise<[PaymentMethod, PaymentMethod]> {
    await saved(await pages.open(`${root}/membership`));
    t.clock.advance(60);
    await saved(await pages.open(`${root}/membership`), CARDS.refundFails);
    const [one, other] = await cards();
    return [one, other];
  }
  /** Stores a card, as a payment with consent does. */
  async function store(
    { fanclubId, customerId, accountId, providerRef }: PaymentMethod,
    consentText: string,
  ) {
    const card = { ref: providerRef, brand: 'visa', last4: '4242', expMonth: 1, expYear: 2031 };
    const owner = { fanclub: fanclubId, customer: customerId, account: accountId };
    await t.app
      .get(Sql)
      .transaction((tx) => t.app.get(SavedCardsService).store(tx, { ...owner, card, consentText }));
  }
  const current = async () => (await cards()).filter(({ detachedAt }) => detachedAt === null);

  it('is deleted at the payment service by a job, once', async () => {
    const [one, other] = await replaced();
    expect(await kept()).toEqual([one.providerRef, other.providerRef]);
    expect(await runJob(t, 'cards.forget')).toBe(1);
    expect(await kept()).toEqual([other.providerRef]);
    expect((await cards()).map(({ deletedAt }) => deletedAt)).toEqual([t.clock.now(), null]);
    expect([await runJob(t, 'cards.forget'), await renews()]).toEqual([0, true]);
  });

  it('is deleted a day later if the payment service is away', async () => {
    const [, other] = await replaced();
    await away(true);
    expect(await runJob(t, 'cards.forget')).toBe(0);
    await away(false);
    t.clock.advance(3_600);
    expect(await runJob(t, 'cards.forget')).toBe(0);
    t.clock.advance(86_400);
    expect([await runJob(t, 'cards.forget'), await kept()]).toEqual([1, [other.providerRef]]);
  });

  it('is the card of the member again if it is saved again, with the new consent', async () => {
    const [one, other] = await replaced();
    t.clock.advance(60);
    await store(one, 'a new consent');
    expect(await current()).toEqual([
      expect.objectContaining({
        ...{ id: one.id, consentText: 'a new consent', consentedAt: t.clock.now(), expYear: 2031 },
      }),
    ]);
    expect(await runJob(t, 'cards.forget')).toBe(1);
    expect(await kept()).toEqual([one.providerRef]);
    await store(other, 'a late answer');
    expect(await current()).toEqual([expect.objectContaining({ id: one.id, consentText: 'a new consent' })]);
  });

  it('is not deleted if its owner saves it again while the job deletes another one', async () => {
    const [one, other] = await replaced();
    t.clock.advance(60);
    await saved(await pages.open(`${root}/membership`), CARDS.declinedLater);
    const third = (await cards())[2];
    const providers = t.app.get(PaymentAccountsService);
    const accountOf = providers.accountOf.bind(providers);
    let again = one;
    jest.spyOn(providers, 'accountOf').mockImplementationOnce(async (card) => {
      again = (card as StoredCard).ref === one.providerRef ? other : one;
      await store(again, 'a new consent');
      return accountOf(card);
    });
    expect(await runJob(t, 'cards.forget')).toBe(1);
    jest.restoreAllMocks();
    expect(await current()).toEqual([expect.objectContaining({ id: again.id })]);
    expect(await kept()).toEqual([again.providerRef, third.providerRef]);
  });
});

describe('an event about a card', () => {
  /** Processes an event that the payment service has sent. */
  async function notified({ accountId, fanclubId, providerRef }: PaymentMethod): Promise<number> {
    const { eventRef } = await t.given.paymentEvent({
      ...{ fanclubId, accountId, subject: 'card', objectRef: providerRef, processedAt: null },
    });
    return runJob(t, 'payments.process_event', undefined, { fanclubId, accountId, eventRef });
  }

  it('that its issuer has renewed stores the new end', async () => {
    await saved(await pages.open(`${root}/membership`));
    const [card] = await cards();
    await t.db.query(
      `UPDATE demo_bank.objects SET content = content || '{"expMonth": 3, "expYear": 2034, "last4": "0341"}' WHERE kind = 'card'`,
    );
    expect(await notified(card)).toBe(1);
    expect(await cards()).toEqual([
      { ...card, expMonth: 3, expYear: 2034, last4: '0341', updatedAt: t.clock.now() },
    ]);
    expect(await renews()).toBe(true);
  });

  it('that is deleted ends automatic renewal', async () => {
    await saved(await pages.open(`${root}/membership`));
    const [card] = await cards();
    await t.db.query(
      `UPDATE demo_bank.objects SET content = content || '{"isDeleted": true}' WHERE kind = 'card'`,
    );
    expect(await notified(card)).toBe(1);
    expect(await cards()).toEqual([
      expect.objectContaining({ detachedAt: t.clock.now(), deletedAt: t.clock.now() }),
    ]);
    expect([await renews(), (await pages.open(`${root}/membership`)).text]).toEqual([
      ...[false, expect.stringContaining('You have no saved card')],
    ]);
  });

  it('that was replaced changes nothing, nor does one about a card of another system', async () => {
    await saved(await pages.open(`${root}/membership`));
    t.clock.advance(60);
    await saved(await pages.open(`${root}/membership`), CARDS.refundFails);
    await t.db.query(
      `UPDATE demo_bank.objects SET content = content || '{"expYear": 2034}' WHERE kind = 'card'`,
    );
    const [replaced] = await cards();
    expect(await notified(replaced)).toBe(1);
    expect((await cards())[0]).toEqual(replaced);
    await runJob(t, 'cards.forget');
    const before = await cards();
    expect(await notified(before[0])).toBe(1);
    expect(await notified({ ...before[0], providerRef: 'card_of_another_system' })).toBe(1);
    expect([await cards(), await renews()]).toEqual([before, true]);
  });
});

/** The token of a page's forms. */
function hidden(page: VisitedPage): Record<string, string> {
  return { form_token: page.fields.form_token.value };
}
