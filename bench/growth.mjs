// How more customers and fan clubs affect the answers of one fan club of constant size.
import { cookiesOf } from './cookies.mjs';
import { ratio, sideBySide } from './measure.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { READS, readingAgain } from './rows.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { makeDatabase } from './stage.mjs';

/** Few connections, so that the latency does not include queueing. */
const CONNECTIONS = 4;

/** The growth rows: the service with a small and a large database, alternating. */
export async function measureGrowth(run) {
  const { stage, settings, say, lines } = run;
  const rows = READS.filter(({ name }) => name === 'GET /account' || name === 'GET /events').map((row) => ({
    ...row,
    name: `growth: p50 of ${row.name}`,
  }));
  const wanted = rows.filter(({ name }) => settings.wants(name));
  if (wanted.length === 0) return;
  const [small, large] = settings.sizes.growth;
  const urls = [];
  for (const size of [small, large]) {
    say(`· a database of ${size.customers} customers in ${size.clubs} fan clubs`);
    urls.push(await makeDatabase(stage, `growth_${size.clubs}`, size));
  }
  const cookies = await cookiesOf(stage.sessionKey, 1, small.measured.sample);
  await withServers(
    urls.map((url) => () => startServer('service', environment(url, stage), { firstPath: READY })),
    async (before, after) => {
      for (const row of wanted) {
        say(`· ${row.name}`);
        const [less, more] = await sideBySide([before, after], {
          ...settings,
          next: () => readingAgain(row, cookies),
          connections: CONNECTIONS,
        });
        lines.push({
          ...line(
            row.name,
            ratio(more, less, ({ p50 }) => p50),
            {
              target: 1.2,
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
