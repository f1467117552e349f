import { FanclubKey } from '../../src/platform/tenants/fanclub.entity';
import { mailsOf } from '../support/mails-of';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

describe('the settings of a fan club', () => {
  it('change what the API prints, at once', async () => {
    const kim = await staffOf(t);
    const { body, headers } = await kim.get(await path('club'));
    expect(body).not.toHaveProperty('keys');
    const etag = String(headers.etag);
    const changed = await kim.patch(await path('club'), { name: 'The Owls' }, etag);
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'The Owls' }]);
    expect((await t.api.get('/fanclub')).body).toMatchObject({ fanclub: { name: 'The Owls' } });
    expect(
      (await kim.patch(await path('club'), { site_url: 'owls' }, String(changed.headers.etag))).status,
    ).toBe(422);
  });

  it('keep their currency once there are orders in it', async () => {
    const kim = await staffOf(t);
    const change = async (currency: string) => {
      const { headers } = await kim.get(await path('club'));
      return (await kim.patch(await path('club'), { currency }, String(headers.etag))).status;
    };
    expect(await change('SEK')).toBe(200);
    await t.given.order();
    expect(await change('NOK')).toBe(409);
    expect(await change('SEK')).toBe(200);
  });
});

describe('a new currency of a fan club', () => {
  const change = async (currency: string) => {
    const kim = await staffOf(t);
    const { headers } = await kim.get(await path('club'));
    return kim.patch(await path('club'), { currency }, String(headers.etag));
  };

  it('must have the prices of its plans', async () => {
    await t.given.plan({ name: 'Gold', price: '10.50' });
    expect(await change('JPY')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/currency', detail: expect.stringContaining('Gold') }] },
    });
    expect((await change('KWD')).status).toBe(422);
  });
});

describe('keys', () => {
  it('are shown once, select the fan club, and are refused once they are revoked', async () => {
    const kim = await staffOf(t);
    const made = await kim.post(await path('keys'), { name: 'Website' });
    expect(made.status).toBe(201);
    const { id, key } = made.body as { id: number; key: string };
    expect(JSON.stringify((await kim.get(await path('keys'))).body)).not.toContain(key);
    expect((await t.api.get('/fanclub', { key })).code).toBe(200);
    expect((await kim.post(await path(`keys/${id}/revoke`))).status).toBe(200);
    expect((await t.api.get('/fanclub', { key })).body).toMatchObject({ status: 'error' });
    expect((await kim.post(await path(`keys/${id}/main`))).status).toBe(409);
  });

  it('have one main key, also when several are made it at once', async () => {
    const kim = await staffOf(t);
    const made = await Promise.all(
      [1, 2, 3, 4].map(
        async (n) => (await kim.post(await path('keys'), { name: `Key ${n}` })).body.id as number,
      ),
    );
    const answers = await Promise.all(made.map(async (id) => kim.post(await path(`keys/${id}/main`))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await t.db.getRepository(FanclubKey).countBy({ main: true })).toBe(1);
  });
});

describe('login providers', () => {
  it('never show their secret, and keep what is left out', async () => {
    const kim = await staffOf(t);
    const secret = 'a secret of forty characters or so';
    const made = await kim.post(await path('login_providers'), { name: 'social', app_id: 'app', secret });
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain(secret);
    const one = await path(`login_providers/${made.body.id}`);
    const etag = String(made.headers.etag);
    for (const field of ['app_id', 'secret', 'enabled']) {
      const { status, body } = await kim.patch(one, { [field]: null }, etag);
      expect([status, body.errors[0]]).toMatchObject([422, { pointer: `#/${field}` }]);
    }
    const changed = await kim.patch(one, { enabled: false }, etag);
    expect([changed.status, changed.body]).toMatchObject([200, { app_id: 'app', enabled: false }]);
    const audits = await t.db.query('SELECT before, after FROM staff_audits ORDER BY id');
    expect(audits).toMatchObject([{ after: { secret: 'changed' } }, { after: { enabled: false } }]);
  });
});

describe('the texts of a mail', () => {
  it('must have the link, and cannot send it elsewhere', async () => {
    const kim = await staffOf(t);
    const one = await path('mail_templates/reset_password');
    const { headers } = await kim.get(one);
    for (const wrong of [
      { text: 'No link.' },
      { text: '{{ link }} {% broken' },
      { html: '<a href="{{ link }}">x</a><img src="https://x.example/?{{ link }}">' },
    ]) {
      expect((await kim.patch(one, wrong, String(headers.etag))).status).toBe(422);
    }
    const changed = await kim.patch(one, { subject: 'A new password' }, String(headers.etag));
    expect([changed.status, changed.body]).toMatchObject([200, { subject: 'A new password', changed: true }]);
  });
});

it('a preview of a mail has the look of the fan club', async () => {
  await t.given.fanclub({ accentColor: '#ffe600', font: 'slab' });
  const kim = await staffOf(t);
  const { body } = await kim.post(await path('mail_templates/receipt/preview'), {});
  expect(body).toMatchObject({ html: expect.stringMatching(/font-family:Rockwell,.*background:#ffe600/s) });
});

it('a mail can be sent to oneself, with a link to the website instead of one that confirms or resets anything', async () => {
  const kim = await staffOf(t);
  const { siteUrl } = await t.given.fanclub();
  expect((await kim.post(await path('mail_templates/reset_password/mails'))).status).toBe(204);
  expect(await mailsOf(t)).toEqual([
    { kind: 'reset_password', to: kim.person.email, firstName: kim.person.name, link: siteUrl },
  ]);
  expect((await kim.post(await path('mail_templates/staff_reset/mails'))).status).toBe(404);
});

it('mails that were given up are sent again, one or all, and only those', async () => {
  const kim = await staffOf(t);
  const givenUpAt = t.clock.now();
  for (const facts of [{ givenUpAt }, { givenUpAt }, { givenUpAt }, {}]) await t.given.mail(facts);
  const { id: fanclubId } = await t.given.anotherFanclub();
  await t.given.mail({ givenUpAt, fanclubId });
  const failed = await kim.get(await path('mails?state=given_up'));
  const [{ id, to }] = (failed.body as { data: { id: number; to: string }[] }).data;
  expect(to).toBe('r…@e….test');
  expect((await kim.post(await path(`mails/${id}/retry`))).body).toMatchObject({ state: 'waiting' });
  expect((await kim.post(await path(`mails/${id}/retry`))).status).toBe(409);
  expect((await kim.post(await path('mails/retry'))).body).toEqual({ mails: 2 });
  expect(await t.db.query('SELECT fanclub_id AS club FROM mails WHERE given_up_at IS NOT NULL')).toEqual([
    { club: fanclubId },
  ]);
});

it('no list takes a character that no text has', async () => {
  const kim = await staffOf(t);
  const contest = await t.given.contest();
  for (const query of [
    'audits?action=%00',
    'mails?kind=%00',
    'members?q=%00',
    'contacts?q=a%00',
    `contests/${contest.id}/entries?q=%00`,
  ]) {
    expect([query, (await kim.get(await path(query))).status]).toEqual([query, 400]);
  }
});
