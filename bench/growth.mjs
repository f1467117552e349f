// How more customers and fan clubs affect the answers of one fan club of constant size.
import { firstFans } from './cookies.mjs';
import { ratio, sideBySide } from './measure.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { readingAgain, readOf } from './rows.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { makeDatabase } from './stage.mjs';

/** Few connections, so that the latency does not include queueing. */
const CONNECTIONS = 4;

/** The reads that are measured. */
const MEASURED = ['GET /account, warm', 'GET /events'];

/** The growth rows: the service with a small and a large database, alternating. */
export async function measureGrowth(run) {
  const { stage, settings, say, lines } = run;
  const rows = MEASURED.map((name) => ({
    ...readOf(name),
    name: `growth: p50 of ${name.replace(', warm', '')}`,
  }));
  const wanted = rows.filter(({ name }) => settings.wants(name));
  if (wanted.length === 0) return;
  const [small, large] = settings.sizes.growth;
  const urls = [];
  for (const size of [small, large]) {
    say(`· a database of ${size.customers} customers in ${size.clubs} fan clubs`);
    urls.push(await makeDatabase(stage, `growth_${size.clubs}`, size));
  }
  const sample = await firstFans(stage.sessionKey, small, small.measured.sample);
  await withServers(
    // Without kept visits, because the size of the database decides about statements.
    urls.map((url) => {
      const settings = { ...environment(url, stage), VISIT_MEMORY_MS: '0' };
      return () => startServer('service', settings, { firstPath: READY });
    }),
    async (before, after) => {
      for (const row of wanted) {
        say(`· ${row.name}`);
        const [less, more] = await sideBySide([before, after], {
          ...settings,
          next: () => readingAgain(row, row.name.endsWith('/account') ? sample : [null]),
          connections: CONNECTIONS,
        });
        lines.push({
          ...line(
            row.name,
            ratio(more, less, ({ p50 }) => p50),
            {
              target: 1.1,
              stretch: 1.05,
              isMost: true,
              details: { 'ms large': more.p50, 'ms small': less.p50 },
            },
          ),
          large: more,
          small: less,
        });
      }
    },
  );
}
