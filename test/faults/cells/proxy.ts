import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../support/processes';
import type { Service } from '../support/service';
import type { Cell } from './cell';

const ROOT = join(__dirname, '..', '..', '..');
const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync);

/** Why the tests with a proxy cannot run on this machine; null if they can. */
export const NO_PROXY = HAPROXY ? null : 'haproxy is not installed';

/**
 * Starts HAProxy with the configuration of `operations/cells`, and waits until it answers. The janitor of the folder ends it.
 * @returns the commands that give it the routes of the cells, and those of a fan club that has moved
 */
export async function startProxy(
  folder: string,
  port: number,
  cells: readonly Cell[],
  servers: readonly Service[],
): Promise<{ all: string; moved: string }> {
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster);
  const [socket, routes] = [join(cluster, 'admin.sock'), join(cluster, 'routes.map')];
  writeFileSync(routes, '');
  const child = start(
    // The janitor knows the process by the folder in its command.
    `${HAPROXY} -db -f operations/cells/haproxy.cfg -p ${join(cluster, 'haproxy.pid')}`,
    join(cluster, 'haproxy.log'),
    cluster,
    {
      account: null,
      variables: {
        CELLS_ADDRESS: `127.0.0.1:${port}`,
        CELLS_SOCKET: socket,
        CELLS_ROUTES: routes,
        ...Object.fromEntries(servers.map(({ origin }, at) => [`CELL${at}`, new URL(origin).host])),
      },
    },
  );
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`HAProxy has ended; see ${cluster}/haproxy.log`);
    await sleep(50);
  }
  return {
    all: writeProgram(cluster, cells, socket, routes),
    moved: `node '${ROOT}/operations/cells/routes.mjs' ${socket} ${routes} --change`,
  };
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** The program of docs/operations/cells.md, with the settings of each cell instead of its host. */
function writeProgram(folder: string, cells: readonly Cell[], socket: string, routes: string): string {
  const printed = cells.map(
    ({ number, environment: { DATABASE_URL, DATABASE_OWNER_URL, STAFF_URL } }) =>
      `DATABASE_URL='${DATABASE_URL}' DATABASE_OWNER_URL='${DATABASE_OWNER_URL}' STAFF_URL='${STAFF_URL}' node '${ROOT}/scripts/fanclub.mjs' cell routes cell${number}`,
  );
  const file = join(folder, 'update-routes');
  const printedTo = join(folder, 'routes');
  writeFileSync(
    file,
    `#!/bin/sh\n(${printed.join(' && ')}) > ${printedTo} &&\n  node '${ROOT}/operations/cells/routes.mjs' ${socket} ${routes} < ${printedTo}\n`,
  );
  chmodSync(file, 0o755);
  return file;
}
