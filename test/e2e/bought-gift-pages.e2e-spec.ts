import type { Plan } from '#domains/plans/plan.entity';
import { sessionCookie } from '../support/logged-in';
import { LogLines } from '../support/log-lines';
import { openBank, payByCard, withDemoBank } from '../support/payments/demo-bank';
import { Pages, type VisitedPage } from '../support/pages';
import { runJob } from '../support/run-job';
import { staffOf, type StaffClient } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The demo bank over HTTP, and a browser without JavaScript. The clock is at noon UTC on June 15, 2026.
const log = new LogLines();
const t = testApp(async () => ({ ...(await withDemoBank()), LOG_LEVEL: 'trace' }), { log });

let plan: Plan;
let pages: Pages;
const own = (page: string): string => `/fanclubs/${plan.fanclubId}/${page}`;

async function browserOf(email: string): Promise<Pages> {
  const browser = new Pages(t.origin);
  const session = await t.given.session({ customer: await t.given.customer({ email }) });
  browser.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
  return browser;
}

beforeEach(async () => {
  await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
  await openBank(t);
  plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  pages = await browserOf('ada@x.example');
});

const CARD = { recipient_name: 'Grace', sender_name: 'Ada', message: 'Happy\nbirthday!' };

/** Buys a gift by card. @returns the id of its order */
async function bought(fields: Record<string, string> = CARD): Promise<number> {
  const placing = await (await pages.open(own(`plans/${plan.id}/gift`))).submit(fields);
  await payByCard(t, placing.location!);
  const [{ id }] = await t.db.query<{ id: number }[]>('SELECT id FROM orders ORDER BY id DESC LIMIT 1');
  await pages.open(own(`orders/${id}/return`));
  return id;
}

const codeOf = (card: VisitedPage): string => /(\w{4}-){3}\w{4}/.exec(card.text)![0];

describe('the pages of a bought gift', () => {
  it('lead from the order to the card, which has texts, code and address', async () => {
    const order = await pages.open(own(`orders/${await bought()}`));
    expect(order.text).toContain('Gift: Gold');
    const gift = await pages.open(order.links['See card and mail']);
    const card = await pages.open(gift.links['See the card']);
    for (const text of ['For Grace', 'Happy birthday!', 'From Ada', 'Gold', `${own('redeem')}`])
      expect(card.text).toContain(text);
    expect(codeOf(card)).toMatch(/-/);
  });

  it('show others nothing', async () => {
    const id = await bought();
    for (const browser of [new Pages(t.origin), await browserOf('joan@x.example')])
      for (const page of ['gift', 'gift/card']) {
        const shown = await browser.open(own(`orders/${id}/${page}`));
        expect(shown.heading).toMatch(/^(Log in to see your order|Not an order of yours)$/);
        expect(shown.html).not.toMatch(/Grace|Gold|birthday/);
      }
  });

  it('keep what was typed if something is wrong', async () => {
    const form = await pages.open(own(`plans/${plan.id}/gift`));
    const wrong = await form.submit({ ...CARD, recipient_email: 'grace@x.example' });
    expect([wrong.status, wrong.problems]).toEqual([422, ['Mail day is needed to mail the gift card']]);
    expect(wrong.fields).toMatchObject({
      message: { value: CARD.message },
      recipient_email: { value: 'grace@x.example' },
    });
  });

  it('correct the mail, send it today, and have neither card nor form once the gift was redeemed', async () => {
    const id = await bought();
    const changed = await (
      await pages.open(own(`orders/${id}/gift`))
    ).submit({ recipient_email: 'grace@x.example', mail_day: '2026-06-20' });
    const gift = await changed.follow();
    expect(gift.text).toContain('The mail goes to grace@x.example on June 20, 2026.');
    const code = codeOf(await pages.open(own(`orders/${id}/gift/card`)));
    expect((await (await gift.press('Send the mail today')).follow()).text).toContain('on June 15, 2026');
    await runJob(t, 'bought_gifts.mail');
    expect((await pages.open(own(`orders/${id}/gift`))).text).toContain(
      'The mail was sent on June 15, 2026.',
    );
    const grace = await browserOf('grace@x.example');
    const offer = await (await (await grace.open(own('redeem'))).submit({ code })).follow();
    await offer.press('Redeem the gift');
    const after = await pages.open(own(`orders/${id}/gift`));
    expect([after.text, after.buttons]).toEqual([expect.stringContaining('was redeemed') as string, []]);
    expect((await pages.open(own(`orders/${id}/gift/card`))).location).toBe(own(`orders/${id}/gift`));
    const lines = JSON.stringify(log.all);
    for (const secret of [code, code.replaceAll('-', ''), 'grace@x.example', 'birthday'])
      expect(lines).not.toContain(secret);
  });

  it('lead to the waiting list of a plan that is sold out', async () => {
    await t.given.planStock({ plan, capacity: 0 });
    const page = await pages.open(own(`plans/${plan.id}/gift`));
    expect([page.heading, page.links['See the waiting list']]).toEqual([
      'Sold out',
      own(`plans/${plan.id}/checkout`),
    ]);
  });

  it('do not exist for other orders', async () => {
    const { customer } = { customer: await t.given.customer() };
    const order = await t.given.order({ customer, plan, checkoutReference: 'an own order' });
    const session = await t.given.session({ customer });
    pages.http.cookies.set(...sessionCookie(t, plan.fanclubId, session));
    expect((await pages.open(own(`orders/${order.id}/gift`))).status).toBe(404);
  });
});

describe('staff', () => {
  let kim: StaffClient;
  beforeEach(async () => {
    kim = await staffOf(t);
  });

  it('see the order as a gift, with the state of its code; send its mail, and void the code', async () => {
    const id = await bought({ ...CARD, recipient_email: 'grace@x.example', mail_day: '2026-06-20' });
    const list = await kim.get(own('orders?kind=gift_purchase'));
    expect(list.body).toMatchObject({ data: [{ id, kind: 'gift_purchase', state: 'complete' }] });
    expect((await kim.get(own('orders?kind=sale'))).body).toMatchObject({ data: [] });
    const gift = await kim.get(own(`orders/${id}/gift`));
    expect(gift.body).toMatchObject({ state: 'ready', mail_on: '2026-06-20', mailed_at: null });
    expect(JSON.stringify(gift.body)).not.toMatch(/grace|Ada|birthday/i);
    await kim.post(own(`orders/${id}/gift/mail`), {});
    expect((await kim.get(own(`orders/${id}/gift`))).body).toMatchObject({ mail_on: '2026-06-15' });
    const { code } = gift.body as { code: number };
    await kim.post(own(`redeem_codes/${code}/void`), {});
    expect((await kim.get(own(`orders/${id}/gift`))).body).toMatchObject({ state: 'void' });
    expect((await kim.post(own(`orders/${id}/gift/mail`), {})).status).toBeGreaterThanOrEqual(400);
  });

  it('count bought gifts in a batch of the plan, which they can neither export nor void', async () => {
    await bought();
    const { body } = await kim.get(own('redeem_batches'));
    const [batch] = (body as { data: { id: number }[] }).data;
    expect(batch).toMatchObject({ name: 'Bought gifts', plans: [plan.id], sold: true, codes: 1, used: 0 });
    for (const act of ['export', 'void'])
      expect((await kim.post(own(`redeem_batches/${batch.id}/${act}`), {})).status).toBe(409);
  });
});
