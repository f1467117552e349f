import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inLongForm, it } from '../../../test/suite/form';
import { freePort } from '../../../test/support/free-port';
import { runTypescript } from '../../testing/src/run-typescript';
import type { Answer, Behaviour } from './program';

/** Milliseconds to wait for a condition, on a busy machine. */
const PATIENCE = 25_000;

let folder: string;
let port: number;
let program: ChildProcess;
let output: string;
let exit: Promise<number | null>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'));
  port = await freePort();
  output = '';
});

afterEach(async () => {
  program.kill('SIGKILL');
  await exit;
  rmSync(folder, { recursive: true, force: true });
});

const behave = (behaviour: Behaviour): void =>
  writeFileSync(join(folder, 'behaviour.json'), JSON.stringify(behaviour));

function start(count: number, cwd?: string): void {
  program = spawn(process.execPath, [...runTypescript(), join(__dirname, 'program.ts')], {
    cwd,
    env: {
      PWD: cwd,
      PATH: process.env.PATH,
      COUNT: String(count),
      PORT: String(port),
      BEHAVIOUR: join(folder, 'behaviour.json'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  exit = new Promise((resolve) => program.once('close', (code) => resolve(code)));
  program.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

interface Line {
  level: string;
  msg: string;
  process?: number;
  pid?: number;
  code?: number | null;
  signal?: string | null;
  pause?: number;
}

const lines = (): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const logged = (msg: string): Line[] => lines().filter((line) => line.msg === msg);

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await holds())) {
    if (performance.now() - since > PATIENCE)
      throw new Error(`${String(holds)} did not become true:\n${output}`);
    await sleep(20);
  }
}

const ask = (path = '/'): Promise<Answer | null> =>
  new Promise((resolve) => {
    get(
      { port, path, host: '127.0.0.1', agent: false, signal: AbortSignal.timeout(PATIENCE) },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve(JSON.parse(text) as Answer));
      },
    ).on('error', () => resolve(null));
  });

/** One answer of each process that serves now, by number. */
async function askAll(count: number): Promise<Answer[]> {
  const found = new Map<number, Answer>();
  await until(async () => {
    found.clear();
    for (let time = 0; time < 4 * count; time += 1) {
      const answer = await ask();
      if (answer) found.set(answer.number, answer);
    }
    return found.size === count;
  });
  return [...found.values()].sort((one, other) => one.number - other.number);
}

const pids = (answers: readonly Answer[]): number[] => answers.map(({ pid }) => pid);

it('all processes answer at one port, and one of them does the work that only one may do', async () => {
  start(3);
  await until(() => logged('process serves').length === 3);
  const answers = await askAll(3);
  expect(new Set(pids(answers)).size).toBe(3);
  expect(answers.map(({ works }) => works)).toEqual([true, false, false]);

  program.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(logged('stopping all processes')).toHaveLength(1);
  expect(await ask()).toBeNull();
}, 60_000);

it('a process that ends is started again, and another one takes over its work meanwhile', async () => {
  start(2);
  const [first, second] = await askAll(2);
  process.kill(first.pid, 'SIGKILL');
  await until(async () => (await ask())?.works === true);
  expect(await ask()).toEqual({ ...second, works: true });

  const [successor, other] = await askAll(2);
  expect(successor.pid).not.toBe(first.pid);
  expect([successor.works, other.works]).toEqual([false, true]);
  expect(logged('process ended')).toEqual([
    expect.objectContaining({
      level: 'error',
      process: 1,
      pid: first.pid,
      code: null,
      signal: 'SIGKILL',
      pause: 50,
    }),
  ]);

  // Without a steady time between them, the pauses grow.
  process.kill(successor.pid, 'SIGKILL');
  await until(() => logged('process ended').length === 2);
  expect(logged('process ended')[1]).toMatchObject({ pid: successor.pid, pause: 100 });
  await askAll(2);
}, 60_000);

/** Restarts the group while clients ask. Returns their answers; null for a failed request. */
async function restartUnderLoad(count = 4): Promise<(Answer | null)[]> {
  const answers: (Answer | null)[] = [];
  let isOver = false;
  const clients = Array.from({ length: count }, async () => {
    while (!isOver) answers.push(await ask());
  });
  program.kill('SIGHUP');
  await until(() => logged('all processes were restarted').length === 1);
  isOver = true;
  await Promise.all(clients);
  return answers;
}

it('a restart replaces one process after the other without a failed request, and only one does the work at any time', async () => {
  start(2);
  const before = await askAll(2);
  const answers = await restartUnderLoad();
  const after = await askAll(2);
  expect(pids(after).filter((pid) => pids(before).includes(pid))).toEqual([]);
  expect(answers.filter((answer) => answer === null)).toEqual([]);
  await until(async () => (await askAll(2)).filter(({ works }) => works).length === 1);
  const workers = answers.flatMap((answer) => (answer?.works ? answer.pid : []));
  // Once another process has begun, the former one has ended its work.
  expect(workers.filter((pid, at) => pid !== workers[at - 1])).toEqual([...new Set(workers)]);
}, 60_000);

it('if the first process does not start, the group ends with its code, and nothing but its reason is printed', async () => {
  behave({ failing: [1] });
  start(3);
  expect(await exit).toBe(3);
  expect(output).toBe('reason of process 1\n');
}, 60_000);

inLongForm(() => {
  it.each(['a link to another folder', 'another folder'])(
    'after a restart the processes run in %s that has taken the name of theirs',
    async (kind) => {
      const at = (name: string): string => join(realpathSync(folder), name);
      for (const version of ['version-1', 'version-2']) mkdirSync(at(version));
      const isLink = kind === 'a link to another folder';
      if (isLink) symlinkSync('version-1', at('current'));
      else renameSync(at('version-1'), at('current'));
      start(2, at('current'));
      const old = await askAll(2);
      if (isLink) {
        symlinkSync('version-2', at('next'));
        renameSync(at('next'), at('current'));
      } else {
        renameSync(at('current'), at('version-1'));
        renameSync(at('version-2'), at('current'));
      }
      await restartUnderLoad();
      const folders = (answers: Answer[]) => [...new Set(answers.map((answer) => answer.folder))];
      expect(folders(old)).toEqual([at(isLink ? 'version-1' : 'current')]);
      expect(folders(await askAll(2))).toEqual([at(isLink ? 'version-2' : 'current')]);
    },
    60_000,
  );

  it('a process that still starts during a restart is replaced after its start, without a failed request', async () => {
    start(2);
    const [, second] = await askAll(2);
    behave({ slow: [1, 2] });
    process.kill(second.pid, 'SIGKILL');
    await until(() => output.includes('process 2 is slow'));
    behave({});
    const answers = await restartUnderLoad();
    expect(answers.filter((answer) => answer === null)).toEqual([]);
  }, 60_000);

  it('a connection that a retiring process sends back waits for another process, even if that is busy for longer', async () => {
    behave({ busy: 20 });
    start(1);
    await askAll(1);
    const answers = await restartUnderLoad(16);
    expect(answers.filter((answer) => answer === null)).toEqual([]);
  }, 60_000);

  it('a call during a restart restarts once more, and both calls end after that', async () => {
    start(1);
    await askAll(1);
    program.kill('SIGHUP');
    await until(() => logged('restart asked').length === 1);
    program.kill('SIGHUP');
    await until(() => logged('restart over').length === 2);
    const order = ['all processes were restarted', 'restart over'];
    const [restarted, over] = order;
    expect(
      lines()
        .map(({ msg }) => msg)
        .filter((msg) => order.includes(msg)),
    ).toEqual([restarted, restarted, over, over]);
  }, 60_000);

  it('if a new process does not start, the restart is given up, and the old ones go on', async () => {
    start(2);
    const before = await askAll(2);
    behave({ failing: [1, 2] });
    program.kill('SIGHUP');
    await until(() => lines().some(({ msg }) => msg.startsWith('the restart was given up')));
    expect(await askAll(2)).toEqual(before);
    expect(output.match(/reason of process/g)).toHaveLength(1);
  }, 60_000);

  it('while no process can be started any more, the group gives up after five attempts in each place', async () => {
    start(1);
    const [{ pid }] = await askAll(1);
    behave({ failing: [1] });
    process.kill(pid, 'SIGKILL');
    expect(await exit).toBe(1);
    expect(logged('process did not start')).toHaveLength(4);
    expect(logged('no process can be started')).toHaveLength(1);
  }, 60_000);
});
