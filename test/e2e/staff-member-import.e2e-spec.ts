import { type StaffClient, staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest: string): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/${rest}`;

const CSV = { 'content-type': 'text/csv' };

interface Report {
  new: number;
  changed: number;
  unchanged: number;
  ignored: string[];
  faults: { line: number; column: string; detail: string }[];
  error_file?: string;
}

async function send(
  client: StaffClient,
  lines: readonly string[] | string,
  query = '',
): Promise<{ status: number; body: Report }> {
  const file = typeof lines === 'string' ? lines : `${lines.join('\r\n')}\r\n`;
  const { status, body } = await client.send('POST', await path(`members/import${query}`), file, CSV);
  return { status, body: body as Report };
}

const member = async (client: StaffClient, id: number) =>
  (await client.get(await path(`members/${id}`))).body as Record<string, unknown>;

const counts = ({ body }: { body: Report }): number[] => [body.new, body.changed, body.unchanged];

it('changes and adds members by id and address, with a record of each', async () => {
  const kim = await staffOf(t);
  const ada = await t.given.customer({ email: 'ada@x.example', firstName: 'Ada', birthdate: '1990-01-31' });
  await t.given.customer({ email: 'Bo@x.example', firstName: 'Bo', birthdate: null });
  const file = [
    'id,email,first_name,birthdate,confirmed_at',
    `${ada.id},,Adah,,`,
    `,bo@X.example,Bo,,`,
    ',cy@x.example,=Cy,1980-02-29,2026-01-02T03:04:05Z',
    ',di@x.example,,,',
  ];
  const dry = await send(kim, file, '?dry_run=true');
  expect([dry.status, counts(dry), dry.body.faults]).toEqual([200, [2, 1, 1], []]);
  expect(await member(kim, ada.id)).toMatchObject({ first_name: 'Ada' });

  expect(counts(await send(kim, file))).toEqual([2, 1, 1]);
  expect(await member(kim, ada.id)).toMatchObject({ first_name: 'Adah', birthdate: null });
  const { body } = await kim.get(await path('members?sort=id'));
  const [, , cy, di] = (body as { data: { id: number; email: string }[] }).data;
  expect(await member(kim, cy.id)).toMatchObject({
    email: 'cy@x.example',
    first_name: '=Cy',
    birthdate: '1980-02-29',
    registered: true,
    confirmed_at: '2026-01-02T03:04:05Z',
  });
  expect(await member(kim, di.id)).toMatchObject({ registered: true, confirmed: false, lists_opt_in: false });
  const audits = (await kim.get(await path('audits?per_page=200'))).body as {
    data: { action: string; subject_id: number | null }[];
  };
  const recorded = audits.data
    .filter(({ action }) => /^member\.(created|changed)$|^members\.imported$/.test(action))
    .map(({ action, subject_id: id }) => `${action} ${id}`);
  expect(recorded.sort()).toEqual([
    `member.changed ${ada.id}`,
    `member.created ${cy.id}`,
    `member.created ${di.id}`,
    'members.imported null',
  ]);
  expect(counts(await send(kim, file))).toEqual([0, 0, 4]);
});

it('takes an exported file back without a change', async () => {
  const kim = await staffOf(t);
  for (let n = 0; n < 3; n += 1) {
    const customer = await t.given.customer({
      firstName: "'=1+1",
      username: `fan ${n}`,
      listsOptIn: n === 1,
      listsOptInSource: n === 1 ? 'shop' : null,
      listsOptInChangedAt: n === 1 ? new Date('2026-01-01T00:00:00.123Z') : null,
    });
    await t.given.subscription({ customer });
  }
  const file = await kim.text(await path('members.csv'));
  const report = await send(kim, file);
  expect([report.body.faults, counts(report)]).toEqual([[], [0, 0, 3]]);
  // What is not read is named, because edits of it are lost.
  expect(report.body.ignored).toEqual(
    expect.arrayContaining(['email_aliases', 'registered', 'blacklisted', 'plan', 'end_date']),
  );
});

it('imports nothing if a row is wrong; the mended error file and the rest can be sent', async () => {
  const kim = await staffOf(t);
  const [ada, bo] = [await t.given.customer({ username: 'ada' }), await t.given.customer({ username: 'bo' })];
  const stranger = await t.given.customer({
    fanclubId: (await t.given.fanclub({})).id,
    email: 'other@x.example',
  });
  const file = [
    'id,email,username,birthdate,invalid_email',
    `${ada.id},,BO,,`,
    `${ada.id},,x,,`,
    `${bo.id},other@x.example,,1990-02-30,yes`,
    `${stranger.id},,,,`,
    ',other@x.example,cy,,',
    ',Other@x.example,,,',
    ',di@x.example,CY,2999-01-01,',
    'x,nobody,,,',
    ',,y,,',
  ];
  for (const [query, status] of [
    ['?dry_run=true', 200],
    ['', 422],
  ] as const) {
    const refused = await send(kim, file, query);
    expect([refused.status, counts(refused)]).toEqual([status, [0, 0, 0]]);
    expect(refused.body.faults.map(({ line, column }) => `${line} ${column}`).sort()).toEqual([
      '10 email',
      '2 username',
      '3 id',
      '4 birthdate',
      '4 email',
      '4 invalid_email',
      '5 id',
      '7 email',
      '8 birthdate',
      '8 username',
      '9 email',
      '9 id',
    ]);
  }
  const { body } = await send(kim, ['id,email,birthdate', `,new@x.example,1990-13-01`]);
  expect(body.error_file).toContain('must be a day');
  const mended = await send(kim, body.error_file!.replace('1990-13-01', '1990-12-01'));
  expect(counts(mended)).toEqual([1, 0, 0]);
  const unknown = await send(kim, ['id,e-mail', `${ada.id},x`]);
  expect(unknown.body).toMatchObject({ ignored: ['e-mail'], unchanged: 1, faults: [] });
});

it('stops after a thousand rows with faults', async () => {
  const kim = await staffOf(t);
  const { body } = await send(kim, `id\n${'x\n'.repeat(50_000)}`);
  expect(body.faults.length).toBeGreaterThanOrEqual(1_000);
  expect(body.faults.length).toBeLessThan(2_000);
});

it('refuses an address that is in the file twice, however far apart the rows are', async () => {
  const kim = await staffOf(t);
  const others = Array.from({ length: 600 }, (_, n) => `member-${n}@x.example,`);
  const file = ['email,first_name', 'twice@x.example,One', ...others, 'Twice@x.example,Two'];
  for (const query of ['?dry_run=true', '']) {
    const { body } = await send(kim, file, query);
    expect(body.faults).toEqual([
      { line: 603, column: 'email', detail: 'belongs to the member of an earlier row' },
    ]);
  }
});

describe('consent to marketing mail', () => {
  const HEADINGS = 'id,lists_opt_in,lists_opt_in_source,lists_opt_in_changed_at';
  const consentOf = async (client: StaffClient, id: number) => {
    const { lists_opt_in, lists_opt_in_source, lists_opt_in_changed_at } = await member(client, id);
    return [lists_opt_in, lists_opt_in_source, lists_opt_in_changed_at];
  };

  it('changes only with its source and time', async () => {
    const kim = await staffOf(t);
    const { id } = await t.given.customer();
    const refused = await send(kim, ['id,lists_opt_in', `${id},true`]);
    expect(refused.body.faults).toMatchObject([{ line: 2, column: 'lists_opt_in' }]);
    for (const row of [
      `${id},true,,2026-01-01T00:00:00Z`,
      `${id},true,fair,`,
      `${id},true,fair,2999-01-01T00:00:00Z`,
    ]) {
      expect([row, (await send(kim, [HEADINGS, row])).status]).toEqual([row, 422]);
    }
    expect(counts(await send(kim, ['id,first_name', `${id},Ada`]))).toEqual([0, 1, 0]);
    expect(await consentOf(kim, id)).toEqual([false, null, null]);
    expect(counts(await send(kim, [HEADINGS, `${id},TRUE,fair,2026-01-01T00:00:00Z`]))).toEqual([0, 1, 0]);
    expect(await consentOf(kim, id)).toEqual([true, 'fair', '2026-01-01T00:00:00Z']);
  });

  it('is not undone by an older file', async () => {
    const kim = await staffOf(t);
    const { id } = await t.given.customer({
      listsOptIn: false,
      listsOptInSource: 'account',
      listsOptInChangedAt: new Date('2026-02-01T00:00:00Z'),
    });
    const older = await send(kim, [HEADINGS, `${id},true,fair,2026-01-01T00:00:00Z`]);
    expect([older.status, counts(older)]).toEqual([200, [0, 0, 1]]);
    const sameTime = await send(kim, [HEADINGS, `${id},true,fair,2026-02-01T00:00:00Z`]);
    expect(sameTime.body.faults).toMatchObject([{ column: 'lists_opt_in_changed_at' }]);
    expect(await consentOf(kim, id)).toEqual([false, 'account', '2026-02-01T00:00:00Z']);
  });
});

it('takes a user name that an earlier row gave up, and none that could be mistaken for another', async () => {
  const kim = await staffOf(t);
  const bob = await t.given.customer({ username: 'bob' });
  const ann = await t.given.customer({ username: 'ann' });
  const others = Array.from({ length: 500 }, (_, n) => `,new-${n}@x.example,`);
  const file = ['id,email,username', `${bob.id},,bobby`, ...others, `${ann.id},,BOB`];
  for (const query of ['?dry_run=true', '']) {
    const { body } = await send(kim, file, query);
    expect([query, body]).toMatchObject([query, { new: 500, changed: 2, faults: [] }]);
  }
  for (const name of ['\u0430dmin', 'ad\u200Bmin']) {
    const { body } = await send(kim, ['id,username', `${ann.id},${name}`], '?dry_run=true');
    expect(body.faults).toMatchObject([{ line: 2, column: 'username', detail: 'is invalid' }]);
  }
});
