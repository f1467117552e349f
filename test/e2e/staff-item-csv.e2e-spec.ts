import { untilWaiting } from '../support/lock-waits';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

const venue = { name: 'Rockefeller', city: 'Oslo', country: 'NO' };

type Kim = Awaited<ReturnType<typeof staffOf>>;

const upload = async (kim: Kim, rest: string, file: string) =>
  kim.send('POST', await path(rest), file, { 'content-type': 'text/csv' });

/** What an import of a file without faults answers. */
const done = (counts: { new?: number; changed?: number; unchanged?: number }) => ({
  status: 200,
  body: { new: 0, changed: 0, unchanged: 0, ...counts, faults: [] },
});

const SPAN = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-12-31T00:00:00Z' };

async function made(kim: Kim, list: string, body: object): Promise<{ id: number }> {
  const answer = await kim.post(await path(list), body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as { id: number };
}

const all = async (kim: Kim, list: string): Promise<{ id: number }[]> => {
  const { body } = await kim.get(await path(`${list}?sort=id`));
  return (body as { data: { id: number }[] }).data;
};

/** Two plans, one with all that the file leaves out, and one with texts that are difficult in CSV files. */
async function plans(kim: Kim) {
  const period = await made(kim, 'periods', {
    ...SPAN,
    name: '2026',
  });
  const gold = await made(kim, 'plans', {
    ...{ name: 'Gold', price: '50.00', duration: 12, sales_period: period.id, renewal_cap: 3 },
    description: '<p>Zoë, "live"\r\n|</p>',
    tags: ['best', 'a|b'],
    package: { name: 'Box', shipping_and_handling: { domestic: '5.00', international: '9.00' }, items: [] },
  });
  const silver = await made(kim, 'plans', {
    ...{ name: '=1+1', price: '20.00', on_sale: false, upgrades: [{ to: gold.id, price: '3.00' }] },
  });
  await made(kim, 'benefits', { summary: 'Presales', plans: [gold.id] });
  return { period, gold, silver };
}

it('exports plans so that the import of the file changes nothing', async () => {
  const kim = await staffOf(t, 'manager');
  await plans(kim);
  const before = await all(kim, 'plans');
  const file = await kim.text(await path('plans.csv'));
  expect(file).toMatch(/^\uFEFF?id,name,sales_period,price,/);
  expect(file).toContain(`'=1+1`);
  expect(await upload(kim, 'plans/import', file)).toMatchObject(done({ unchanged: 2 }));
  expect(await all(kim, 'plans')).toEqual(before);
  expect(await kim.text(await path('plans.csv'))).toBe(file);
});

it('names what an import would change, the columns that it does not read, and all faults of a row', async () => {
  const kim = await staffOf(t, 'manager');
  const { gold } = await plans(kim);
  const file = 'name;colour;price;tags\r\nGold;red;55.00;new\r\n';
  const report = {
    ...{ changed: 1, ignored: ['colour'] },
    changes: [
      {
        line: 2,
        before: { price: '50.00', tags: ['best', 'a|b'] },
        after: { price: '55.00', tags: ['new'] },
      },
    ],
  };
  expect(await upload(kim, 'plans/import?dry_run=true', file)).toMatchObject({ status: 200, body: report });
  expect(await upload(kim, 'plans/import', file)).toMatchObject({ status: 200, body: report });
  const faulty = `id,name,price,duration,sales_period,on_sale\r\n${gold.id},,5,x,no season,perhaps\r\n`;
  const { status, body } = await upload(kim, 'plans/import', faulty);
  const { faults } = body as { faults: { line: number; column: string }[] };
  expect([status, faults.map(({ line, column }) => `${line} ${column}`).sort()]).toEqual([
    422,
    ['2 duration', '2 name', '2 on_sale', '2 sales_period'],
  ]);
});

it('exports the plans that the list shows, on all its pages', async () => {
  const kim = await staffOf(t, 'manager');
  const { period } = await plans(kim);
  const names = async (query: string) =>
    (await kim.text(await path(`plans.csv?${query}`)))
      .split('\r\n')
      .filter((line) => /^\d+,/.test(line))
      .map((line) => line.split(',')[1]);
  expect(await names('on_sale=false')).toEqual([`'=1+1`]);
  expect(await names(`sales_period=${period.id}`)).toEqual(['Gold']);
  expect(await names('q=best')).toEqual(['Gold']);
  expect((await kim.get(await path('plans.csv?colour=red'))).status).toBe(400);
});

it('finds a plan of a shared name by its period, and asks for the id where the file has none', async () => {
  const kim = await staffOf(t, 'manager');
  const { period, gold } = await plans(kim);
  const other = await made(kim, 'plans', { name: 'Gold', price: '55.00' });
  const file = `name,sales_period,price\r\nGold,,56.00\r\nGold,${period.id},51.00\r\n`;
  expect(await upload(kim, 'plans/import', file)).toMatchObject(done({ changed: 2 }));
  expect(await all(kim, 'plans')).toMatchObject([
    { id: gold.id, price: '51.00' },
    { name: '=1+1' },
    { id: other.id, price: '56.00' },
  ]);
  // The period by its name, which is a number.
  const byName = `name,sales_period,price\r\nGold,2026,52.00\r\nSilver,2026,9.00\r\n`;
  expect(await upload(kim, 'plans/import', byName)).toMatchObject(done({ new: 1, changed: 1 }));
  expect(await all(kim, 'plans')).toContainEqual(expect.objectContaining({ id: gold.id, price: '52.00' }));
  // Elsewhere a number is an id.
  const iron = { name: 'Iron', price: '5.00', sales_period: 2026 };
  expect(await kim.post(await path('plans'), iron)).toMatchObject({ status: 422 });
  // By a name that is the id of another period, only where the file changes nothing.
  await t.db.query('UPDATE sales_periods SET name = $1 WHERE id = $2', [String(period.id + 1), period.id]);
  const rival = await made(kim, 'periods', { ...SPAN, name: 'Spring' });
  const doubtful = `name,sales_period,price\r\nGold,${rival.id},53.00\r\n`;
  expect(await upload(kim, 'plans/import', doubtful)).toMatchObject({
    status: 422,
    body: {
      faults: [
        {
          ...{ line: 2, column: 'sales_period' },
          detail: expect.stringContaining(
            `called "${rival.id}" (id ${period.id}) or "Spring" (id ${rival.id})`,
          ) as string,
        },
      ],
    },
  });
  await t.db.query('UPDATE plans SET sales_period_id = $1 WHERE id = $2', [rival.id, gold.id]);
  const unedited = await kim.text(await path('plans.csv'));
  expect(await upload(kim, 'plans/import', unedited)).toMatchObject(done({ unchanged: 4 }));
  expect(await upload(kim, 'plans/import', 'name,price\r\nGold,1.00\r\n')).toMatchObject({
    status: 422,
    body: { faults: [{ line: 2, column: null, detail: 'may mean more than one: give the id' }] },
  });
});

it('imports changed and new plans, after a dry run that writes nothing', async () => {
  const kim = await staffOf(t, 'manager');
  const { gold, silver } = await plans(kim);
  const before = await all(kim, 'plans');
  const file = `name,price,tags,on_sale\r\nGold,55.00,new,TRUE\r\nBronze,10.00,,FALSE\r\n`;
  const report = done({ new: 1, changed: 1 });
  expect(await upload(kim, 'plans/import?dry_run=true', file)).toMatchObject(report);
  expect(await all(kim, 'plans')).toEqual(before);
  expect(await upload(kim, 'plans/import', file)).toMatchObject(report);
  const [newGold, same, bronze] = await all(kim, 'plans');
  expect(newGold).toEqual({ ...before[0], price: '55.00', tags: ['new'] });
  expect(same).toEqual(before[1]);
  expect(bronze).toMatchObject({ name: 'Bronze', price: '10.00', tags: [], on_sale: false });
  const rows = await t.db.query(
    `SELECT action, subject_id, after FROM staff_audits WHERE action LIKE 'plan%' ORDER BY id`,
  );
  expect(rows.slice(2)).toMatchObject([
    { action: 'plan.changed', subject_id: gold.id, after: { price: '55.00', tags: ['new'] } },
    { action: 'plan.created', subject_id: bronze.id },
    { action: 'plans.imported', after: { new: 1, changed: 1, unchanged: 0 } },
  ]);
  // By id, a plan can be renamed.
  const renamed = `id,name\r\n${silver.id},Silver\r\n`;
  expect(await upload(kim, 'plans/import', renamed)).toMatchObject(done({ changed: 1 }));
  expect((await all(kim, 'plans'))[1]).toEqual({ ...before[1], name: 'Silver' });
});

it('keeps what somebody else changes while a file is imported', async () => {
  const kim = await staffOf(t, 'manager');
  const { gold } = await plans(kim);
  const other = t.db.createQueryRunner();
  await other.startTransaction();
  await other.query(`UPDATE plans SET description = 'New' WHERE id = $1`, [gold.id]);
  const importing = upload(kim, 'plans/import', `id,price\n${gold.id},60.00\n`);
  await untilWaiting(t, 1);
  await other.commitTransaction();
  await other.release();
  expect(await importing).toMatchObject(done({ changed: 1 }));
  expect((await kim.get(await path(`plans/${gold.id}`))).body).toMatchObject({
    price: '60.00',
    description: 'New',
  });
});

it('refuses a file with more rows than a fan club has plans', async () => {
  const kim = await staffOf(t, 'manager');
  const answer = await upload(kim, 'plans/import', `id\n${'x\n'.repeat(100_000)}`);
  expect(answer.body.faults).toEqual([
    { line: 5002, column: null, detail: expect.stringContaining('more than 5000 rows') },
  ]);
});

it('imports nothing of a faulty file, and returns the faulty rows to be mended', async () => {
  const kim = await staffOf(t, 'manager');
  await plans(kim);
  const { id: fanclubId } = await t.given.anotherFanclub();
  const foreign = await t.given.plan({ fanclubId });
  const before = await all(kim, 'plans');
  const file = `id,name,price\r\n,Bronze,1.00\r\n,Iron,cheap\r\n${foreign.id},Theirs,1.00\r\nx,Tin,1.00\r\n`;
  const refused = await upload(kim, 'plans/import', file);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      ...{ new: 0, changed: 0, unchanged: 0 },
      faults: [
        { line: 3, column: 'price' },
        { line: 4, column: 'id' },
        { line: 5, column: 'id' },
      ],
    },
  });
  expect(await all(kim, 'plans')).toEqual(before);
  const { error_file: errors } = refused.body as { error_file: string };
  expect(errors).not.toContain('Bronze');
  const mended = errors
    .replace('cheap', '2.00')
    .replace(`${foreign.id},Theirs`, ',Theirs')
    .replace('x,Tin', ',Tin');
  expect(await upload(kim, 'plans/import', mended)).toMatchObject(done({ new: 3 }));
});

/** An event with two links and one without. */
async function events(kim: Kim) {
  const plan = await t.given.plan();
  const venue = { name: 'Rockefeller', city: 'Oslo', country: 'NO', lat: '59.9', lon: '-10.7' };
  const event = { start: '2026-09-01T19:00:00Z', time_zone: 'Europe/Oslo', venue };
  const oslo = await made(kim, 'events', {
    ...{ ...event, title: 'Oslo', doors_open: '2026-09-01T18:00:00Z', tags: ['tour', 'a|b'] },
    description: '<p>Doors, <b>18:00</b></p>',
    links: [
      {
        ...{ name: 'Presale', url: 'https://tickets.example/1', exclusive: true, codes: ['A', 'B|C'] },
        ...{ publish_start: '2026-08-01T10:00:00Z', plans: [plan.id], code_instructions: '<p>Type it</p>' },
      },
      { name: 'Sale', url: 'https://tickets.example/2' },
    ],
  });
  const bergen = await made(kim, 'events', { ...event, title: 'Bergen', published: false });
  return { oslo, bergen };
}

it('exports events with a row for each link, so that the import of the file changes nothing', async () => {
  const kim = await staffOf(t, 'manager');
  await events(kim);
  const before = await all(kim, 'events');
  const file = await kim.text(await path('events.csv'));
  expect(file.trimEnd().split('\r\n')).toHaveLength(4);
  expect(await upload(kim, 'events/import', file)).toMatchObject(done({ unchanged: 2 }));
  expect(await all(kim, 'events')).toEqual(before);
  expect(await kim.text(await path('events.csv'))).toBe(file);
});

it('has a column for every field of a plan or event that fits into a cell, HTML last', async () => {
  const kim = await staffOf(t, 'manager');
  await plans(kim);
  await events(kim);
  const columnsOf = async (list: string) => (await kim.text(await path(`${list}.csv`))).trim().split(/[,\r]/);
  const fieldsOf = (value: object, prefix: string, ...without: string[]) =>
    Object.keys(value).flatMap((field) => (without.includes(field) ? [] : [prefix + field]));
  const [plan] = await all(kim, 'plans');
  const ofPlan = fieldsOf(plan, '', 'package', 'upgrades', 'benefits');
  const inPlans = (await columnsOf('plans')).slice(0, ofPlan.length);
  expect([...inPlans].sort()).toEqual([...ofPlan].sort());
  expect(inPlans.slice(-3)).toEqual(['description', 'online_benefits', 'annotations']);
  const [event] = (await all(kim, 'events')) as unknown as { venue: object; links: object[] }[];
  const ofVenue = fieldsOf(event.venue, 'venue_');
  const ofEvent = [
    ...fieldsOf(event, '', 'venue', 'links'),
    ...ofVenue,
    ...fieldsOf(event.links[0], 'link_'),
  ];
  const inEvents = (await columnsOf('events')).slice(0, ofEvent.length);
  expect([...inEvents].sort()).toEqual([...ofEvent].sort());
  expect(inEvents.at(-1)).toBe('link_code_instructions');
});

/** An event without the ids that another one cannot have. */
const copyOf = ({ id: _, ...event }: object & { readonly id?: unknown; readonly links?: object[] }) => ({
  ...event,
  links: event.links?.map((link) => ({ ...link, id: undefined })),
});

it('imports an exported file without ids as new events', async () => {
  const kim = await staffOf(t, 'manager');
  await events(kim);
  const before = await all(kim, 'events');
  const file = await kim.text(await path('events.csv'));
  // Without ids, under other titles: new events with the same links.
  const copies = file.replace(/^\d+,(Oslo|Bergen)/gm, ',$1 again');
  expect(await upload(kim, 'events/import', copies)).toMatchObject(done({ new: 2 }));
  const [, , oslo, bergen] = await all(kim, 'events');
  const [first, second] = before;
  expect(copyOf(oslo)).toEqual({ ...copyOf(first), title: 'Oslo again' });
  expect(copyOf(bergen)).toEqual({ ...copyOf(second), title: 'Bergen again' });
});

it('keeps the links that a file does not name, as the catalogue does', async () => {
  const kim = await staffOf(t, 'manager');
  const { oslo } = await events(kim);
  const [before, bergen] = await all(kim, 'events');
  const renamed = `id,title\r\n${oslo.id},Oslo!\r\n`;
  expect(await upload(kim, 'events/import', renamed)).toMatchObject(done({ changed: 1 }));
  expect(await all(kim, 'events')).toEqual([{ ...before, title: 'Oslo!' }, bergen]);
  const lines = (await kim.text(await path('events.csv'))).split('\r\n');
  const fewer = lines.filter((line) => !line.includes('tickets.example/2')).join('\r\n');
  expect(await upload(kim, 'events/import', fewer)).toMatchObject(done({ unchanged: 2 }));
  expect(await all(kim, 'events')).toEqual([{ ...before, title: 'Oslo!' }, bergen]);
});

it('points to the row and the column of a faulty link', async () => {
  const kim = await staffOf(t, 'manager');
  await events(kim);
  const before = await all(kim, 'events');
  const file = await kim.text(await path('events.csv'));
  const faulty = file.replace('https://tickets.example/2', 'nowhere');
  expect(await upload(kim, 'events/import?dry_run=true', faulty)).toMatchObject({
    status: 200,
    body: { faults: [{ line: 3, column: 'link_url' }] },
  });
  expect(await upload(kim, 'events/import', faulty)).toMatchObject({ status: 422 });
  expect(await all(kim, 'events')).toEqual(before);
});

it('refuses a second row about the same plan, also far from the first', async () => {
  const kim = await staffOf(t, 'manager');
  const { gold } = await plans(kim);
  const others = Array.from({ length: 120 }, (_, n) => `,Plan ${n},1.00`);
  const file = ['id,name,price', `${gold.id},Gold,60.00`, ...others, ',Gold,70.00', ''].join('\n');
  const { status, body } = await upload(kim, 'plans/import', file);
  expect([status, body.faults]).toEqual([
    422,
    [{ line: 123, column: null, detail: 'is about the same as line 2' }],
  ]);
  expect(await all(kim, 'plans')).toHaveLength(2);
});

it('takes only CSV files', async () => {
  const kim = await staffOf(t, 'manager');
  for (const list of ['plans', 'events']) {
    expect((await kim.post(await path(`${list}/import`), {})).status).toBe(415);
  }
});

it('asks for the columns that identify an item without id, and changes nothing without them', async () => {
  const kim = await staffOf(t, 'manager');
  await plans(kim);
  await made(kim, 'events', {
    title: 'Oslo',
    start: '2026-09-01T19:00:00Z',
    time_zone: 'Europe/Oslo',
    venue,
  });
  const before = [await all(kim, 'plans'), await all(kim, 'events')];
  for (const [list, file, column] of [
    ['plans', 'nmae,price\r\nGold,1.00\r\n', 'name'],
    ['events', 'title,strat\r\nOslo,2026-09-02T19:00:00Z\r\n', 'start'],
  ])
    expect(await upload(kim, `${list}/import`, file)).toMatchObject({
      ...{
        status: 422,
        body: { faults: [{ line: 2, column, detail: expect.stringContaining('is missing') as string }] },
      },
    });
  expect([await all(kim, 'plans'), await all(kim, 'events')]).toEqual(before);
});

it('adds a plan without a period beside one of the same name that has one', async () => {
  const kim = await staffOf(t, 'manager');
  const { gold } = await plans(kim);
  expect(await upload(kim, 'plans/import', 'name,sales_period,price\r\nGold,,1.00\r\n')).toMatchObject(
    done({ new: 1 }),
  );
  expect(await all(kim, 'plans')).toMatchObject([
    { id: gold.id, price: '50.00' },
    { name: '=1+1' },
    { name: 'Gold', sales_period: null, price: '1.00' },
  ]);
});
