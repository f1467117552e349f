#!/usr/bin/env node
// Makes JSON Schemas of the requests to Stripe from the types of the installed package. Run it after each upgrade of the package:
//   npm --prefix scripts/stripe-schemas ci && node scripts/stripe-schemas/generate.mjs
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const ROOT = join(import.meta.dirname, '..', '..');
const OUTPUT = join(ROOT, 'test/support/stripe/request-schemas.json');

/** The types of requests by the paths to which they are sent. */
const REQUESTS = {
  customers: 'Customer',
  'checkout/sessions': 'Session',
  payment_intents: 'Intent',
  refunds: 'Refund',
  webhook_endpoints: 'Endpoint',
};

const folder = mkdtempSync(join(tmpdir(), 'stripe-schemas-'));
try {
  const stripe = join(folder, 'node_modules', 'stripe');
  cpSync(join(ROOT, 'node_modules', 'stripe'), stripe, { recursive: true });
  // Each union of texts ends in it, so that the compiler takes any text. The schemas are to know the texts.
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
      const { $schema: _, ...schema } = generator.createSchema(type);
      return [route, schema];
    }),
  );
  writeFileSync(OUTPUT, `${JSON.stringify({ stripe: version, requests }, null, 1)}\n`);
  console.log(`Wrote ${OUTPUT} for stripe ${version}.`);
} finally {
  rmSync(folder, { recursive: true });
}
