import { setTimeout as sleep } from 'node:timers/promises';
import { FULL, itSurvives, worldOf } from './support/fault';

/** The processes of the database are killed, stopped, suspended and started. */
const world = worldOf({});

itSurvives(world, {
  id: 'F3b',
  fault: 'kill -9 of all processes of PostgreSQL; started again',
  within: 3,
  short: true,
  async strike({ postgres }) {
    await postgres.kill();
    await sleep(FULL ? 5_000 : 1_000);
    await postgres.start();
  },
});
