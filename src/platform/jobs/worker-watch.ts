import type { DataSource } from 'typeorm';
import type { JobLog } from './job';
import { isWorkerConnected } from './workers.queries';

/** Milliseconds between checks. */
const INTERVAL = 10 * 60_000;

const NO_WORKER =
  'No process runs jobs: mails wait, and expired rows stay in the database, until you start npx fanclub worker or set RUN_JOBS=true';

/** Logs a warning when no process runs jobs, and a line when one does again. For servers that run none themselves. */
export class WorkerWatch {
  private isRunning = true;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly log: JobLog,
    private readonly interval = INTERVAL,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.check(), this.interval).unref();
    void this.check();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Checks once. If the database is unreachable, the last result stays, since the server reports that elsewhere. */
  private async check(): Promise<void> {
    const isRunning = await isWorkerConnected(this.db).catch(() => this.isRunning);
    if (isRunning === this.isRunning) return;
    this.isRunning = isRunning;
    if (isRunning) this.log.info('A process runs jobs again');
    else this.log.warn(NO_WORKER);
  }
}
