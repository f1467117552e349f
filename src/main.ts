import { createApp } from './create-app';
import { InvalidConfig, readConfig } from './config';

async function main(): Promise<void> {
  const config = readConfig();
  const app = await createApp(config);
  await app.listen({ port: config.port, host: config.host });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof InvalidConfig ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
