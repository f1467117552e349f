import { startEmbeddedPostgres } from '../src';

/** Uses the server of a data directory until its standard input ends; prints the URL, and then `stopped`. */
async function hold(dataDir: string, durable: boolean): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, mode: 'keep', durable });
  process.stdout.write(`${server.url}\n`);
  process.stdin.resume().once('end', () => {
    void server.stop().then(() => process.stdout.write('stopped\n'));
  });
}

void hold(process.argv[2], process.argv[3] === 'durable');
