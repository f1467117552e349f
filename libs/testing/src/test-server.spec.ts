import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { withConnection } from './test-database';
import { startTestServer } from './test-server';

describe('startTestServer', () => {
  const prefix = 'test_server_spec';
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));

  it('leaves nothing behind when the schema cannot be made', async () => {
    let server = '';
    const start = startTestServer({
      prefix,
      migrate: async (url) => {
        server = url;
        throw new Error('no such table');
      },
    });
    await expect(start).rejects.toThrow('no such table');
    expect(folders()).toEqual([]);
    await expect(withConnection(server, (client) => client.query('SELECT 1'))).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('removes its databases, and no others, from a server that is not its own', async () => {
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
    expect(folders()).toEqual([]);
  });
});
