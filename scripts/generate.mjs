// npm run generate: writes all generated files from the code: .env.example and the page of settings, openapi.json, the types
// of the client and of the app for staff, the table of routes for staff, docs/reference/catalog.schema.json and docs/reference/privacy.md.
// Options are those of npm run openapi.
import './support/require-node.cjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './support/build.mjs';
import { ROOT, main, runNode, say } from './support/project.mjs';

const PRIVACY = join(ROOT, 'docs', 'reference', 'privacy.md');
const SCHEMA = join(ROOT, 'docs', 'reference', 'catalog.schema.json');

await main(async () => {
  const options = process.argv.slice(2);
  const failed = await runNode('scripts/settings.mjs', []);
  if (failed) return failed;
  // Before the command whose output is the schema, which would print that it builds.
  await ensureBuilt();
  await writePrivacy();
  // The last step changes sources of the build.
  return (await writeSchema()) || runNode('scripts/openapi.mjs', options);
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

async function writePrivacy() {
  const { describePrivacy } = await import('../dist/src/app/describe-privacy.js');
  writeFileSync(PRIVACY, describePrivacy());
  say(`Wrote ${PRIVACY}.`);
}
