import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port';

const ROOT = join(__dirname, '..', '..', '..');
const START_WITHIN = 60_000;
/** Characters of the output that are kept for the report of a failure. */
const OUTPUT = 20_000;

/** Messages of the tests to a process; see `hooks.cjs`. Times are in milliseconds. */
export type Hook = { clock: number } | { block: number } | { reject: string };

/** A program of the built project in its own process, with the hooks of the fault tests. */
export class Program {
  private child: ChildProcess | undefined;
  private ended: Promise<number | null> = Promise.resolve(null);
  output = '';
  /** The lines of the log that report a fault of the service. */
  readonly errors: string[] = [];

  /** @param script in the folder `scripts` */
  constructor(
    private readonly script: string,
    private readonly parameters: readonly string[],
    protected readonly environment: NodeJS.ProcessEnv,
    private readonly folder: string,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The exit code once the process has ended, null after a signal. */
  get end(): Promise<number | null> {
    return this.ended;
  }

  /** Starts the process, and does not wait until it works. */
  spawn(): void {
    const { PATH, HOME } = process.env;
    const hooks = join(__dirname, 'hooks.cjs');
    const child = spawn(
      process.execPath,
      ['--require', hooks, join(ROOT, 'scripts', this.script), ...this.parameters],
      {
        // Not the project's folder, because an .env there is not meant for the tests.
        cwd: this.folder,
        env: { PATH, HOME, ...this.environment },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => (this.output = (this.output + bytes.toString()).slice(-OUTPUT)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"level":"error"')) this.errors.push(line);
    });
    this.ended = once(child, 'exit').then(([code]) => code as number | null);
    this.child = child;
  }

  /** Sends the signal and waits for the end. Returns the exit code, null after a signal. */
  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child?.kill(signal);
    return this.ended;
  }

  send(hook: Hook): void {
    this.child?.send(hook);
  }

  /** Waits until the output matches. */
  async logged(pattern: RegExp): Promise<void> {
    await this.until(() => pattern.test(this.output), String(pattern));
  }

  protected async until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
    for (const end = performance.now() + START_WITHIN; !(await isSo()); await sleep(20)) {
      if (this.isRunning && performance.now() < end) continue;
      throw new Error(`${this.script}: no ${what}; exit code ${this.child?.exitCode}:\n${this.output}`);
    }
  }
}

/** `npm run serve`, on the same port after every start. */
export class Service extends Program {
  private constructor(
    readonly origin: string,
    environment: NodeJS.ProcessEnv,
    folder: string,
  ) {
    super('serve.mjs', [], environment, folder);
  }

  static async create(environment: NodeJS.ProcessEnv, folder: string): Promise<Service> {
    const port = await freePort();
    return new Service(`http://127.0.0.1:${port}`, { ...environment, PORT: String(port) }, folder);
  }

  /** Starts the process and waits until it is ready. */
  async start(): Promise<void> {
    this.spawn();
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.until(async () => (await this.status('/readyz')) === 200, 'answer of /readyz');
  }

  /** The status of a health check; null without an answer within two seconds. */
  async status(path: '/healthz' | '/readyz'): Promise<number | null> {
    const signal = AbortSignal.timeout(2_000);
    return fetch(this.origin + path, { signal, headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => null,
    );
  }
}
