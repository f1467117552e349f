#!/usr/bin/env node
// Makes JSON Schemas of the requests to Stripe from the types of the installed package. Run it after each upgrade of the package:
//   npm --prefix scripts/stripe-schemas ci && node scripts/stripe-schemas/generate.mjs
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, 'test/support/stripe/request-schemas.json');

/** The types of requests by their methods and paths. Null: the request has no parameters. */
const REQUESTS = {
  'GET account': null,
  'POST customers': 'Customer',
  'GET customers/:id': null,
  'POST customers/:id': 'CustomerChange',
  'DELETE customers/:id': null,
  'POST checkout/sessions': 'Session',
  'GET checkout/sessions': 'SessionList',
  'GET checkout/sessions/:id': 'OneSession',
  'POST checkout/sessions/:id/expire': null,
  'POST payment_intents': 'Intent',
  'GET payment_intents': 'IntentList',
  'GET payment_intents/:id': 'OneIntent',
  'POST payment_intents/:id/cancel': null,
  'POST refunds': 'Refund',
  'GET refunds': 'RefundList',
  'GET refunds/:id': null,
  'GET disputes': 'DisputeList',
  'GET payment_methods/:id': null,
  'POST payment_methods/:id/detach': null,
  'GET balance_transactions': 'BalanceTransactionList',
  'GET events': 'EventList',
  'POST webhook_endpoints': 'Endpoint',
  'GET webhook_endpoints': 'EndpointList',
  'DELETE webhook_endpoints/:id': null,
};

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

const folder = mkdtempSync(join(tmpdir(), 'stripe-schemas-'));
try {
  const stripe = join(folder, 'node_modules', 'stripe');
  cpSync(join(ROOT, 'node_modules', 'stripe'), stripe, { recursive: true });
  // Each union of strings ends in it, so that the compiler accepts any string. The schemas list the known ones.
  for (const kind of ['cjs', 'esm']) {
    const file = join(stripe, kind, 'shared.d.ts');
    const source = readFileSync(file, 'utf8');
    const narrowed = source.replace(/export type OtherString = .*;/, 'export type OtherString = never;');
    if (narrowed === source) throw new Error(`${file} has no OtherString any more`);
    writeFileSync(file, narrowed);
  }
  const path = join(folder, 'requests.ts');
  cpSync(join(import.meta.dirname, 'requests.ts'), path);
  const tsconfig = join(folder, 'tsconfig.json');
  writeFileSync(
    tsconfig,
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        moduleResolution: 'nodenext',
        target: 'es2022',
        strict: true,
        types: [],
      },
      files: ['requests.ts'],
    }),
  );
  const generator = createGenerator({
    path,
    tsconfig,
    type: '*',
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
    expose: 'none',
    jsDoc: 'none',
  });
  const { version } = JSON.parse(readFileSync(join(stripe, 'package.json'), 'utf8'));
  const requests = Object.fromEntries(
    Object.entries(REQUESTS).map(([route, type]) => {
      if (type === null) return [route, NO_PARAMETERS];
      const { $schema: _, ...schema } = generator.createSchema(type);
      return [route, schema];
    }),
  );
  writeFileSync(OUTPUT, `${JSON.stringify({ stripe: version, requests }, null, 1)}\n`);
  console.log(`Wrote ${OUTPUT} for stripe ${version}.`);
} finally {
  rmSync(folder, { recursive: true });
}
