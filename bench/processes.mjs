// Several processes: the service with PROCESSES=2 compared with PROCESSES=1, each with all cores, which PostgreSQL and the load
// generator share with it.
import { firstFans } from './cookies.mjs';
import { inTurn } from './load/request.mjs';
import { LOGINS, logins } from './login.mjs';
import { pinMyself } from './machine.mjs';
import { ratio, sideBySide } from './measure.mjs';
import { READY } from './on-main.mjs';
import { line } from './report.mjs';
import { PUBLIC_READS, readingAgain, readOf } from './rows.mjs';
import { settings as environment, startServer, withServers } from './servers.mjs';
import { makeDatabase } from './stage.mjs';

/** The reads that are measured. */
const MEASURED = ['GET /fanclub', 'GET /events', 'GET /account, warm', 'GET /subscriptions, warm'].map(
  readOf,
);

/** Log-ins hardly gain, because one process hashes passwords on all cores already. */
const LOGIN_AIMS = { target: 0.9, stretch: 1 };
const READ_AIMS = { target: 1, stretch: 1.3 };

const nameOf = (name) => `two processes: ${name}`;

/** The rows with two processes. The two services take turns, so that other work on the machine affects both. */
export async function measureProcesses(run) {
  const { stage, settings, say, lines } = run;
  const reads = MEASURED.filter(({ name }) => settings.wants(nameOf(name)));
  const wantsLogins = settings.wants(nameOf('POST /login'));
  if (reads.length === 0 && !wantsLogins) return;
  const size = settings.sizes.main;
  say(`· a database of ${size.customers} customers in ${size.clubs} fan clubs`);
  const url = await makeDatabase(stage, 'processes', size);
  const sample = await firstFans(stage.sessionKey, size, size.measured.sample);
  const start = (count) => () =>
    startServer(
      'service',
      { ...environment(url, stage), PROCESSES: String(count) },
      { firstPath: READY, where: 'all' },
    );
  const measure = async (servers, name, { aims, next, connections }) => {
    say(`· ${nameOf(name)}`);
    const [two, one] = await sideBySide(servers, { ...settings, next, connections });
    const details = {
      'a second': `${two.perSecond.toFixed(0)} / ${one.perSecond.toFixed(0)}`,
      'p99 ms': `${two.p99.toFixed(1)} / ${one.p99.toFixed(1)}`,
    };
    lines.push({ ...line(nameOf(name), ratio(two, one), { ...aims, details }), two, one });
  };
  pinMyself('all');
  try {
    await withServers([start(2), start(1)], async (...servers) => {
      for (const row of reads)
        await measure(servers, row.name, {
          aims: READ_AIMS,
          next: () => readingAgain(row, PUBLIC_READS.includes(row) ? [null] : sample),
        });
      if (wantsLogins)
        await measure(servers, 'POST /login', {
          aims: LOGIN_AIMS,
          next: () => inTurn(logins(size)),
          connections: LOGINS,
        });
    });
  } finally {
    pinMyself();
  }
}
