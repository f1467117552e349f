import { basename, join } from 'node:path';
import { measureFile } from './cost';

const ROOT = join(__dirname, '..', '..');

/** What to stop after the group; null while no group runs. */
let stops: (() => Promise<void>)[] | null = null;

/** Whether this process runs a group, so that spec files can share a service. */
export const runsGroup = (): boolean => stops !== null;

/** Stops something after the last spec file of the group; what was started last stops first. */
export const stopAfterGroup = (stop: () => Promise<void>): unknown => stops?.push(stop);

/**
 * Runs many spec files as one file of Jest, each in a `describe` with its path. So they load the modules of the service once, and
 * `testApp()` starts one service for all of them. `TEST_GROUPS` has the files of all groups (jest.config.mjs).
 *
 * @param group the path of the calling file, whose name is the number of the group
 */
export function runGroup(group: string): void {
  const groups = JSON.parse(process.env.TEST_GROUPS ?? '[]') as string[][];
  stops = [];
  for (const file of groups[Number(basename(group, '.ts')) - 1]) describe(file, () => runFile(file));
  afterAll(stopAll);
}

/** Stops the others, too, if one fails. */
async function stopAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const stop of (stops ?? []).reverse()) await stop().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'A part of the group was not stopped.');
}

function runFile(file: string): void {
  const variables = { ...process.env };
  measureFile(file, () => load(file));
  afterAll(() => {
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  });
}

function load(file: string): void {
  try {
    jest.requireActual(join(ROOT, file));
  } catch (error) {
    // Jest could not end the blocks of the file, so that the files after it would be declared in them.
    throw new Error(`${file} cannot be loaded: ${String(error)}`, { cause: error });
  }
}
