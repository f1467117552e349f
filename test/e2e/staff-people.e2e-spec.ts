import { untilWaiting } from '../support/lock-waits';
import { StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

/** An owner with the path of a colleague whose role they can change. */
async function colleague(): Promise<{ kim: StaffClient; path: string }> {
  const kim = await staffOf(t);
  const { id } = await t.given.staffRole({ role: 'support' });
  return { kim, path: `/fanclubs/${(await t.given.tenant!).id}/people/${id}` };
}

/** The kind of a problem. */
const slug = (body: { type?: string }): string | undefined => body.type?.split('/').at(-1);

describe('the role of a colleague', () => {
  it('is changed only in the version that was read', async () => {
    const { kim, path } = await colleague();
    const read = await kim.get(path);
    expect(read).toMatchObject({ status: 200, body: { role: 'support', whole_organization: false } });
    const etag = String(read.headers.etag);

    const changed = await kim.patch(path, { role: 'viewer' }, etag);
    expect(changed).toMatchObject({ status: 200, body: { role: 'viewer' } });
    const late = await kim.patch(path, { role: 'manager' }, etag);
    expect([late.status, slug(late.body)]).toEqual([412, 'changed']);

    const again = await kim.get(path);
    expect([again.body.role, again.headers.etag]).toEqual(['viewer', changed.headers.etag]);
  });

  it('is in the same version after the colleague has logged in', async () => {
    const { kim, path } = await colleague();
    const before = await kim.get(path);
    await t.given.staffSession({ staffId: before.body.staff_id });
    const after = await kim.get(path);
    expect([before.body.last_seen_at, after.body.last_seen_at]).toEqual([null, expect.any(String)]);
    expect(after.headers.etag).toBe(before.headers.etag);
  });

  it('is given by one of two requests that wait for the same change of roles', async () => {
    const { kim, path } = await colleague();
    const etag = String((await kim.get(path)).headers.etag);
    const { organizationId } = await t.given.tenant!;
    let both: Promise<unknown[]> | undefined;
    await t.db.transaction(async (tx) => {
      await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      both = Promise.all(
        ['viewer', 'manager'].map(async (role) => (await kim.patch(path, { role }, etag)).status),
      );
      await untilWaiting(t, 2);
    });
    expect((await both!).sort()).toEqual([200, 412]);
  });
});

it('changes for a whole organization are on its record, and log-ins among the events of the fan club', async () => {
  const { id: club, organizationId } = await t.given.fanclub();
  const person = await t.given.staff();
  await t.given.staffRole({ staffId: person.id, fanclubId: null });
  const kim = await new StaffClient(t).logIn(person);
  const organization = `/organizations/${organizationId}`;
  const invitation = { email: 'lee@example.org', role: 'viewer' };
  expect((await kim.post(`${organization}/people/invitations`, invitation)).status).toBeLessThan(300);
  expect((await kim.get(`${organization}/audits`)).body).toMatchObject({
    data: [{ action: 'invitation.created', staff_id: person.id }],
    total: 1,
  });
  expect((await kim.get(`/fanclubs/${club}/audits`)).body).toMatchObject({ total: 0 });
  const actor = `staff:${person.id}`;
  const { data } = (await kim.get(`/fanclubs/${club}/security_events`)).body as { data: object[] };
  expect(data).toContainEqual(expect.objectContaining({ action: 'staff.logged_in', actor }));
  const other = await t.given.anotherFanclub();
  const boss = await t.given.staff();
  await t.given.staffRole({ staffId: boss.id, organizationId: other.organizationId, fanclubId: other.id });
  const elsewhere = await new StaffClient(t).logIn(boss);
  const seen = (await elsewhere.get(`/fanclubs/${other.id}/security_events`)).body as { data: object[] };
  expect(seen.data).not.toContainEqual(expect.objectContaining({ actor }));
});
