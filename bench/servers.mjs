// The measured servers. Each is a separate process on the core of the servers, and is stopped with the bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VARIABLES } from '../dist/src/platform/config/config.js';
import { Failure, ROOT } from '../scripts/support/project.mjs';
import { pinned } from './machine.mjs';
import { freePort } from '../scripts/support/free-port.mjs';

const START_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

/** The program of each kind of server. */
const PROGRAMS = {
  service: join(ROOT, 'dist', 'src', 'main.js'),
  peer: join(ROOT, 'bench', 'peer', 'server.mjs'),
  constant: join(ROOT, 'bench', 'peer', 'constant.mjs'),
};

/** Additional parameters of Node for a server with a probe. */
const PROBED = ['--expose-gc', '--require', join(ROOT, 'bench', 'soak', 'probe.cjs')];

/** Connections to the database that each server may have; the service has one more, on which it listens. */
export const POOL_SIZE = 10;

/** Rate limits and the limit of the event loop delay, so high that nothing is refused. */
const NO_LIMITS = {
  ...Object.fromEntries(
    VARIABLES.filter((name) => name.startsWith('LIMIT_')).map((name) => [name, '999999999/1']),
  ),
  MAX_EVENT_LOOP_DELAY_MS: '60000',
};

/**
 * Settings of the service; the peer uses those that it knows. Of the caller's environment, only `PATH` and `HOME` are passed on.
 */
export function settings(databaseUrl, { sessionKey, folder }) {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    DATA_DIR: folder,
    PUBLIC_URL: 'https://fans.example',
    SESSION_KEYS: sessionKey,
    ENCRYPTION_KEYS: sessionKey,
    LOG_LEVEL: 'warn',
    RUN_JOBS: 'false',
    // The service is measured with its metrics on. A port of the caller lets Prometheus read them.
    METRICS_PORT: process.env.METRICS_PORT ?? '0',
    ...NO_LIMITS,
  };
}

/**
 * Starts a server, and waits for its first answer.
 * @param kind of {@link PROGRAMS}
 * @param where `server`, or `all` for as many cores as there are
 * @param isProbed whether `probe()` can report the memory, sockets and timers of the process
 */
export async function startServer(kind, environment, { firstPath, where = 'server', isProbed = false }) {
  const port = await freePort();
  const command = [process.execPath, ...(isProbed ? PROBED : []), PROGRAMS[kind]];
  const [program, ...parameters] = pinned(command, where);
  const since = performance.now();
  const child = spawn(program, parameters, {
    // Not the project's folder, because an .env there is not meant for the bench.
    cwd: environment.DATA_DIR,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', ...(isProbed ? ['ipc'] : [])],
  });
  const dies = () => child.kill('SIGKILL');
  process.once('exit', dies);
  const ended = once(child, 'exit').then(() => process.off('exit', dies));
  const server = {
    kind,
    port,
    pid: child.pid,
    stop: () => stop(child, ended),
    probe: () => probe(child),
    startedInMs: 0,
  };
  while ((await statusOf(port, firstPath)) !== 200) {
    if (child.exitCode !== null) throw new Failure(`The ${kind} ended at its start.`);
    if (performance.now() - since > START_WITHIN_MS) {
      await server.stop();
      throw new Failure(`The ${kind} did not answer ${firstPath} within ${START_WITHIN_MS / 1000} s.`);
    }
    await sleep(5);
  }
  server.startedInMs = performance.now() - since;
  return server;
}

async function stop(child, ended) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

async function probe(child) {
  const told = once(child, 'message');
  child.send('tell');
  return (await told)[0];
}

/** Starts a server for the work, and stops it afterwards, even if the work fails. */
export async function withServers(starts, work) {
  const servers = [];
  try {
    for (const start of starts) servers.push(await start());
    return await work(...servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** A response with status, headers and body as text. */
export function ask(port, { method = 'GET', path, headers = {} }) {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
  });
}

const statusOf = (port, path) =>
  ask(port, { path }).then(
    ({ status }) => status,
    () => null,
  );
