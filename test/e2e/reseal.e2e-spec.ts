import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sealer } from '#libs/sealed';
import { fanclub } from '../../src/tools/cli/main';
import { LoginProvider } from '../../src/platform/tenants';
import { ENCRYPTION_KEY } from '#samples';
import { testApp } from '../support/start-test-app';

const t = testApp();

const NEW_KEY = Buffer.alloc(32, 2);

describe('fanclub reseal', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reseal-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function run(...keys: Buffer[]): Promise<{ code: number; out: string[]; logged: string[] }> {
    const [out, logged]: [string[], string[]] = [[], []];
    const environment = {
      DATABASE_URL: t.config.database.url,
      DATA_DIR: join(folder, 'data'),
      ENCRYPTION_KEYS: keys.map((key) => key.toString('base64')).join(','),
    };
    const code = await fanclub(['reseal'], environment, {
      print: (line) => out.push(line),
      log: (line) => logged.push(line),
    });
    return { code, out, logged };
  }

  const sealed = async (): Promise<string[]> =>
    (await t.db.getRepository(LoginProvider).find({ order: { id: 'ASC' } })).map(
      ({ appSecretSealed }) => appSecretSealed,
    );

  it('reseals every secret with the newest key, once', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    const names = ['social', 'other'];
    for (const name of names)
      await t.given.loginProvider({ fanclubId, name, appSecret: `secret of ${name}` });

    const first = await run(NEW_KEY, ENCRYPTION_KEY);
    expect(first).toMatchObject({ code: 0, logged: [] });
    expect(first.out).toContain('login_providers.app_secret_sealed: 2 resealed');
    const young = new Sealer([NEW_KEY]);
    expect((await sealed()).map((one) => young.open(one))).toEqual(names.map((name) => `secret of ${name}`));

    const before = await sealed();
    expect((await run(NEW_KEY, ENCRYPTION_KEY)).out).toContain(
      'login_providers.app_secret_sealed: 0 resealed',
    );
    expect(await sealed()).toEqual(before);
  });

  it('names values that no known key opens, keeps them and fails', async () => {
    const { id: fanclubId } = await t.given.fanclub();
    const provider = await t.given.loginProvider({ fanclubId, appSecret: 'x' });
    const before = await sealed();
    const { code, logged } = await run(NEW_KEY);
    expect(code).toBe(1);
    expect(logged).toContain(
      `login_providers.app_secret_sealed: no known key opens the rows ${provider.id}.`,
    );
    expect(await sealed()).toEqual(before);
  });
});
