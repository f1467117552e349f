import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from './test-database';
import { startTestServer } from './test-server';

describe('startTestServer', () => {
  const { TMPDIR } = process.env;
  const prefix = 'test_server_spec';
  let temporary: string;

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), `${prefix}-`));
    chmodSync(temporary, 0o711); // The server's account must be able to traverse it.
    process.env.TMPDIR = temporary;
  });

  afterEach(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(temporary, { recursive: true });
  });

  it('leaves nothing behind if the migration fails', async () => {
    let server = '';
    const start = startTestServer({
      prefix,
      migrate: async (url) => {
        server = url;
        throw new Error('no such table');
      },
    });
    await expect(start).rejects.toThrow('no such table');
    expect(readdirSync(temporary)).toEqual([]);
    await expect(withConnection(server, (client) => client.query('SELECT 1'))).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('leaves nothing behind if the given server does not answer', async () => {
    const serverUrl = 'postgres://nobody@127.0.0.1:1/postgres';
    await expect(startTestServer({ prefix, serverUrl, migrate: async () => {} })).rejects.toThrow(
      'ECONNREFUSED',
    );
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('gives each run its own folder, which other accounts cannot list', async () => {
    const host = await startTestServer({ prefix, migrate: async () => {} });
    const guest = await startTestServer({ prefix, serverUrl: host.url, migrate: async () => {} });
    expect(guest.folder).not.toBe(host.folder);
    for (const { folder } of [host, guest]) expect(statSync(folder).mode & 0o777).toBe(0o711);
    await guest.stop();
    expect(existsSync(guest.folder)).toBe(false);
    await host.stop();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('removes only its own databases from a given server', async () => {
    const host = await startTestServer({ prefix, migrate: async () => {} });
    const databases = () =>
      withConnection(host.url, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'SELECT datname AS name FROM pg_database ORDER BY 1',
        );
        return rows.map(({ name }) => name);
      });
    const before = await databases();
    const guest = await startTestServer({ prefix: 'guest', serverUrl: host.url, migrate: async () => {} });
    await withConnection(host.url, (client) => client.query(`CREATE DATABASE ${guest.template}_suite`));
    expect(await databases()).toHaveLength(before.length + 2);
    await guest.stop();
    expect(await databases()).toEqual(before);
    await host.stop();
  });
});
