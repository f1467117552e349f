// What a fan club that can be held costs: the service on a database with the fence and the replica identities, and on one without.
import { allFans, firstFans } from './cookies.mjs';
import { ratio, sideBySide } from './measure.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { ENTER, enteringOnce, readingAgain, readingOnce, readOf } from './rows.mjs';
import { openContests } from './seed/clubs.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { ask, makeDatabase } from './stage.mjs';

const AIM = { target: 0.95, stretch: 1 };

const nameOf = ({ name }) => `fence: ${name}`;

/** Removes the triggers that refuse writes of held fan clubs, and lets each table have its primary key as identity again. */
const WITHOUT = `DO $$ DECLARE identified regclass; BEGIN
  DROP FUNCTION refuse_while_held() CASCADE;
  FOR identified IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relreplident = 'i' LOOP
    EXECUTE format('ALTER TABLE %s REPLICA IDENTITY DEFAULT', identified);
  END LOOP;
END $$`;

/** The rows with and without the fence. */
export async function measureFence(run) {
  const { stage, settings, say, lines } = run;
  const [open, warm, cold] = ['GET /events', 'GET /account, warm', 'GET /account, cold'].map(readOf);
  if (![open, warm, cold, ENTER].some((row) => settings.wants(nameOf(row)))) return;
  const size = settings.sizes.growth[0];
  const urls = [await makeDatabase(stage, 'fenced', size), await makeDatabase(stage, 'unfenced', size)];
  await ask(urls[1], WITHOUT);
  const sample = await firstFans(stage.sessionKey, size, size.measured.sample);
  const all = await allFans(stage.sessionKey, size);
  const once = readingOnce(all);
  const enter = enteringOnce(size, await firstFans(stage.sessionKey, size, size.measured.customers));
  const nobodyIn = async () => {
    for (const url of urls)
      await ask(url, 'DELETE FROM contest_entries WHERE fanclub_id = 1 AND contest_id = ANY ($1)', [
        openContests(size),
      ]);
  };
  const starts = urls.map(
    (url) => () => startServer('service', environment(url, stage), { firstPath: READY }),
  );
  await withServers(starts, async (...servers) => {
    const measure = async (row, next, before) => {
      if (!settings.wants(nameOf(row))) return;
      say(`· ${nameOf(row)}`);
      const [fenced, unfenced] = await sideBySide(servers, { ...settings, next, before });
      const details = {
        'req/s': `${fenced.perSecond.toFixed(0)} / ${unfenced.perSecond.toFixed(0)}`,
        'µs of processor': `${fenced.cpuMicros?.toFixed(0)} / ${unfenced.cpuMicros?.toFixed(0)}`,
      };
      lines.push({ ...line(nameOf(row), ratio(fenced, unfenced), { ...AIM, details }), fenced, unfenced });
    };
    await measure(open, () => readingAgain(open, [null]));
    await measure(warm, () => readingAgain(warm, sample));
    await measure(cold, () => once(cold));
    await measure(ENTER, enter, nobodyIn);
  });
}
