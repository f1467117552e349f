import { existsSync } from 'node:fs';
import { createApp } from './create-app';
import { InvalidConfig, readConfig } from './config';
import { stopGracefully, stopOnSignal } from './operations';

async function main(): Promise<void> {
  // What the environment says already wins.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const app = await createApp(config);
  stopOnSignal(() => stopGracefully(app, config.shutdownDelay));
  await app.listen({ port: config.port, host: config.host });
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof InvalidConfig ? error.message : String((error as Error).stack)}\n`,
  );
  process.exitCode = 1;
});
