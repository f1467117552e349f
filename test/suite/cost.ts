import { appendFileSync, readFileSync } from 'node:fs';

/** What a spec file costs, in processor seconds of the worker and of the child processes that have ended. */
interface Cost {
  readonly file: string;
  /** To load the file and the modules that no earlier file has loaded. */
  readonly loading: number;
  /** Its tests and hooks. */
  readonly running: number;
}

/** Clock ticks a second of Linux, the unit of /proc/self/stat. */
const TICKS = 100;

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** Processor seconds of the ended children; 0 without /proc. */
function childSeconds(): number {
  try {
    // The name of the program, in parentheses, may contain spaces. After it come the fields from 3; 16 and 17 are those of children.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS;
  } catch {
    return 0;
  }
}

/**
 * Measures a spec file between its first and its last hook, and adds a line to the file `TEST_COSTS`, if there is one. Call it where
 * the hooks and tests of the file are declared.
 *
 * @param load declares them; absent if Jest does
 */
export function measureFile(file: string, load?: () => void): void {
  let since: number;
  beforeAll(() => {
    since = processorSeconds();
  });
  const loads = processorSeconds();
  load?.();
  const loading = processorSeconds() - loads;
  afterAll(() => {
    const running = processorSeconds() - since;
    const cost: Cost = { file, loading, running };
    if (process.env.TEST_COSTS) appendFileSync(process.env.TEST_COSTS, `${JSON.stringify(cost)}\n`);
  });
}
