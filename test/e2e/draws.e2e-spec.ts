import { type DrawFile, VERIFY_SCRIPT, verifyDraw } from '#libs/draw';
import { countStatements } from '#libs/testing';
import { webcrypto } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { ContestEntry } from '#domains/contests/contest.entity';
import { Sql } from '../../src/platform/database';
import { deleteEntriesOf } from '../../src/domains/contests';
import { ContestDraw } from '#domains/contests/contest-draw.entity';
import { drawsOf, pagePath, staffPath } from '../support/draws';
import { Pages } from '../support/pages';
import { runJob } from '../support/run-job';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

// The clock is at noon UTC on June 15, 2026.
const t = testApp();
const { ended, drawn, open, fileOf, asked, states } = drawsOf(t);

it('goes from the commitment to a file that anybody can verify', async () => {
  const { contest, customers } = await ended(4);
  const before = await open(contest);
  const { commitment, seedSealed } = await t.db.getRepository(ContestDraw).findOneByOrFail({});
  expect([before.status, before.heading]).toEqual([200, 'Draw: Meet & Greet']);
  expect(before.text).toContain(commitment);
  expect(before.text).toContain('The contest has ended.');
  expect((await fetch(`${t.origin}${pagePath(contest)}/file`)).status).toBe(404);

  const kim = await staffOf(t, 'manager');
  expect((await kim.post(staffPath(contest, 'draw'), { prizes: [{ name: 'x', winners: 1 }] })).status).toBe(
    409,
  );
  const announced = { beacon_source: ' Lotto of 22 Nov, ascending ' };
  const closed = await kim.post(staffPath(contest, 'close'), announced);
  expect(closed).toMatchObject({
    status: 200,
    body: {
      step: 'closed',
      entries: 4,
      left_out: 0,
      commitment,
      beacon_source: 'Lotto of 22 Nov, ascending',
    },
  });
  const fixed = (await open(contest)).text;
  expect(fixed).toContain((closed.body as { list_hash: string }).list_hash);
  expect(fixed).toContain('it will draw with this public text: Lotto of 22 Nov, ascending.');

  const many = [600, 401].map((winners) => ({ name: 'Poster', winners }));
  expect(await kim.post(staffPath(contest, 'draw'), { prizes: many })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/prizes', detail: 'must not have more than 1000 winners in all' }] },
  });
  const body = {
    prizes: [
      { name: 'Meet & Greet', winners: 1 },
      { name: 'Poster', winners: 2 },
    ],
    beacon: ' Lotto 22 Nov: 4 8 15 ',
  };
  // What was announced must be drawn with.
  expect(await kim.post(staffPath(contest, 'draw'), { ...body, beacon: ' ' })).toMatchObject({
    status: 422,
    body: {
      errors: [{ pointer: '#/beacon', detail: 'is missing: “Lotto of 22 Nov, ascending” was announced' }],
    },
  });
  const drawing = await kim.post(staffPath(contest, 'draw'), body);
  expect(drawing).toMatchObject({
    status: 200,
    body: { step: 'drawn', beacon: 'Lotto 22 Nov: 4 8 15', confirm_hours: 72, alternates: 1 },
  });
  expect((await kim.post(staffPath(contest, 'draw'), body)).status).toBe(409);

  const file = await fileOf(contest);
  expect(verifyDraw(file)).toEqual([]);
  expect(file).toMatchObject({
    contest: contest.id,
    commitment,
    list_hash: closed.body.list_hash,
    beacon_source: 'Lotto of 22 Nov, ascending',
  });
  const inConsole = runInNewContext(`${VERIFY_SCRIPT}; verifyDraw(JSON.parse(text))`, {
    ...{ crypto: webcrypto, TextEncoder, text: JSON.stringify(file) },
  }) as Promise<boolean>;
  expect(await inConsole).toBe(true);
  const page = await open(contest);
  expect(page.text).toContain(
    'Announced source of the public text Lotto of 22 Nov, ascending Public text Lotto 22 Nov: 4 8 15',
  );
  expect(page.text).toContain('What the script and the file do not verify: the times,');
  expect(page.text).toContain(`1 ${file.ranking[0]} was asked`);
  for (const { email, firstName } of customers) {
    expect(page.html).not.toContain(String(email));
    expect(page.html).not.toContain(String(firstName));
    expect(JSON.stringify(file)).not.toContain(String(firstName));
  }
  expect(await asked()).toHaveLength(3);
  expect(JSON.stringify(drawing.body)).not.toContain(file.seed);
  expect(seedSealed).not.toContain(file.seed);
});

it('keeps the file as it was when people are erased and merged, and asks nobody who is gone', async () => {
  const { contest } = await drawn(4);
  const text = async (): Promise<string> => (await fetch(`${t.origin}${pagePath(contest)}/file`)).text();
  const before = await text();
  const { ranking } = JSON.parse(before) as DrawFile;
  const entries = t.db.getRepository(ContestEntry);
  const [first, second, third] = await Promise.all(
    ranking.slice(0, 3).map((id) => entries.findOneByOrFail({ id })),
  );
  // The winner and the next alternate are erased: one with the customer, one as an empty shell.
  await t.app.get(Sql).transaction((tx) => deleteEntriesOf(tx, contest.fanclubId, [first.customerId]));
  await t.db.query(
    'UPDATE customers SET email = NULL, first_name = NULL, registered = false, confirmed_at = NULL WHERE id = $1',
    [second.customerId],
  );
  // The third person is merged into another, who gets the entry.
  const other = await t.given.customer({ email: 'merged@x.example' });
  await entries.update(third.id, { customerId: other.id });
  expect(await runJob(t, 'contests.settle')).toBe(1);
  expect(await states()).toEqual(['forfeited ineligible', 'forfeited ineligible', 'selected']);
  expect((await asked()).at(-1)!.to).toBe('merged@x.example');
  expect(await text()).toBe(before);
  expect(verifyDraw(JSON.parse(before))).toEqual([]);
});

it('publishes a file that verifiers refuse if the database was altered', async () => {
  const { contest } = await drawn(3);
  await t.db.query(
    'UPDATE contest_draws SET entries = entries[2:], entry_count = entry_count - 1, ranking = array_remove(ranking, entries[1])',
  );
  expect(verifyDraw(await fileOf(contest))).toContain('The entries are not those of the published hash.');
});

it('sends a file that never changes once, and remembers it without asking the database for the list', async () => {
  const { contest } = await drawn(3);
  const address = `${t.origin}${pagePath(contest)}/file`;
  const counter = countStatements();
  const [first, second] = await Promise.all([fetch(address), fetch(address)]);
  const tag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await first.text()).toBe(await second.text());
  const again = await fetch(address, { headers: { 'if-none-match': tag } });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
  expect(counter.stop().filter((text) => text.includes('ranking'))).toHaveLength(1);
  // The database was restored, and the contest drawn again.
  await t.db.query(`UPDATE contest_draws SET beacon = 'again', drawn_at = drawn_at + interval '1 second'`);
  expect(await (await fetch(address)).json()).toMatchObject({ beacon: 'again' });
  // A contest that is withdrawn is not shown, although its file is in memory.
  await t.db.query('UPDATE contests SET published = false');
  expect((await fetch(address)).status).toBe(404);
});

it('shows 200 places on a page, and links to the others', async () => {
  const { contest } = await drawn(1);
  const { fanclubId, id } = contest;
  await t.db.query(
    `INSERT INTO contest_winners (fanclub_id, contest_id, rank, entry_number, prize, state, confirm_by, decided_at, cause)
     SELECT $1, $2, n, 1000000 + n, 0, 'forfeited', now(), now(), 'declined' FROM generate_series(2, 401) n`,
    [fanclubId, id],
  );
  const [first, third] = [await open(contest), await new Pages(t.origin).open(`${pagePath(contest)}?page=3`)];
  expect([first.text.includes('200 1000200'), first.text.includes('1000201')]).toEqual([true, false]);
  expect(first.html).toContain(`draw?page=2">Later places</a>`);
  expect([third.text.includes('401 1000401'), third.text.includes('1000400')]).toEqual([true, false]);
  expect(third.html).toContain(`draw?page=2">Earlier places</a>`);
  for (const page of ['4', '0', 'x', '9999999'])
    expect((await new Pages(t.origin).open(`${pagePath(contest)}?page=${page}`)).status).toBe(404);
});
