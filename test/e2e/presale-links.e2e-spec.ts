import { text } from 'node:stream/consumers';
import { Clock } from '#libs/clock';
import { daysFrom } from '#samples';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { exportCatalogue, importCatalogue } from '../../src/tools/catalogue';
import { sessionCookie } from '../support/logged-in';
import { mailsOf } from '../support/mails-of';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

let kim: StaffClient;
let base: string;
let event: string;

beforeEach(async () => {
  base = `/fanclubs/${(await t.given.fanclub()).id}`;
  kim = await staffOf(t, 'manager');
  const { body } = await kim.post(`${base}/events`, {
    ...{ title: 'Gig', start: '2026-06-20T20:00:00Z', time_zone: 'Europe/Oslo' },
    venue: { name: 'Hall', country: 'NO' },
    links: ['Presale', 'Box office'].map((name) => ({ name, url: 'https://tickets.example' })),
  });
  event = `${base}/events/${(body as { id: number }).id}`;
});

type Link = Readonly<Record<string, unknown>> & { readonly id: number; readonly name: string };

const links = async (): Promise<Link[]> => (await kim.get(event)).body.links as Link[];
const change = async (body: object) => kim.patch(event, body, String((await kim.get(event)).headers.etag));
const upload = (file: string) =>
  kim.send('POST', `${base}/events/import`, file, { 'content-type': 'text/csv' });

/** The events of a catalogue file of the fan club, exported, changed and imported. */
async function importEdited(edit: (link: { name: string }) => void): Promise<void> {
  const of = { dataSource: t.db, sealer: t.app.get(Sealer), clock: t.app.get(Clock) };
  const { key } = (await t.given.tenant)!;
  const exported = exportCatalogue(key, { ...of, secrets: false, ids: true });
  const file = JSON.parse(await text(exported.text)) as {
    organizations: [{ fanclubs: [{ events: [{ links: { name: string }[] }] }] }];
  };
  for (const link of file.organizations[0].fanclubs[0].events[0].links) edit(link);
  await importCatalogue(file, { ...of, passwords: t.app.get(Passwords) });
}

it('keeps the address in the mail of a code while staff and imports rename and move its ticket link', async () => {
  const pool = await t.given.presalePool({ mode: 'everyone' });
  await t.given.presaleCode({ pool, code: 'MINE' });
  const [presale, office] = await links();
  await kim.send('PUT', `${base}/pools/${pool.id}/links`, { links: [presale.id] });
  const customer = await t.given.customer();
  await t.given.subscription({ customer, plan: await t.given.plan() });
  await runJob(t, 'presale_codes.give');
  const [{ link: address }] = await mailsOf(t);
  const pages = new Pages(t.origin);
  pages.http.cookies.set(...sessionCookie(t, customer.fanclubId, await t.given.session({ customer })));
  const opened = async () => {
    const { status, text } = await pages.open(String(address));
    return [status, text.includes('MINE'), /Gig: (.+?)\./.exec(`${text}.`)?.[1]];
  };
  expect(await opened()).toEqual([200, true, expect.stringContaining('Presale')]);

  const [first, second] = await links();
  const swapped = [
    { ...first, name: second.name },
    { ...second, name: first.name },
  ];
  const renamed = await change({ links: swapped });
  expect(renamed.status).toBe(200);
  expect(await opened()).toEqual([200, true, expect.stringContaining('Box office')]);

  const row = (id: number, name: string) => `${event.split('/').at(-1)},${id},${name}`;
  const csv = await upload(
    ['id,link_id,link_name', row(office.id, 'Door'), row(presale.id, 'Early')].join('\n'),
  );
  expect(csv.body).toMatchObject({ changed: 1, faults: [] });
  expect((await links()).map(({ id, name }) => [id, name])).toEqual([
    [office.id, 'Door'],
    [presale.id, 'Early'],
  ]);
  expect(await opened()).toEqual([200, true, expect.stringContaining('Early')]);

  // A new link takes the former name of a renamed one.
  const reused = await upload(
    [
      'id,link_id,link_name,link_url',
      `${row(office.id, 'Gate')},https://gate.example`,
      `${event.split('/').at(-1)},,Door,https://door.example`,
    ].join('\n'),
  );
  expect(reused.body).toMatchObject({ changed: 1, faults: [] });
  const after = await links();
  expect(after.map(({ name }) => name)).toEqual(['Gate', 'Early', 'Door']);
  expect(after.map(({ id }) => id).slice(0, 2)).toEqual([office.id, presale.id]);
  expect((await change({ links: after.slice(0, 2) })).status).toBe(200);

  await importEdited((link) => (link.name = `${link.name} 2026`));
  expect((await links()).map(({ name }) => name)).toEqual(['Gate 2026', 'Early 2026']);
  expect(await opened()).toEqual([200, true, expect.stringContaining('Early 2026')]);
});

it('takes no id that is not of a link of the event', async () => {
  const [link] = await links();
  const other = await t.given.ticketLink();
  const unknown = 'is not the id of one in this list';
  for (const id of [other.id, 987_654]) {
    expect(await change({ links: [{ ...link, id }] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '#/links/0/id', detail: unknown }] },
    });
    const { body } = await upload(`id,link_id,link_name\n${event.split('/').at(-1)},${id},New`);
    expect(body.faults).toMatchObject([{ line: 2, column: 'link_id', detail: unknown }]);
  }
});

it('gives the links of a new event ids of their own', async () => {
  const { id: _, ...made } = (await kim.get(event)).body as { id: number };
  expect(await kim.post(`${base}/events`, { ...made, title: 'Another' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/links/0/id' }, { pointer: '#/links/1/id' }] },
  });
  const copied = await kim.post(`${event}/copies`, { starts: ['2026-06-21T20:00:00Z'] });
  const [copy] = copied.body.data as { links: Link[] }[];
  expect(copy.links.map(({ name }) => name)).toEqual(['Presale', 'Box office']);
  expect(copy.links.map(({ id }) => id)).not.toEqual((await links()).map(({ id }) => id));
});

it('copies links for a tour with the pools that are not over', async () => {
  const closed = await t.given.presalePool({ closesAt: daysFrom(t.clock.now(), -0.5) });
  const coming = await t.given.presalePool({ opensAt: daysFrom(t.clock.now(), 1) });
  const [presale, office] = await links();
  for (const [pool, link] of [
    [closed, presale],
    [coming, office],
  ] as const)
    await kim.send('PUT', `${base}/pools/${pool.id}/links`, { links: [link.id] });
  const copied = await kim.post(`${event}/copies`, { starts: ['2026-06-21T20:00:00Z'] });
  const [copy] = copied.body.data as { links: Link[] }[];
  expect(copy.links.map((link) => link.presale_pool)).toEqual([null, coming.id]);
  expect((await links()).map((link) => link.presale_pool)).toEqual([closed.id, coming.id]);
});
