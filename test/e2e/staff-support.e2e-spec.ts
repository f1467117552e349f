import { randomUUID } from 'node:crypto';
import { daysFrom, PASSWORD } from '#samples';
import { Mails } from '../../src/platform/mail';
import { loggedIn } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';
import { waitingParcel } from '../support/waiting-parcel';

const t = testApp({ LIMIT_SIGN_UP_MAILBOX: '3/3600' });

interface Member {
  readonly id: number;
  readonly fanclubId: number;
}

const pathOf = ({ id, fanclubId }: Member): string => `/fanclubs/${fanclubId}/members/${id}`;

const actions = async (): Promise<string[]> => {
  const rows = await t.db.query<{ action: string }[]>(
    "SELECT action FROM staff_audits WHERE action <> 'member.seen' ORDER BY id",
  );
  return rows.map(({ action }) => action);
};

const pageOf = async (client: StaffClient, member: Member) => (await client.get(pathOf(member))).body;

describe('the head of the page', () => {
  it('names what is open for the member, and nothing of others', async () => {
    const [sam, vic] = [await staffOf(t, 'support'), await staffOf(t, 'viewer')];
    const { customer, plan } = await waitingParcel(t, { address: false, option: false });
    const unpaid = { paidAt: null, checkoutReference: 'a', total: '5.00' };
    const order = await t.given.order({ customer, plan, ...unpaid, createdAt: daysFrom(t.clock.now(), -1) });
    const paid = await t.given.order({ customer, plan, createdAt: daysFrom(t.clock.now(), -2) });
    await t.given.refund({ payment: await t.given.payment({ order: paid }), state: 'failed', failure: 'x' });
    const subscription = await t.given.subscription({ customer, plan });
    const lapse = { subscriptionId: subscription.id, customerId: customer.id };
    const renewal = await t.given.renewal({ ...lapse, state: 'action_needed', reason: 'declined' });
    const [addressDigest] = t.app.get(Mails).digestsOf(customer.email!.toUpperCase());
    const mail = { fanclubId: customer.fanclubId, addressDigest, lastError: 'SMTP 550' };
    await t.given.mail({ ...mail, givenUpAt: t.clock.now() });
    await t.given.mail(mail);
    const { issues } = await pageOf(sam, customer);
    const found = issues.map((one: Record<string, unknown>) => [
      one.kind,
      one.order_id,
      one.renewal_id,
      one.code,
    ]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['refund_failed', paid.id, null, 'x'],
        ['unpaid_order', order.id, null, null],
        ['lacks_address', expect.any(Number), null, null],
        ['lacks_option', expect.any(Number), null, null],
        ['renewal_failed', null, renewal.id, 'action_needed'],
        ['mail_given_up', null, null, 'SMTP 550'],
      ]),
    );
    expect(found).toHaveLength(6);
    const link = `${t.config.publicUrl}/fanclubs/${customer.fanclubId}/orders/${order.id}`;
    expect(issues.map((one: { payment_link: string | null }) => one.payment_link).filter(Boolean)).toEqual([
      link,
    ]);
    const ofOrder = `/fanclubs/${customer.fanclubId}/orders/${order.id}/payments`;
    expect((await sam.get(ofOrder)).body.payment_link).toBe(link);
    expect((await vic.get(ofOrder)).body.payment_link).toBeNull();
    const masked = (await pageOf(vic, customer)).issues as { payment_link: string | null }[];
    expect(masked.filter(({ payment_link: shown }) => shown !== null)).toEqual([]);
    expect((await pageOf(sam, await t.given.customer())).issues).toEqual([]);
  });
});

describe('a receipt', () => {
  it('is sent again with its number, to the present address; there is none without a payment', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer();
    const facts = { currency: 'USD', checkoutReference: 'a', subtotal: '20.00', total: '20.00' };
    const amounts = { ...facts, discount: '0.00', shipping: '0.00', receiptNumber: 17 };
    const order = await t.given.order({ customer, ...amounts, paidAt: t.clock.now() });
    await t.given.payment({ order });
    const startDate = new Date('2026-06-01T12:00:00Z');
    const endDate = new Date('2027-06-01T12:00:00Z');
    await t.given.subscription({ customer, orderId: order.id, startDate, endDate });
    const path = `/fanclubs/${customer.fanclubId}/orders/${order.id}/receipt_mail`;
    expect((await sam.post(path)).status).toBe(204);
    const [mail] = await mailsOf(t);
    expect(mail).toMatchObject({ kind: 'receipt', to: customer.email, payment: { amount: '$20.00' } });
    expect(mail.payment!.rows.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining([
        'Receipt number: 17',
        'Paid by: Visa ending in 4242',
        'Membership: June 1, 2026 to June 1, 2027',
      ]),
    );
    const free = await t.given.order({ customer: await t.given.customer() });
    expect((await sam.post(`/fanclubs/${customer.fanclubId}/orders/${free.id}/receipt_mail`)).status).toBe(
      409,
    );
    expect(await actions()).toEqual(['order.receipt_mailed']);
  });

  it('says that the term is still to begin, is sent as often as the limit permits, and not after a refund', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer();
    const facts = { currency: 'USD', checkoutReference: 'a', subtotal: '20.00', total: '20.00' };
    const amounts = { ...facts, discount: '0.00', shipping: '0.00', receiptNumber: 17 };
    const order = await t.given.order({ customer, ...amounts, paidAt: t.clock.now() });
    const [startDate, endDate] = [daysFrom(t.clock.now(), 10), daysFrom(t.clock.now(), 40)];
    await t.given.subscription({ customer, orderId: order.id, startDate, endDate });
    const path = `/fanclubs/${customer.fanclubId}/orders/${order.id}/receipt_mail`;
    expect((await sam.post(path)).status).toBe(204);
    const [{ payment }] = await mailsOf(t);
    expect(JSON.stringify(payment)).toContain('June 25, 2026');
    await t.db.query('UPDATE orders SET refunded_at = paid_at');
    expect((await sam.post(path)).body.detail).toContain('refunded');
    await t.db.query('UPDATE orders SET refunded_at = NULL');
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await sam.post(path)).status);
    expect([...statuses]).toEqual([204, 204, 429]);
  });
});

describe('the postal address and the choices', () => {
  it('are corrected by the rules of the member, for one of two editors', async () => {
    const sam = await staffOf(t, 'support');
    const { customer, type } = await waitingParcel(t);
    await t.db.query('UPDATE customers SET auto_renewal_enabled = true');
    const path = `${pathOf(customer)}/shipping`;
    const before = await sam.get(path);
    const item = `item_type_${type.id}`;
    const etag = String(before.headers.etag);
    expect(before.body).toMatchObject({
      address: { city: 'London' },
      items: { [item]: { label: type.name } },
    });
    const wrong = { city: ' ', country: 'XX', [item]: 999_999, planet: 'Mars' };
    const unknown = await sam.patch(path, wrong, etag);
    expect([unknown.status, unknown.body.errors]).toMatchObject([422, [{ pointer: '#/planet' }]]);
    const refused = await sam.patch(path, { ...wrong, planet: undefined }, etag);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        { pointer: '#/city', detail: "can't be blank" },
        { pointer: '#/country', detail: expect.any(String) },
        { pointer: `#/${item}`, detail: 'is not included in the list' },
      ],
    ]);
    const right = { city: 'Turin', country: 'IT', [item]: type.options[0].id };
    const changed = await sam.patch(path, right, etag);
    expect(changed).toMatchObject({
      status: 200,
      body: { address: { city: 'Turin', last_name: 'Lovelace' }, auto_renewal_disabled: true },
    });
    expect((await sam.patch(path, { city: 'Rome' }, etag)).status).toBe(412);
    expect((await sam.patch(path, { city: 'Rome' }, String(changed.headers.etag))).status).toBe(200);
    expect((await sam.patch(path, { city: 'Rome' })).status).toBe(428);
    const api = await loggedIn(t, customer);
    expect((await api.get('/account/shipping')).body).toMatchObject({
      address: { city: 'Rome', country: 'IT' },
    });
    expect(await t.db.query('SELECT auto_renewal_enabled FROM customers')).toEqual([
      { auto_renewal_enabled: false },
    ]);
    const [{ before: was, after }] = await t.db.query(
      "SELECT before, after FROM staff_audits WHERE action = 'member.shipping_changed' ORDER BY id LIMIT 1",
    );
    expect([was, after]).toEqual([
      { city: 'London', country: expect.any(String), [item]: 'Large' },
      { city: 'Turin', country: 'IT', [item]: 'Small' },
    ]);
  });

  it('are given for a member without an address only as a whole', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer();
    const path = `${pathOf(customer)}/shipping`;
    const { body, headers } = await sam.get(path);
    expect(body).toEqual({ address: null, items: {} });
    const { status, body: problem } = await sam.patch(path, { city: 'Turin' }, String(headers.etag));
    const pointers = problem.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect([status, pointers]).toEqual([
      422,
      ['first_name', 'last_name', 'address', 'state', 'postal_code', 'country'].map((name) => `#/${name}`),
    ]);
  });
});

describe('the e-mail address', () => {
  it('changes when the member confirms it by the mail to it', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer();
    const path = `${pathOf(customer)}/propose_email`;
    expect((await sam.post(path, { email: ' ada@new.example ' })).status).toBe(204);
    const mails = await mailsOf(t);
    expect(mails).toMatchObject([
      { kind: 'confirm_new_address', to: 'ada@new.example' },
      { kind: 'address_change_notice', to: customer.email },
    ]);
    expect(await pageOf(sam, customer)).toMatchObject({
      email: customer.email,
      new_email: 'ada@new.example',
    });
    const form = await new Pages(t.origin).open(mails[0].link);
    expect((await form.submit({ password: PASSWORD })).status).toBe(303);
    expect(await pageOf(sam, customer)).toMatchObject({
      ...{ email: 'ada@new.example', new_email: null, email_aliases: [customer.email] },
    });
  });

  it('changes at once with a reason and a mail to both addresses, of which the former can undo it', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer({ invalidEmail: true });
    const path = `${pathOf(customer)}/replace_email`;
    const body = { email: 'ada@new.example', reason: 'lost the mailbox' };
    expect((await sam.post(path, { ...body, reason: '' })).body.errors).toMatchObject([
      { pointer: '#/reason' },
    ]);
    expect((await sam.post(path, body)).status).toBe(204);
    expect(await pageOf(sam, customer)).toMatchObject({
      ...{ email: 'ada@new.example', email_aliases: [customer.email], invalid_email: false, confirmed: true },
    });
    const mails = await mailsOf(t);
    expect(mails).toMatchObject([
      { kind: 'address_set', to: 'ada@new.example' },
      { kind: 'address_replaced', to: customer.email },
    ]);
    const [{ days }] = await t.db.query<{ days: string }[]>(
      "SELECT (expires_at - $1::timestamptz)::text AS days FROM one_time_tokens WHERE purpose = 'recover_account'",
      [t.clock.now()],
    );
    expect(days).toBe('7 days');
    const own = { password: 'another long password', password_confirmation: 'another long password' };
    expect((await (await new Pages(t.origin).open(mails[1].link)).submit(own)).status).toBe(303);
    expect(await pageOf(sam, customer)).toMatchObject({ email: customer.email });
    const events = await t.db.query(
      "SELECT actor_kind FROM security_events WHERE action = 'email_change.by_staff'",
    );
    expect(events).toEqual([{ actor_kind: 'staff' }]);
  });

  it('that was never confirmed gets no link to the account', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer({ confirmedAt: null });
    const body = { email: 'ada@new.example', reason: 'typing error' };
    expect((await sam.post(`${pathOf(customer)}/replace_email`, body)).status).toBe(204);
    const mails = await mailsOf(t);
    expect(mails).toMatchObject([
      { kind: 'confirm_address', to: 'ada@new.example' },
      { kind: 'address_removed', to: customer.email },
    ]);
    expect(mails[1].link).not.toContain('token');
    expect(await pageOf(sam, customer)).toMatchObject({ confirmed: false, email_aliases: [] });
    // With a membership, a thief could take the account for good.
    const member = await t.given.customer({ confirmedAt: null });
    await t.given.subscription({ customer: member });
    const refused = await sam.post(`${pathOf(member)}/replace_email`, { ...body, email: 'eve@new.example' });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Propose')]);
    const proposed = await sam.post(`${pathOf(member)}/propose_email`, { email: 'eve@new.example' });
    expect(proposed.status).toBe(204);
  });

  it('is refused at its field if it is invalid, taken or the present one', async () => {
    const sam = await staffOf(t, 'support');
    const customer = await t.given.customer();
    const other = await t.given.customer();
    for (const [action, more] of [
      ['propose_email', {}],
      ['replace_email', { reason: 'x' }],
    ] as const)
      for (const [email, detail] of [
        ['nonsense', 'does not appear to be valid'],
        [other.email!.toUpperCase(), 'has already been taken'],
        [customer.email, 'is the present address'],
      ]) {
        const { status, body } = await sam.post(`${pathOf(customer)}/${action}`, { email, ...more });
        expect([email, status, body.errors]).toEqual([email, 422, [{ pointer: '#/email', detail }]]);
      }
    const banned = await t.given.customer({ blacklisted: true });
    expect((await sam.post(`${pathOf(banned)}/propose_email`, { email: 'x@new.example' })).status).toBe(422);
    expect([await mailsOf(t), await actions()]).toEqual([[], []]);
  });
});

describe('notes', () => {
  it('have their author and time; support deletes its own, managers all; viewers read none', async () => {
    const [kim, sam, vic] = [
      await staffOf(t, 'manager'),
      await staffOf(t, 'support'),
      await staffOf(t, 'viewer'),
    ];
    const customer = await t.given.customer();
    const path = `${pathOf(customer)}/notes`;
    const first = await kim.post(path, { text: ' calls on Mondays ' });
    const second = await sam.post(path, { text: 'is deaf: write' });
    expect((await sam.post(path, { text: '' })).body.errors).toMatchObject([{ pointer: '#/text' }]);
    const note = { at: '2026-06-15T12:00:00Z' };
    expect((await pageOf(sam, customer)).notes).toEqual([
      { ...note, id: second.body.id, by: sam.person.name, text: 'is deaf: write', deletable: true },
      { ...note, id: first.body.id, by: kim.person.name, text: 'calls on Mondays', deletable: false },
    ]);
    expect((await pageOf(vic, customer)).notes).toEqual([]);
    const remove = (client: StaffClient, { body }: typeof first) =>
      client.delete(`/fanclubs/${customer.fanclubId}/member_notes/${body.id}`);
    expect((await remove(sam, first)).status).toBe(404);
    expect((await remove(sam, second)).status).toBe(204);
    expect((await remove(kim, first)).status).toBe(204);
    expect((await pageOf(kim, customer)).notes).toEqual([]);
    expect(await actions()).toEqual(['note.added', 'note.added', 'note.deleted', 'note.deleted']);
  });
});

describe('mails that were sent', () => {
  const send = async (): Promise<void> => {
    const mails = await t.db.query<{ id: number; fanclub_id: number }[]>(
      'SELECT id, fanclub_id FROM mails WHERE sent_at IS NULL ORDER BY id',
    );
    for (const { id, fanclub_id: fanclubId } of mails)
      await runJob(t, 'send_mail', undefined, { fanclubId: Number(fanclubId), mailId: Number(id) });
  };

  it('are listed by kind, time and address, with their words but not their link, for 90 days', async () => {
    const [sam, vic] = [await staffOf(t, 'support'), await staffOf(t, 'viewer')];
    const customer = await t.given.customer();
    await sam.post(`${pathOf(customer)}/propose_email`, { email: 'ada@new.example' });
    const [{ link }] = await mailsOf(t);
    await send();
    // A text with a code, and a mail to somebody who is no member.
    const { email: to } = customer;
    await t.given.mail({ fanclubId: customer.fanclubId, kind: 'presale_code', content: { to: to! } });
    await t.given.mail({ fanclubId: customer.fanclubId, kind: 'confirm_contact' });
    await send();
    const { mails } = await pageOf(sam, customer);
    expect(mails).toMatchObject([
      { kind: 'presale_code', to, has_text: false },
      { kind: 'address_change_notice', to, has_text: true },
      { kind: 'confirm_new_address', to: 'ada@new.example', has_text: true },
    ]);
    const shown = `/fanclubs/${customer.fanclubId}/member_mails/${mails[2].id}`;
    const { body } = await sam.get(shown);
    expect(body).toMatchObject({
      subject: expect.stringContaining('Confirm your new e-mail address'),
      text: expect.stringContaining('Use this address:\n[link]'),
    });
    expect(JSON.stringify(body)).not.toContain(link);
    const read = "SELECT after FROM staff_audits WHERE action = 'member.mail_read'";
    expect(await t.db.query(read)).toEqual([{ after: { mail_id: mails[2].id } }]);
    expect((await pageOf(vic, customer)).mails[2].to).toMatch(/^a…@/);
    expect((await vic.get(shown)).status).toBe(403);

    await t.db.query("UPDATE sent_mails SET sent_at = now() - interval '91 days' WHERE id = $1", [
      mails[2].id,
    ]);
    expect(await runJob(t, 'sent_mails.purge')).toBe(1);
    expect((await sam.get(shown)).body).toMatchObject({ to: 'ada@new.example', has_text: false, text: null });
  });
});

describe('a change of plan', () => {
  const change = (client: StaffClient, member: Member, plan: { id: number }) => {
    const body = { plan_id: plan.id, reason: 'bought the wrong one' };
    return client.post(`${pathOf(member)}/change_plan`, body, { 'idempotency-key': randomUUID() });
  };

  it('gives another plan until the present end, as an order without a payment', async () => {
    const kim = await staffOf(t, 'manager');
    const [silver, gold] = [await t.given.plan(), await t.given.plan({ price: '50.00', duration: 12 })];
    await t.given.package(gold);
    const customer = await t.given.customer();
    const endDate = new Date('2026-07-01T00:00:00Z');
    await t.given.subscription({ customer, plan: silver, endDate });
    expect(await change(kim, customer, gold)).toMatchObject({
      status: 200,
      body: { plan_id: gold.id, start_date: '2026-06-15T12:00:00Z', end_date: '2026-07-01T00:00:00Z' },
    });
    const page = await pageOf(kim, customer);
    expect(page).toMatchObject({
      plan: { id: gold.id },
      until: '2026-07-01T00:00:00Z',
      orders: [{ kind: 'comp', total: '0.00', parcels: 1 }],
      timeline: expect.arrayContaining([
        expect.objectContaining({ text: 'Plan changed until 2026-07-01: bought the wrong one' }),
      ]),
    });
    expect((await change(kim, customer, gold)).status).toBe(422);
    expect((await change(kim, await t.given.customer(), gold)).body.detail).toContain('no membership');
  });

  it('turns automatic renewal off if the other plan costs more', async () => {
    const kim = await staffOf(t, 'manager');
    const [silver, gold] = [await t.given.plan({ price: '20.00' }), await t.given.plan({ price: '50.00' })];
    for (const [from, to, isOn] of [
      [silver, gold, false],
      [gold, silver, true],
    ] as const) {
      const customer = await t.given.customer({ autoRenewalEnabled: true });
      await t.given.subscription({ customer, plan: from });
      expect((await change(kim, customer, to)).status).toBe(200);
      expect((await pageOf(kim, customer)).auto_renewal_enabled).toBe(isOn);
    }
  });

  it('is refused from a trial, into one, and from one season to another, which end otherwise', async () => {
    const kim = await staffOf(t, 'manager');
    const now = t.clock.now();
    const season = await t.given.salesPeriod({ startsAt: daysFrom(now, -9), endsAt: daysFrom(now, 90) });
    const [silver, gold] = [await t.given.plan(), await t.given.plan({ salesPeriod: season })];
    const trial = await t.given.plan({ trial: true });
    const seasonal = { plan: gold, salesPeriod: season };
    for (const [term, to, detail] of [
      [{ plan: silver, trialMembership: true }, await t.given.plan(), 'trial'],
      [{ plan: silver }, trial, 'trial'],
      [{ plan: silver }, gold, 'season'],
      [seasonal, silver, 'season'],
    ] as const) {
      const customer = await t.given.customer();
      await t.given.subscription({ customer, ...term });
      const { status, body } = await change(kim, customer, to);
      expect([status, body.detail]).toEqual([422, expect.stringContaining(detail)]);
    }
    const customer = await t.given.customer();
    await t.given.subscription({ customer, ...seasonal });
    const same = await t.given.plan({ salesPeriod: season });
    expect((await change(kim, customer, same)).status).toBe(200);
  });

  it('by support is one term at most', async () => {
    const sam = await staffOf(t, 'support');
    const [silver, gold] = [await t.given.plan(), await t.given.plan({ duration: 1 })];
    for (const [days, status] of [
      [20, 200],
      [40, 403],
      [null, 403],
    ] as const) {
      const customer = await t.given.customer();
      const endDate = days === null ? null : daysFrom(t.clock.now(), days);
      await t.given.subscription({ customer, plan: silver, endDate });
      expect([days, (await change(sam, customer, gold)).status]).toEqual([days, status]);
    }
  });
});
