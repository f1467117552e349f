import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readConfig } from '#platform/config';
import { createApiDocument } from '#platform/reference';
import { createStaffDocument } from '#platform/staff';
import { AppModule } from './app.module';
import { fastifyAdapter } from './create-app';

/** The OpenAPI document of the API, without examples. */
export async function describeApi(): Promise<ReturnType<typeof createApiDocument>> {
  return createApiDocument(await scannedApp());
}

/** The OpenAPI document of the API for staff. */
export async function describeStaffApi(): Promise<ReturnType<typeof createStaffDocument>> {
  return createStaffDocument(await scannedApp());
}

/** The application without its services; it needs no database, because modules are only scanned. */
async function scannedApp(): Promise<INestApplication> {
  const key = Buffer.alloc(32, 1).toString('base64');
  const config = readConfig({
    DATABASE_URL: 'postgres://localhost/none',
    PUBLIC_URL: 'http://localhost:3000',
    SESSION_KEYS: key,
    ENCRYPTION_KEYS: key,
  });
  return NestFactory.create(AppModule.with(config), fastifyAdapter(config), {
    preview: true,
    logger: false,
    bodyParser: false,
  });
}
