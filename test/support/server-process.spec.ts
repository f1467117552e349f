import { once } from 'node:events';
import { join } from 'node:path';
import { createTestDatabase, HttpClient, type TestDatabase } from '#libs/testing';
import { forkProcess, orEnd, startServerProcess } from './server-process';
import { testEnvironment } from './start-test-app';

describe('startServerProcess', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('serves in several processes simultaneously until they are ended', async () => {
    const servers = await Promise.all([startServerProcess(database.url), startServerProcess(database.url)]);
    for (const { origin } of servers) {
      const { json } = await new HttpClient(origin).get('/readyz');
      expect(json).toMatchObject({ status: 'ready' });
    }
    expect(new Set(servers.map(({ pid }) => pid)).size).toBe(2);
    expect(await Promise.all(servers.map((server) => server.kill()))).toEqual([0, 0]);
    await expect(new HttpClient(servers[0].origin).get('/readyz')).rejects.toThrow('ECONNREFUSED');
    expect(await servers[0].kill('SIGKILL')).toBe(0);
  });

  it('loads packages from the bundle only, except native ones: no class exists twice', async () => {
    const { child, running } = forkProcess('serve-process.ts', {
      ...testEnvironment(database.url),
      NODE_OPTIONS: `--require "${join(__dirname, 'loaded-files.cjs')}"`,
    });
    await orEnd(once(child, 'message'), child, running);
    const end = once(child, 'close');
    await running.kill();
    await end;
    const files = JSON.parse(running.output()) as string[];
    expect(files).toContainEqual(expect.stringMatching(/node_modules.bcrypt/));
    expect(files).not.toContainEqual(
      expect.stringMatching(/node_modules.(@nestjs|class-|fastify|pg|rxjs|typeorm)/),
    );
  });

  it('reports why a process does not serve', async () => {
    await expect(startServerProcess(database.url, { LOG_LEVEL: 'loud' })).rejects.toThrow(/LOG_LEVEL must/);
  });
});
