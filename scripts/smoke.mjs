// The built service, from outside: npm start on a folder of its own answers, stops on SIGTERM within 10 s with exit code 0 and
// leaves no process behind; a second start on the same folder answers within 10 s. Part of .ci/run; takes no parameters.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBuilt } from './support/build.mjs';
import { Failure, ROOT, main, say } from './support/project.mjs';

const ANSWER_WITHIN_S = 180;
const SECOND_ANSWER_WITHIN_S = 10;
const STOP_WITHIN_S = 10;

const seconds = (since) => Math.round(performance.now() - since) / 1000;

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answersWithin(limit, url, process) {
  const since = performance.now();
  while (seconds(since) < limit) {
    if (process.exitCode !== null) throw new Failure(`npm start ended with exit code ${process.exitCode}.`);
    try {
      if ((await fetch(url)).status === 200) return seconds(since);
    } catch {
      // Not listening yet.
    }
    await sleep(50);
  }
  throw new Failure(`${url} did not answer within ${limit} s.`);
}

async function expectAnswer(url, status, pattern) {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== status || !pattern.test(text)) {
    throw new Failure(`${url} answered ${response.status}, ${text.slice(0, 300)}`);
  }
}

async function run(dataDir, limit) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    const answered = await answersWithin(limit, `${origin}/healthz`, service);
    await expectAnswer(`${origin}/readyz`, 200, /"ready"/);
    await expectAnswer(`${origin}/api/v1/fanclub?key=demo-tin-comets`, 200, /"status":"ok".*Tin Comets/s);
    await expectAnswer(`${origin}/api/v1/fanclub`, 200, /"status":"error"/);
    await expectAnswer(`${origin}/api/v1/nowhere`, 404, /"status":"error"/);

    const since = performance.now();
    service.kill('SIGTERM');
    const [code] = await Promise.race([
      ended,
      sleep(STOP_WITHIN_S * 1000, ['nothing: it did not stop in time']),
    ]);
    if (code !== 0)
      throw new Failure(`npm start was to end with exit code 0 after SIGTERM, but gave ${code}.`);
    say(`smoke: answered after ${answered} s, stopped after ${seconds(since)} s`);
  } finally {
    service.kill('SIGKILL');
  }
}

/** npm run serve installs, builds and makes nothing up: without its settings it refuses, and names each. */
async function expectRefusal() {
  const needed = ['DATABASE_URL', 'SESSION_KEYS', 'ENCRYPTION_KEYS'];
  const env = { ...process.env, ...Object.fromEntries(needed.map((name) => [name, ''])) };
  const service = spawn('npm', ['run', 'serve'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  service.stderr.on('data', (chunk) => (told += chunk));
  const [code] = await once(service, 'close');
  const unnamed = needed.filter((name) => !told.includes(name));
  if (code === 0 || unnamed.length > 0)
    throw new Failure(`npm run serve did not ask for ${unnamed}:\n${told}`);
}

await main(async () => {
  if (!isBuilt()) throw new Failure('Run npm run build first: this looks at what was built.');
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-smoke-'));
  chmodSync(folder, 0o755); // As a project's folder is: the database's account may pass.
  const dataDir = join(folder, 'data');
  try {
    await expectRefusal();
    await run(dataDir, ANSWER_WITHIN_S);
    await run(dataDir, SECOND_ANSWER_WITHIN_S);
    if (existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')))
      throw new Failure('PostgreSQL is left running.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
