// npm run client:types: writes the types of the client from openapi.json. With --check it writes nothing, and fails if they are stale.
// Another document and file can be named: npm run client:types -- FILE --to FILE.
import './support/require-node.cjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { Failure, ROOT, main, say } from './support/project.mjs';

const TYPES = join(ROOT, 'clients', 'javascript', 'src', 'generated', 'api.ts');
const DOCUMENT = join(ROOT, 'openapi.json');

await main(async () => {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false }, to: { type: 'string', default: TYPES } },
    allowPositionals: true,
  });
  await ensureInstalled();
  const { typesOf } = await import('./support/reference/client-types.mjs');
  const [file = DOCUMENT] = positionals;
  const types = await typesOf(JSON.parse(readFileSync(file, 'utf8')), TYPES);
  if (!values.check) {
    writeFileSync(values.to, types);
    say(`Wrote ${values.to}.`);
  } else if (readFileSync(values.to, 'utf8') !== types) {
    throw new Failure('The types of the client are stale. Run: npm run generate');
  }
});
