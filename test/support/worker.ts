import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { startWorker as startWorkerOf } from '../../src/app/create-worker';
import { loggerOptions } from '../../src/platform/operations';
import { testConfig } from './start-test-app';

/** A line of the log. */
export type LogLine = Record<string, unknown> & { msg: string };

/** A worker within the process of the tests, and its log. */
export interface RunningWorker {
  worker: { stop(): Promise<void> };
  lines: LogLine[];
  /** Waits for a line with this message; fails after some seconds. */
  logged(msg: string): Promise<LogLine>;
}

/** Starts a worker on the test database; `environment` sets the mail transport. The test stops it. */
export function startWorker(databaseUrl: string, environment: NodeJS.ProcessEnv): RunningWorker {
  const { log, ...logged } = recordLog();
  return { worker: startWorkerOf(testConfig(databaseUrl, environment), log), ...logged };
}

/** A log that keeps its lines. */
export function recordLog() {
  const lines: LogLine[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as LogLine);
      done();
    },
  });
  const { log } = fastify({ logger: { ...loggerOptions('info'), stream } });
  const logged = async (msg: string): Promise<LogLine> => {
    const end = performance.now() + 20_000;
    for (;;) {
      const line = lines.find((one) => one.msg === msg);
      if (line) return line;
      if (performance.now() > end) throw new Error(`Not logged: ${msg}\n${JSON.stringify(lines, null, 2)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { log, lines, logged };
}
