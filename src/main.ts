import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { createApp } from './create-app';
import { InvalidConfig, readConfig } from '#platform/config';
import { isUnreachable, requireCurrentSchema, SchemaMismatch } from '#platform/database';
import { DatabaseUnreachable } from '#tools/local';
import { CannotListen, listen, stopGracefully, stopOnSignal } from '#platform/operations';
import { logStart } from './tools/start-summary';

async function main(): Promise<void> {
  // What the environment says already wins.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig();
  const app = await createApp(config).catch((error: unknown) => {
    throw isUnreachable(error) ? new DatabaseUnreachable(error) : error;
  });
  stopOnSignal(() => stopGracefully(app, config.shutdownDelay));
  try {
    await requireCurrentSchema(app.get(DataSource));
    await listen(app, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  await logStart(app, config);
}

/** Failures whose message says all there is to say; of others the stack matters. */
const PLAIN = [InvalidConfig, DatabaseUnreachable, SchemaMismatch, CannotListen];

main().catch((error: unknown) => {
  const isPlain = PLAIN.some((kind) => error instanceof kind);
  process.stderr.write(`${isPlain ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
