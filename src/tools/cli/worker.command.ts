import { fastify } from 'fastify';
import { loggerOptions, logStream } from '#platform/operations';
import { startWorker } from '../../create-worker';
import { type Command, WrongUsage } from './command';

/** `fanclub worker`: runs jobs in a process of its own, until it is told to stop. */
export const workerCommand: Command = {
  usage: 'worker',
  summary: 'send mails and run other jobs, beside servers with RUN_JOBS=false; ends on SIGTERM',
  endsItself: true,
  async run(parameters, { open, told }) {
    if (parameters.length > 0) throw new WrongUsage('worker takes no parameters');
    // Like a server, it changes no schema, and waits for a database that is away.
    const { config } = await open({ migrates: false });
    const { log } = fastify({ logger: loggerOptions(config.logLevel, await logStream(config.logFormat)) });
    const worker = startWorker(config, log);
    await told;
    await worker.stop();
    return 0;
  },
};
