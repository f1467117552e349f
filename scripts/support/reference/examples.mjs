// Records requests to the demo and their answers as the examples of openapi.json.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';
import { startNpm } from '../npm.mjs';
import { Failure } from '../project.mjs';
import { Recorder } from './recorder.mjs';
import { recordScenes } from './scenes.mjs';

/**
 * Starts the demo in a new folder, and sends requests to it. Resolves with the examples by `operationId`: `sent` are the bodies by name,
 * `answered` the answers.
 */
export async function recordExamples(document) {
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-examples-'));
  chmodSync(folder, 0o755); // The database's account must be able to traverse it.
  const port = await freePort();
  const service = startNpm(['start'], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SITE: 'false',
      PUBLIC_URL: 'http://localhost:3000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(service, 'exit');
  try {
    const origin = `http://127.0.0.1:${port}`;
    await ready(origin);
    const recorder = new Recorder(document, origin);
    await recordScenes(recorder);
    return recorder.sorted();
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ready(origin) {
  for (let n = 0; n < 600; n += 1) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Failure('The demo did not start.');
}
