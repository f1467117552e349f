import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sealer } from '#libs/sealed';
import { ENCRYPTION_KEY } from '#samples';
import type { FanclubWithKey } from '#platform/tenants/tenants.samples';
import { Sql } from '../../src/platform/database';
import { StaffToken } from '../../src/platform/staff/login/staff-login.entity';
import {
  HELD_FIGURES,
  HoldEnded,
  holdFanclub,
  leaveFanclub,
  LoginProvider,
  releaseAfterMove,
  releaseFanclub,
  StillWriting,
} from '../../src/platform/tenants';
import { fanclub } from '../../src/tools/cli/main';
import { staffOf } from '../support/staff-client';
import { testApp, testEnvironment } from '../support/start-test-app';
import { Snapshot } from '../tenants/snapshot';

/*
 * Commands and imports that reach a held fan club: what is refused changes nothing at all, what is urgent or of all fan clubs goes on.
 */

const t = testApp();

let club: FanclubWithKey;
beforeEach(async () => {
  club = await t.given.fanclub({ name: 'Tin Comets' });
});

const hold = () => holdFanclub(new Sql(t.db), club.key, 10_000);
const release = () => releaseFanclub(new Sql(t.db), club.key);

async function call(parameters: readonly string[], settings: NodeJS.ProcessEnv = {}) {
  const [out, logged]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => out.push(line), log: (line: string) => logged.push(line) };
  const environment = { ...testEnvironment(t.config.database.url), ...settings };
  return { code: await fanclub(parameters, environment, terminal), out, logged };
}

describe('a hold', () => {
  it('is not reported if another command, whose time is over, has ended it', async () => {
    const writer = t.db.createQueryRunner();
    await writer.startTransaction();
    await writer.query('UPDATE fanclubs SET name = name WHERE id = $1', [(await t.given.fanclub({})).id]);
    const first = holdFanclub(new Sql(t.db), club.key, 1_000).catch((error: unknown) => error);
    while (!(await isHeld())) await sleep(5);
    const second = hold().catch((error: unknown) => error);
    expect(await first).toBeInstanceOf(StillWriting);
    expect(await isHeld()).toBe(false);
    await writer.rollbackTransaction();
    await writer.release();
    expect(await second).toBeInstanceOf(HoldEnded);
  });

  it('of a move is not ended by release, and lets the fan club leave only while it lasts', async () => {
    const sql = new Sql(t.db);
    const forMove = (await holdFanclub(sql, club.key, 10_000, true))!;
    expect(await call(['release', club.key])).toMatchObject({
      code: 1,
      logged: ['A move holds Tin Comets. Repeat the move, or abort it.'],
    });
    expect(await isHeld()).toBe(true);
    const figures = () => sql.first(HELD_FIGURES, { now: new Date(Date.now() + 60_000) });
    expect(await figures()).toEqual({
      byCommand: 0,
      byMove: 1,
      commandAge: null,
      moveAge: expect.any(Number),
    });
    await releaseAfterMove(sql, club.id);
    await sleep(2);
    const later = (await hold())!;
    expect(await figures()).toEqual({
      byCommand: 1,
      byMove: 0,
      commandAge: expect.any(Number),
      moveAge: null,
    });
    await expect(leaveFanclub(sql, forMove, 'cell 1')).rejects.toBeInstanceOf(HoldEnded);
    await leaveFanclub(sql, later, 'cell 1');
  });
});

const isHeld = async (): Promise<boolean> =>
  (
    await t.db.query<[{ held: boolean }]>('SELECT held_at IS NOT NULL AS held FROM fanclubs WHERE id = $1', [
      club.id,
    ])
  )[0].held;

describe('imports', () => {
  it.each(['plans', 'members'])(
    'of staff (%s) are refused with the reason, and change nothing',
    async (list) => {
      const kim = await staffOf(t);
      await t.given.customer({ email: 'ada@x.example', firstName: 'Ada', lastName: 'King' });
      const file = {
        plans: 'name,price,duration\nGold,50.00,12\nSilver,20.00,12\n',
        members: 'email,first_name,last_name\nbea@x.example,Bea,Baker\n',
      }[list]!;
      const path = `/fanclubs/${club.id}/${list}/import`;
      const upload = (query = '') =>
        kim.send('POST', `${path}${query}`, file, { 'content-type': 'text/csv' });
      await hold();
      const before = await Snapshot.take(t.db);
      const { status, body, headers } = await upload();
      expect([status, body, headers['retry-after']]).toEqual([
        503,
        expect.objectContaining({
          detail: expect.stringContaining('held for maintenance. Nothing was changed'),
        }),
        '5',
      ]);
      expect((await before.changes()).map(({ table }) => table)).toEqual([]);
      await release();
      expect(await upload()).toMatchObject({ status: 200, body: { faults: [] } });
    },
  );

  it('of whole catalogues are refused as a whole, and change nothing in other fan clubs either', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holds-'));
    const file = join(folder, 'catalogue.json');
    const load = (price: string) => {
      const fanclubs = ['Copper Kettles', 'Silver Spoons'].map((name) => ({
        ...{
          name,
          key: name.replace(' ', '-'),
          site_url: 'https://a.example',
          plans_url: 'https://a.example',
        },
        ...{ support_email: 'help@a.example', plans: [{ name: 'Gold', price, duration: 12 }] },
      }));
      writeFileSync(
        file,
        JSON.stringify({
          version: 1,
          organizations: [{ name: 'Hardware', api_keys: ['hardware-key'], fanclubs }],
        }),
      );
      return call(['import', '--allow-removals', file]);
    };
    try {
      expect(await load('50.00')).toMatchObject({ code: 0 });
      await holdFanclub(new Sql(t.db), 'Silver-Spoons', 10_000);
      const before = await Snapshot.take(t.db);
      expect(await load('60.00')).toMatchObject({
        code: 1,
        logged: [
          expect.stringContaining('The fan club is held, so nothing was changed.'),
          expect.stringContaining('fanclub release KEY'),
        ],
      });
      expect((await before.changes()).map(({ table }) => table)).toEqual([]);
      await releaseFanclub(new Sql(t.db), 'Silver-Spoons');
      expect(await load('60.00')).toMatchObject({ code: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('fanclub staff disable', () => {
  it('locks a person out at once, and an invitation to a held fan club does not let them in', async () => {
    const kim = await staffOf(t);
    const { email } = await t.given.staff({ email: 'eve@x.example' });
    const invited = await call([
      'staff',
      'invite',
      '--organization',
      await organizationName(),
      '--fanclub',
      club.key,
      email,
    ]);
    const token = /join\/([\w-]{43})$/.exec(invited.out[1])![1];
    const look = async () => (await kim.post('/links/open', { token })).status;
    expect(await look()).toBe(200);
    await hold();
    expect(await call(['staff', 'disable', email])).toMatchObject({
      code: 0,
      out: [`${email} is logged out and locked out.`],
    });
    expect(await look()).toBe(404);
    expect(await t.db.getRepository(StaffToken).countBy({ email })).toBe(1);
    await release();
    expect(await look()).toBe(404);
    expect((await call(['staff', 'disable', email])).code).toBe(0);
    expect(await t.db.getRepository(StaffToken).countBy({ email })).toBe(0);
  });

  const organizationName = async (): Promise<string> =>
    (
      await t.db.query<[{ name: string }]>('SELECT name FROM organizations WHERE id = $1', [
        club.organizationId,
      ])
    )[0].name;
});

describe('fanclub reseal', () => {
  const NEW_KEY = Buffer.alloc(32, 2);
  const reseal = () =>
    call(['reseal'], {
      ENCRYPTION_KEYS: [NEW_KEY, ENCRYPTION_KEY].map((key) => key.toString('base64')).join(','),
    });
  const renewed = async (): Promise<number> => {
    const sealer = new Sealer([NEW_KEY, ENCRYPTION_KEY]);
    const providers = await t.db.getRepository(LoginProvider).find();
    return providers.filter(({ appSecretSealed }) => sealer.isCurrent(appSecretSealed)).length;
  };

  it('leaves out held fan clubs, and says so; those that have moved do not count', async () => {
    const other = await t.given.fanclub({});
    const moved = await t.given.fanclub({});
    for (const { id } of [club, other, moved]) await t.given.loginProvider({ fanclubId: id, appSecret: 'x' });
    await t.db.query(`UPDATE fanclubs SET held_at = now(), moved_to = 'cell 1' WHERE id = $1`, [moved.id]);
    await hold();
    expect(await reseal()).toMatchObject({
      code: 1,
      logged: [
        'login_providers.app_secret_sealed: 1 are of fan clubs that are held. Repeat after their release.',
      ],
    });
    expect(await renewed()).toBe(1);
    await release();
    expect(await reseal()).toMatchObject({ code: 0, logged: [] });
    expect(await renewed()).toBe(2);
    expect((await call(['doctor'], { ENCRYPTION_KEYS: NEW_KEY.toString('base64') })).out.join('\n')).toMatch(
      /ok +sealed values +the newest key opens all/,
    );
  });
});
