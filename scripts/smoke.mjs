// npm run smoke: tests the built service. npm start in a new folder must answer, stop within 10 s after SIGTERM with exit code 0,
// and leave no process behind. A second start in the same folder must answer within 10 s. Part of .ci/run; no parameters.
import './support/require-node.cjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from './support/build.mjs';
import { Failure, ROOT, main, say } from './support/project.mjs';
import { startAndStop } from './support/service.mjs';

const ANSWER_WITHIN_S = 180;
const SECOND_ANSWER_WITHIN_S = 10;

async function run(dataDir, limit) {
  const { answered, stopped } = await startAndStop(dataDir, limit);
  say(`smoke: answered after ${answered} s, stopped after ${stopped} s`);
}

/** Without its settings, npm run serve must fail and name each of them. */
async function expectRefusal() {
  const needed = ['DATABASE_URL', 'SESSION_KEYS', 'ENCRYPTION_KEYS'];
  const env = { ...process.env, ...Object.fromEntries(needed.map((name) => [name, ''])) };
  const service = spawn('npm', ['run', 'serve'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  service.stderr.on('data', (chunk) => (told += chunk));
  const [code] = await once(service, 'close');
  const unnamed = needed.filter((name) => !told.includes(name));
  if (code === 0 || unnamed.length > 0)
    throw new Failure(`npm run serve did not report that ${unnamed} is missing:\n${told}`);
}

await main(async () => {
  if (!isBuilt()) throw new Failure('dist is missing or out of date. Run: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'fanclub-smoke-'));
  chmodSync(folder, 0o755); // The database's account must be able to traverse it.
  const dataDir = join(folder, 'data');
  try {
    await expectRefusal();
    await run(dataDir, ANSWER_WITHIN_S);
    await run(dataDir, SECOND_ANSWER_WITHIN_S);
    if (existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')))
      throw new Failure('PostgreSQL is still running.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
