import { staffOf } from '../support/staff-client';
import { repetitions } from '../suite/form';
import { testApp } from '../support/start-test-app';

// Twenty editors wait for one lock: on a busy machine longer than the limit, after which staff are asked to try again.
const t = testApp({ LIMIT_STAFF_NETWORK: '1000/60', DATABASE_LOCK_TIMEOUT_MS: '20000' });

const ROUNDS = repetitions('RACE_ROUNDS', { short: 3, long: 25 });
const EDITORS = 20;

it(`of twenty editors who save the same version at once one wins, and the others learn it (rounds: ${ROUNDS})`, async () => {
  const kim = await staffOf(t);
  const path = `/fanclubs/${(await t.given.tenant!).id}/benefits`;
  const made = await kim.post(path, { summary: 'Presales', benefit_type: 'online', plans: [] });
  const benefit = `${path}/${made.body.id}`;
  let etag = String(made.headers.etag);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: EDITORS }, (_, n) =>
        kim.patch(benefit, { summary: `Round ${round}, editor ${n}` }, etag),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(EDITORS - 1);
    const now = await kim.get(benefit);
    expect(now.body.summary).toBe(winners[0].body.summary);
    expect(now.headers.etag).toBe(winners[0].headers.etag);
    etag = String(now.headers.etag);
  }
  const [{ count }] = await t.db.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM staff_audits WHERE action = 'benefit.changed'`,
  );
  expect(count).toBe(ROUNDS);
}, 120_000);
