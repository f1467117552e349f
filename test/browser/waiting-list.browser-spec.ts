import { mailsOf } from '../support/mails-of';
import { CARDS } from '../support/payments/contract';
import { refundOrder } from '../support/payments/refund';
import { runJob } from '../support/run-job';
import { shop } from './shop';
import { DEVICES, type Visitor } from './visitor';

const { t, given, own, checkout, visitor } = shop('waiting-list');

/** Somebody buys the plan. */
async function buy(buyer: Visitor): Promise<void> {
  await buyer.open(checkout());
  await buyer.signUp({ email: 'first@x.example' });
  await buyer.press('Continue');
  await buyer.press('Continue to payment');
  await buyer.pay(CARDS.works);
}

/** Somebody buys the plan for somebody else. @returns the code */
async function buyGift(buyer: Visitor): Promise<string> {
  await buyer.open(checkout());
  await buyer.follow('Give it as a present');
  await buyer.signUp({ email: 'giver@x.example' });
  await buyer.press('Continue');
  await buyer.press('Continue to payment');
  await buyer.pay(CARDS.works);
  await buyer.follow('See card and mail');
  await buyer.follow('See the card');
  return (await buyer.page.textContent('.present-code'))!;
}

/** Signs up on the checkout of the sold-out plan, and joins its list. */
async function join(stranger: Visitor): Promise<void> {
  await stranger.signUp();
  await stranger.press('Sign up');
  await stranger.look('signed-up');
  await stranger.press('Join the waiting list');
  expect(await stranger.main()).toContain('You are number 1 in the waiting list');
  await stranger.look('waiting');
}

/** Opens the link of the mail that says that something is free. */
async function openOffer(waiting: Visitor): Promise<void> {
  await runJob(t, 'waiting_lists.serve');
  const { link, to } = (await mailsOf(t)).find(({ kind }) => kind === 'waiting_list_offer')!;
  expect(to).toBe('ada@x.example');
  await waiting.open(link);
  await waiting.look('offer');
  await waiting.follow('Continue to the checkout');
  expect(await waiting.main()).toContain('is kept for you until');
}

const stock = () => t.db.query('SELECT held, sold, waiting FROM plan_stock');

describe.each(DEVICES)('on a %s', (...device) => {
  it('a stranger finds the plan sold out, waits, gets a mail, and buys', async () => {
    await t.given.planStock({ plan: given.plan, capacity: 1 });
    await buy(await visitor(device));
    const [{ id: sold }] = await t.db.query<[{ id: number }]>('SELECT id FROM orders');

    const ada = await visitor(device);
    await ada.open(checkout());
    expect(await ada.heading()).toBe('Sold out');
    await ada.look('sold-out');
    await ada.press('Sign up');
    await ada.look('problems');
    await join(ada);

    await refundOrder(t, { id: given.plan.fanclubId }, { orderId: sold });
    await openOffer(ada);
    await ada.look('kept');
    await ada.press('Continue to payment');
    await ada.pay(CARDS.works);
    expect(await ada.heading()).toBe('Thank you');
    expect([await stock(), ada.faults()]).toEqual([[{ held: 0, sold: 1, waiting: 0 }], []]);
  });

  it('a gift that was bought is redeemed although the plan is sold out; a code of staff waits in the list', async () => {
    await t.given.planStock({ plan: given.plan, capacity: 1 });
    const bought = await buyGift(await visitor(device));
    const { text: made } = await t.given.redeemCode({ batch: await t.given.redeemBatch(given) });

    const ada = await visitor(device, 'code');
    await ada.open(own('redeem'));
    await ada.fill({ code: made });
    await ada.press('Continue');
    expect(await ada.heading()).toBe('Sold out');
    expect(await ada.main()).toContain('Your code was not used.');
    await ada.look('sold-out');
    await join(ada);

    const grace = await visitor(device, 'gift');
    await grace.open(checkout());
    expect(await grace.heading()).toBe('Sold out');
    await grace.follow('Redeem it');
    await grace.fill({ code: bought });
    await grace.press('Continue');
    await grace.signUp({ email: 'grace@x.example' });
    await grace.press('Continue');
    await grace.press('Redeem the gift');
    expect(await grace.heading()).toBe('Thank you');
    expect(await stock()).toEqual([{ held: 0, sold: 1, waiting: 1 }]);

    await t.db.query('UPDATE plan_stock SET capacity = 2');
    // A browser keeps a code for an hour.
    await ada.page.context().clearCookies({ name: `fanclub_code_${given.plan.fanclubId}` });
    await openOffer(ada);
    await ada.fill({ code: made });
    await ada.press('Use this code');
    await ada.look('kept');
    await ada.press('Redeem the gift');
    expect(await ada.heading()).toBe('Thank you');
    expect(await stock()).toEqual([{ held: 0, sold: 2, waiting: 0 }]);
    expect([...ada.faults(), ...grace.faults()]).toEqual([]);
  });
});
