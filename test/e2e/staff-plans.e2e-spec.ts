import { untilWaiting } from '../support/lock-waits';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const SEASON = { name: '2026', starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-12-31T23:59:00Z' };
const NEXT = { name: '2027', starts_at: '2027-01-01T00:00:00Z', ends_at: '2027-12-31T23:59:00Z' };
const PACKAGE = {
  name: 'Fan box',
  shipping_and_handling: { domestic: '5.00', international: '12.50' },
  items: [{ name: 'Poster' }, { name: 'Pin' }],
};

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

type Kim = Awaited<ReturnType<typeof staffOf>>;

async function made(kim: Kim, list: string, body: object): Promise<{ id: number }> {
  const answer = await kim.post(await path(list), body);
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
  return answer.body as { id: number };
}

/** A season with Silver, which can be upgraded to Gold, and a benefit of Gold. */
async function season(kim: Kim) {
  const period = await made(kim, 'periods', SEASON);
  const gold = await made(kim, 'plans', {
    name: 'Gold 2026',
    price: '50.00',
    duration: 12,
    tags: ['best'],
    sales_period: period.id,
    description: '<p>All of it</p><script>alert(1)</script>',
    package: PACKAGE,
  });
  const silver = await made(kim, 'plans', {
    name: 'Silver',
    price: '20.00',
    sales_period: period.id,
    upgrades: [{ to: gold.id, price: null }],
  });
  const benefit = await made(kim, 'benefits', { summary: 'Presales', plans: [gold.id] });
  return { period, gold, silver, benefit };
}

it('lets staff make a season of plans, which visitors see at once', async () => {
  const kim = await staffOf(t, 'manager');
  const { period, gold, benefit } = await season(kim);
  const shown = await kim.get(await path(`plans/${gold.id}`));
  expect(shown.body).toMatchObject({
    description: '<p>All of it</p>',
    sales_period: period.id,
    package: { name: 'Fan box', items: [{ name: 'Poster' }, { name: 'Pin' }] },
    benefits: [benefit.id],
  });
  const { body } = await t.api.get('/plans');
  expect(body.plans).toMatchObject([
    { id: gold.id, name: 'Gold 2026', price: '50.0', tags: ['best'], package: { name: 'Fan box' } },
    { name: 'Silver', package: {} },
  ]);
});

it('ticks benefits at a plan, and refuses those of other fan clubs', async () => {
  const kim = await staffOf(t);
  const { gold, silver, benefit } = await season(kim);
  const other = await t.given.benefit({ fanclubId: (await t.given.anotherFanclub()).id });
  const { headers } = await kim.get(await path(`plans/${silver.id}`));
  const change = (benefits: unknown) =>
    path(`plans/${silver.id}`).then((to) => kim.patch(to, { benefits }, String(headers.etag)));
  expect(await change([benefit.id, other.id])).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/benefits/1' }] },
  });
  expect(await change('all')).toMatchObject({ status: 422, body: { errors: [{ pointer: '#/benefits' }] } });
  expect(await change([benefit.id])).toMatchObject({ status: 200, body: { benefits: [benefit.id] } });
  // The tick is a part of what the form shows, so another editor is told.
  expect((await change([])).status).toBe(412);
  const { body } = await kim.get(await path(`benefits/${benefit.id}`));
  expect((body as { plans: number[] }).plans.sort()).toEqual([gold.id, silver.id].sort());
});

it('opens the next season with drafts that visitors do not see', async () => {
  const kim = await staffOf(t);
  const { period, gold, silver, benefit } = await season(kim);
  const plans = [
    { id: gold.id, price: '55.00' },
    { id: silver.id, price: '22.00', title: 'Silver (new)' },
  ];
  const opened = await kim.post(await path(`periods/${period.id}/next`), { ...NEXT, plans });
  expect(opened).toMatchObject({ status: 201, body: { name: '2027' } });
  const [newGold, newSilver] = (opened.body as { plans: { id: number }[] }).plans;
  const draft = { sales_period: (opened.body as { id: number }).id, on_sale: false, deleted: true };
  const gold2027 = {
    ...{ name: 'Gold 2027', price: '55.00', duration: 12, tags: ['best'], benefits: [benefit.id] },
    ...{ package: { name: 'Fan box', items: [{ name: 'Poster' }, { name: 'Pin' }] }, upgrades: [] },
  };
  expect((await kim.get(await path(`plans/${newGold.id}`))).body).toMatchObject({ ...draft, ...gold2027 });
  expect((await kim.get(await path(`plans/${newSilver.id}`))).body).toMatchObject({
    ...draft,
    ...{ name: 'Silver (new)', price: '22.00', package: null, upgrades: [{ to: newGold.id, price: null }] },
  });
  const seen = async (): Promise<unknown[]> => (await t.api.get('/plans')).body.plans as unknown[];
  expect(await seen()).toMatchObject([{ id: gold.id }, { id: silver.id }]);
  // Published together, but no plan of another season.
  const publish = async (ids: number[]) =>
    kim.post(await path(`periods/${draft.sales_period}/publish`), { plans: ids });
  for (const [ids, pointer] of [
    [[newGold.id, gold.id], '#/plans/1'],
    [[], '#/plans'],
  ] as const) {
    expect(await publish([...ids])).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  }
  expect(await seen()).toHaveLength(2);
  expect(await publish([newGold.id, newSilver.id])).toMatchObject({
    status: 200,
    body: { name: '2027', plans: [{ id: newGold.id, on_sale: true, deleted: false }, { id: newSilver.id }] },
  });
  // Somebody else may have published some, which stay as they are.
  const again = await publish([newSilver.id, newGold.id]);
  expect(again).toMatchObject({ status: 422, body: { errors: [{ detail: 'are published already' }] } });
  const one = await kim.get(await path(`plans/${newSilver.id}`));
  const hidden = { deleted: true, on_sale: false };
  expect(
    (await kim.patch(await path(`plans/${newSilver.id}`), hidden, String(one.headers.etag))).status,
  ).toBe(200);
  expect(await publish([newGold.id, newSilver.id])).toMatchObject({
    body: { plans: [{ id: newGold.id }, { id: newSilver.id, deleted: false }] },
  });
  const records = await t.db.query<{ subject_id: number }[]>(
    `SELECT subject_id::integer FROM staff_audits WHERE action = 'plan.changed' ORDER BY id DESC LIMIT 2`,
  );
  expect(records.map((record) => record.subject_id)).toEqual([newSilver.id, newSilver.id]);
  expect(await seen()).toMatchObject([
    { id: newGold.id },
    { id: gold.id },
    { id: newSilver.id },
    { id: silver.id },
  ]);
});

it('opens the next season as it is offered: the plans keep their names, and each fault is at its field', async () => {
  const kim = await staffOf(t);
  const { period, gold, silver } = await season(kim);
  const open = async (body: object) => kim.post(await path(`periods/${period.id}/next`), body);
  const offered = [gold, silver].map(({ id }) => ({ id, price: '55.00' }));
  const faults: [fields: object, pointer: string][] = [
    [{ name: SEASON.name }, '#/name'],
    [{ name: '' }, '#/name'],
    [{ starts_at: 'soon' }, '#/starts_at'],
    [{ ends_at: NEXT.starts_at }, '#/ends_at'],
    [{ extended_until: NEXT.starts_at }, '#/extended_until'],
    [{ plans: [offered[0], { ...offered[1], price: '5,50' }] }, '#/plans/1/price'],
    [{ plans: [offered[0], { ...offered[1], title: '' }] }, '#/plans/1/title'],
    [{ plans: [offered[0], { ...offered[1], title: 'Gold 2027' }] }, '#/plans/1/title'],
  ];
  for (const [fields, pointer] of faults) {
    const { status, body } = await open({ ...NEXT, plans: offered, ...fields });
    expect([fields, status, body]).toMatchObject([fields, 422, { errors: [{ pointer }] }]);
  }
  const opened = await open({ ...NEXT, plans: offered });
  expect(opened).toMatchObject({ status: 201, body: { plans: [{ name: 'Gold 2027' }, { name: 'Silver' }] } });
});

it('copies upgrades from and to plans without a season', async () => {
  const kim = await staffOf(t);
  const { period, gold } = await season(kim);
  const free = await made(kim, 'plans', {
    ...{ name: 'Free', price: '0.00', duration: 12, upgrades: [{ to: gold.id, price: null }] },
  });
  const plans = [{ id: gold.id, price: '55.00' }];
  const opened = await kim.post(await path(`periods/${period.id}/next`), { ...NEXT, plans });
  const [copy] = (opened.body as { plans: { id: number }[] }).plans;
  expect((await kim.get(await path(`plans/${free.id}`))).body).toMatchObject({
    upgrades: [
      { to: gold.id, price: null },
      { to: copy.id, price: null },
    ],
  });
});

it('opens the next season with an extension, and memberships of its plans renew into the copies', async () => {
  const kim = await staffOf(t);
  const { period, gold, silver } = await season(kim);
  const change = async (id: number, body: object) => {
    const { headers } = await kim.get(await path(`plans/${id}`));
    const changed = await kim.patch(await path(`plans/${id}`), body, String(headers.etag));
    expect(changed.status).toBe(200);
  };
  const basic = await made(kim, 'plans', { name: 'Basic', price: '10.00', sales_period: period.id });
  const trial = await made(kim, 'plans', {
    ...{ name: 'Trial', price: '0.00', sales_period: period.id, trial: true },
  });
  // Basic is not sold any more: its members go on with Silver. An upgrade was typed as the difference, another has a price of its own.
  await change(basic.id, {
    renews_into: silver.id,
    upgrades: [
      { to: silver.id, price: '10.00' },
      { to: gold.id, price: '35.00' },
    ],
  });
  const plans = [gold, silver, basic, trial].map(({ id }) => ({ id, price: '60.00' }));
  const body = { ...NEXT, extended_until: '2028-01-31T00:00:00Z', plans };
  // Two people press the button at once.
  const answers = await Promise.all([
    kim.post(await path(`periods/${period.id}/next`), body),
    (await staffOf(t)).post(await path(`periods/${period.id}/next`), body),
  ]);
  const [opened, refused] = answers.sort((one, other) => one.status - other.status);
  expect(opened).toMatchObject({ status: 201, body: { extended_until: '2028-01-31T00:00:00.000Z' } });
  expect([409, 422]).toContain(refused.status);
  const again = await kim.post(await path(`periods/${period.id}/next`), body);
  expect(again.status).toBe(422);
  const { body: all } = await kim.get(await path('plans?per_page=200'));
  expect((all as { total: number }).total).toBe(8);
  const [newGold, newSilver, newBasic] = (opened.body as { plans: { id: number }[] }).plans;
  const renewsInto = async (id: number) =>
    ((await kim.get(await path(`plans/${id}`))).body as { renews_into: number | null }).renews_into;
  expect([await renewsInto(gold.id), await renewsInto(silver.id)]).toEqual([newGold.id, newSilver.id]);
  expect([await renewsInto(basic.id), await renewsInto(trial.id)]).toEqual([newSilver.id, null]);
  const copy = (await kim.get(await path(`plans/${newBasic.id}`))).body;
  expect(copy).toMatchObject({
    renews_into: newSilver.id,
    upgrades: expect.arrayContaining([
      expect.objectContaining({ to: newSilver.id, price: null }),
      expect.objectContaining({ to: newGold.id, price: '35.00' }),
    ]) as object,
  });
});

it('opens a season whole or not at all, and says which plan is in the way', async () => {
  const kim = await staffOf(t);
  const { period, gold, silver } = await season(kim);
  const open = async (body: object) => kim.post(await path(`periods/${period.id}/next`), body);
  const taken = [
    { id: gold.id, price: '55.00' },
    { id: silver.id, price: '5,50', title: '' },
  ];
  expect(await open({ ...NEXT, plans: taken })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/plans/1/price' }] },
  });
  expect(await open({ ...NEXT, plans: [{ id: 999_999, price: '1' }] })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/plans/0/id' }] },
  });
  expect(await open({ ...NEXT, ends_at: NEXT.starts_at, plans: [] })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/ends_at' }] },
  });
  const twice = [gold, silver].map(({ id }) => ({ id, price: '55.00', title: 'Only one' }));
  expect((await open({ ...NEXT, plans: twice })).status).toBeGreaterThanOrEqual(409);
  const { body } = await kim.get(await path('periods'));
  expect((body as { data: object[] }).data).toMatchObject([{ id: period.id, ...{ name: '2026' } }]);
});

it('shows and replaces the upgrade matrix', async () => {
  const kim = await staffOf(t);
  const { gold, silver } = await season(kim);
  const bronze = await made(kim, 'plans', { name: 'Bronze', price: '10.00' });
  const first = await kim.get(await path('plans/upgrades'));
  expect(first.body).toMatchObject({
    plans: [{ id: gold.id, name: 'Gold 2026', price: '50.00' }, { id: silver.id }, { id: bronze.id }],
    upgrades: [{ from: silver.id, to: gold.id, price: null }],
  });
  const put = async (upgrades: object[], etag?: string | string[]) =>
    kim.send('PUT', await path('plans/upgrades'), { upgrades }, etag ? { 'if-match': String(etag) } : {});
  const wanted = [
    { from: bronze.id, to: gold.id, price: '35.00' },
    { from: bronze.id, to: silver.id, price: null },
  ].sort((one, other) => one.to - other.to);
  const { etag } = first.headers;
  expect(
    await put(
      [
        { from: bronze.id, to: bronze.id },
        { from: 999_999, to: gold.id },
      ],
      etag,
    ),
  ).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/upgrades/0/to' }, { pointer: '#/upgrades/1/from' }] },
  });
  // The yen has no decimals, which only the rules of plans know; the fault is at the cell of the request.
  await t.db.query(`UPDATE fanclubs SET currency = 'JPY'`);
  await t.db.query('UPDATE packages SET international = 13');
  const yen = [...wanted.slice(1), wanted[0]].map((one) => ({ ...one, price: one.price && '35.50' }));
  const at = yen.findIndex(({ price }) => price !== null);
  expect(await put(yen, etag)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: `#/upgrades/${at}/price` }] },
  });
  await t.db.query(`UPDATE fanclubs SET currency = 'USD'`);
  const changed = await put(wanted, etag);
  expect(changed).toMatchObject({ status: 200, body: { upgrades: wanted } });
  expect((await put([], etag)).status).toBe(412);
  const rows = await t.db.query(
    `SELECT subject_id, after FROM staff_audits WHERE action = 'plan.changed' ORDER BY subject_id`,
  );
  expect(rows).toEqual([
    { subject_id: silver.id, after: { upgrades: [] } },
    { subject_id: bronze.id, after: { upgrades: expect.arrayContaining([{ to: gold.id, price: '35.00' }]) } },
  ]);
});

it('deletes a benefit, and keeps a summary that is taken', async () => {
  const kim = await staffOf(t);
  const { gold, benefit } = await season(kim);
  const second = await made(kim, 'benefits', { summary: 'Videos', plans: [gold.id] });
  const { headers } = await kim.get(await path(`benefits/${second.id}`));
  const to = await path(`benefits/${second.id}`);
  expect((await kim.patch(to, { summary: 'Presales' }, String(headers.etag))).status).toBe(422);
  expect((await kim.delete(to)).status).toBe(204);
  expect((await kim.get(to)).status).toBe(404);
  expect((await kim.get(await path('benefits?q=pres'))).body).toMatchObject({
    data: [{ id: benefit.id }],
    total: 1,
  });
});

it('a benefit that is changed meanwhile stays off the plan that it was taken from', async () => {
  const kim = await staffOf(t, 'manager');
  const { gold, benefit } = await season(kim);
  const versionOf = async (one: string) => String((await kim.get(await path(one))).headers.etag);
  const [plan, changed] = [`plans/${gold.id}`, `benefits/${benefit.id}`];
  const [planVersion, benefitVersion] = [await versionOf(plan), await versionOf(changed)];
  const other = t.db.createQueryRunner();
  await other.startTransaction();
  await other.query('SELECT FROM benefits WHERE id = $1 FOR NO KEY UPDATE', [benefit.id]);
  const both = [
    kim.patch(await path(plan), { benefits: [] }, planVersion),
    kim.patch(await path(changed), { summary: 'Presales first' }, benefitVersion),
  ];
  await untilWaiting(t, 2);
  await other.commitTransaction();
  await other.release();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, expect.any(Number)]);
  expect((await kim.get(await path(plan))).body).toMatchObject({ benefits: [] });
});

it('lets memberships renew into a later copy if the first one is deleted or a draft', async () => {
  const kim = await staffOf(t, 'manager');
  const { period } = await season(kim);
  const gold = await made(kim, 'plans', { name: 'Gold', price: '30.00', sales_period: period.id });
  const opened = async (name: string) => {
    const body = { ...NEXT, name, plans: [{ id: gold.id, price: '60.00' }] };
    const answer = await kim.post(await path(`periods/${period.id}/next`), body);
    return (answer.body as { plans: { id: number }[] }).plans[0].id;
  };
  const renewsInto = async () =>
    ((await kim.get(await path(`plans/${gold.id}`))).body as { renews_into: number }).renews_into;
  const first = await opened('First');
  expect(await renewsInto()).toBe(first);
  const second = await opened('Second');
  expect(await renewsInto()).toBe(second);
  await t.db.query('UPDATE plans SET deleted = false WHERE id = $1', [second]);
  await opened('Third');
  expect(await renewsInto()).toBe(second);
});

it('lists plans without a period last, in both directions', async () => {
  const kim = await staffOf(t, 'manager');
  const { period } = await season(kim);
  await made(kim, 'plans', { name: 'Timeless', price: '1.00' });
  for (const sort of ['sales_period', '-sales_period']) {
    const { body } = await kim.get(await path(`plans?sort=${sort}`));
    const periods = (body as { data: { sales_period: number | null }[] }).data.map((one) => one.sales_period);
    expect([sort, periods]).toEqual([sort, [period.id, period.id, null]]);
  }
});

it('tells staff of a period whose extension is missing, or too short for the notice and all tries of a renewal', async () => {
  const kim = await staffOf(t, 'manager');
  const short = { ...SEASON, extended_until: '2027-01-20T00:00:00Z' };
  const { id } = await made(kim, 'periods', short);
  const one = await kim.get(await path(`periods/${id}`));
  const notes = [
    'Memberships of this period end too early for the notice and all tries of a renewal, which take 31 days from December 31, 2026. Both are shortened; with less than 4 days, members renew by hand.',
  ];
  expect(one.body).toMatchObject({ id, notes });
  const changed = await kim.patch(
    await path(`periods/${id}`),
    { extended_until: '2027-02-10T00:00:00Z' },
    String(one.headers.etag),
  );
  expect(changed).toMatchObject({ status: 200, body: { notes: [] } });

  // Its members can renew when the next period begins, and the fan club gives them longer notice.
  await made(kim, 'periods', { ...NEXT, starts_at: '2027-01-15T00:00:00Z' });
  const missing = expect.stringContaining('end too early') as string;
  expect((await kim.get(await path('periods'))).body).toMatchObject({
    data: [{ notes: [expect.stringContaining('from January 14, 2027')] }, { notes: [missing] }],
  });
  await t.db.query('UPDATE fanclubs SET renewal_notice_days = 5, renewal_try_days = 7');
  expect((await kim.get(await path(`periods/${id}`))).body).toMatchObject({ notes: [] });

  // Nothing is said of a period after which two more were added.
  await t.db.query('UPDATE sales_periods SET extended_until = NULL');
  const said = async () => ((await kim.get(await path(`periods/${id}`))).body as { notes: string[] }).notes;
  expect(await said()).toEqual([missing]);
  const later = { starts_at: '2028-01-15T00:00:00Z', ends_at: '2028-12-31T00:00:00Z' };
  await made(kim, 'periods', { name: 'The one after', ...later });
  expect(await said()).toEqual([]);
});
