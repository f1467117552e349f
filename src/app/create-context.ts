import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Config } from '#platform/config';
import { AppModule } from './app.module';

/** The service without an HTTP server, for commands. Close it after use. */
export function createContext(config: Config): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(AppModule.with(config), {
    logger: false,
    abortOnError: false,
  });
}
