import { once } from 'node:events';
import { dataSourceOptions } from '../../src/platform/database/data-source-options';
import { forkProcess } from '../support/server-process';
import { testEnvironment } from '../support/start-test-app';

const NOWHERE = 'postgres://fanclub:hunter2@127.0.0.1:1/fanclub';

it('`npm run serve` without secrets of full length refuses to start, names the secrets, and repeats no values', async () => {
  const short = Buffer.alloc(16, 7).toString('base64');
  const { SESSION_KEYS: good } = testEnvironment(NOWHERE);
  const { child, running } = forkProcess('../../src/main.ts', {
    ...testEnvironment(NOWHERE),
    SESSION_KEYS: `${good},${short}`,
    ENCRYPTION_KEYS: '',
    DATABASE_URL: 'fanclub:hunter2@127.0.0.1',
  });
  const [code] = (await once(child, 'close')) as [number];

  expect(code).toBe(1);
  for (const name of ['SESSION_KEYS', 'ENCRYPTION_KEYS', 'DATABASE_URL'])
    expect(running.output()).toContain(`  ${name} `);
  for (const secret of [short, good!, 'hunter2']) expect(running.output()).not.toContain(secret);
}, 60_000);

it('no setting makes the service migrate the schema', () => {
  const options = dataSourceOptions(`${NOWHERE}?synchronize=true&migrationsRun=true&dropSchema=true`);
  expect([options.synchronize, options.migrationsRun, options.dropSchema]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
