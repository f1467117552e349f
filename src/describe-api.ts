import { NestFactory } from '@nestjs/core';
import { readConfig } from '#platform/config';
import { createDocument } from '#platform/reference';
import { AppModule } from './app.module';
import { fastifyAdapter } from './create-app';

/** The OpenAPI document of the API, without examples. Starts no service and needs no database: modules are only scanned. */
export async function describeApi(): Promise<ReturnType<typeof createDocument>> {
  const key = Buffer.alloc(32, 1).toString('base64');
  const config = readConfig({
    DATABASE_URL: 'postgres://localhost/none',
    PUBLIC_URL: 'http://localhost:3000',
    SESSION_KEYS: key,
    ENCRYPTION_KEYS: key,
  });
  const app = await NestFactory.create(AppModule.with(config), fastifyAdapter(config), {
    preview: true,
    logger: false,
    bodyParser: false,
  });
  return createDocument(app);
}
