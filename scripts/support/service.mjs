import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { startNpm } from './npm.mjs';
import { Failure } from './project.mjs';

const STOP_WITHIN_S = 10;

const seconds = (since) => Math.round(performance.now() - since) / 1000;

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

/**
 * Runs npm start with the embedded PostgreSQL, sends a few requests and stops it. Resolves with the seconds until the first answer
 * and the seconds until it had stopped.
 *
 * @param within maximum seconds until the first answer
 * @param npmOptions see `startNpm`
 * @throws Failure if an answer is late or wrong, or the service does not stop correctly
 */
export async function startAndStop(dataDir, within, { env = process.env, ...npmOptions } = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = startNpm(['start'], {
    ...npmOptions,
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  service.on('error', () => undefined); // The first request then times out.
  const ended = once(service, 'exit').catch((error) => [error.message]);
  try {
    const answered = await answersWithin(within, `${origin}/healthz`, service);
    await expectAnswer(`${origin}/readyz`, 200, /"ready"/);
    await expectAnswer(`${origin}/api/v1/fanclub?key=demo-tin-comets`, 200, /"status":"ok".*Tin Comets/s);
    await expectAnswer(`${origin}/api/v1/fanclub`, 200, /"status":"error"/);
    await expectAnswer(`${origin}/api/v1/nowhere`, 404, /"status":"error"/);

    const since = performance.now();
    service.kill('SIGTERM');
    const [code] = await Promise.race([
      ended,
      sleep(STOP_WITHIN_S * 1000, [`nothing within ${STOP_WITHIN_S} s`]),
    ]);
    if (code !== 0)
      throw new Failure(`npm start must end with exit code 0 after SIGTERM, but returned ${code}.`);
    return { answered, stopped: seconds(since) };
  } finally {
    service.kill('SIGKILL');
  }
}
