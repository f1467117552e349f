import type { FanclubWithKey } from '#platform/tenants/tenants.samples';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp({ STAFF_URLS: '1=https://staff-1.example.com/, 2=https://staff-2.example.com' });

interface Me {
  readonly clubs: { id: number }[];
  readonly moved: object[];
}

const move = (club: FanclubWithKey, to: string | null) =>
  t.db.query(
    `UPDATE fanclubs SET held_at = CASE WHEN $2::text IS NULL THEN NULL ELSE now() END, moved_to = $2 WHERE id = $1`,
    [club.id, to],
  );

it('staff see the fan clubs that have moved apart, with the address of their cell', async () => {
  const club = await t.given.fanclub({ name: 'Tin Comets' });
  const kim = await staffOf(t);
  const me = async () => (await kim.get('/me')).body as Me;
  expect(await me()).toMatchObject({ clubs: [{ id: club.id }], moved: [] });
  const moved = { id: club.id, name: 'Tin Comets' };
  for (const [cell, url] of [
    ['cell 1', 'https://staff-1.example.com/staff/'],
    ['cell 2', 'https://staff-2.example.com/staff/'],
    ['cell 3', null],
  ] as const) {
    await move(club, cell);
    expect(await me()).toMatchObject({ clubs: [], moved: [{ ...moved, moved_to: cell, url }] });
  }
  await move(club, null);
  expect(await me()).toMatchObject({ clubs: [{ id: club.id }], moved: [] });
});

it('requests about one say where it is, to its staff only', async () => {
  const club = await t.given.fanclub();
  const kim = await staffOf(t);
  const [{ id: organizationId }] = await t.db.query<[{ id: number }]>(
    `INSERT INTO organizations (name) VALUES ('Others') RETURNING id`,
  );
  const other = await t.given.fanclub({ organizationId });
  for (const [cell, detail] of [
    ['cell 1', 'This fan club has moved to cell 1. Please log in there: https://staff-1.example.com/staff/'],
    ['cell 3', 'This fan club has moved to cell 3. Please log in there.'],
  ]) {
    await move(club, cell);
    const { status, body } = await kim.get(`/fanclubs/${club.id}/plans`);
    expect([status, body]).toEqual([404, expect.objectContaining({ detail })]);
  }
  await move(other, 'cell 1');
  const { status, body } = await kim.get(`/fanclubs/${other.id}/plans`);
  expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('moved')]);
});
