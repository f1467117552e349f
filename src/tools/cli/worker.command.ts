import { fastify } from 'fastify';
import { Sealer } from '#libs/sealed';
import { makeMailWorker } from '#platform/mail';
import { loggerOptions, logStream } from '#platform/operations';
import { type Command, WrongUsage } from './command';

/** `fanclub worker`: sends the queued mails in a process of its own, until it is told to stop. */
export const workerCommand: Command = {
  usage: 'worker',
  summary: 'send the queued mails, beside servers with MAIL_WORKER=false; ends on SIGTERM',
  endsItself: true,
  async run(parameters, { open, told }) {
    if (parameters.length > 0) throw new WrongUsage('worker takes no parameters');
    // Like a server, it changes no schema, and waits for a database that is away.
    const { config } = await open({ migrates: false });
    const { log } = fastify({ logger: loggerOptions(config.logLevel, await logStream(config.logFormat)) });
    const worker = makeMailWorker(config, new Sealer(config.encryptionKeys), log);
    worker.start();
    await told;
    await worker.stop();
    return 0;
  },
};
