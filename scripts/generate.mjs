// npm run generate: writes all generated files from the code: .env.example and the page of settings, openapi.json, docs/staff-api.json,
// the types of the client, and catalog.schema.json. Options are those of npm run openapi.
import './support/require-node.cjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, main, runNode, say } from './support/project.mjs';

const SCHEMA = join(ROOT, 'catalog.schema.json');

await main(async () => {
  const options = process.argv.slice(2);
  const failed =
    (await runNode('scripts/settings.mjs', [])) || (await runNode('scripts/openapi.mjs', options));
  return failed || writeSchema();
});

async function writeSchema() {
  const chunks = [];
  const onOutput = (chunk) => chunks.push(chunk);
  const failed = await runNode('scripts/fanclub.mjs', ['import', '--schema'], { onOutput });
  if (failed) {
    say(Buffer.concat(chunks).toString());
    return failed;
  }
  writeFileSync(SCHEMA, Buffer.concat(chunks));
  say(`Wrote ${SCHEMA}.`);
  return 0;
}
