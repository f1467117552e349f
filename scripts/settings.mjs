// npm run settings: writes .env.example and docs/reference/settings.md from the comments of src/platform/config. With --check it
// writes nothing, and fails if they are stale.
import './support/require-node.cjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { Failure, ROOT, main, say } from './support/project.mjs';
import { configurationPage, environmentFile, readSettings } from './support/settings.mjs';

const PAGE = join(ROOT, 'docs', 'reference', 'settings.md');
const FILE = join(ROOT, '.env.example');

await main(async () => {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  await ensureInstalled();
  const { format, resolveConfig } = await import('prettier');
  const topics = await readSettings();
  const page = await format(configurationPage(topics), { ...(await resolveConfig(PAGE)), filepath: PAGE });
  for (const [file, text] of [
    [PAGE, page],
    [FILE, environmentFile(topics)],
  ]) {
    if (!values.check) {
      writeFileSync(file, text);
      say(`Wrote ${file}.`);
    } else if (readFileSync(file, 'utf8') !== text) {
      throw new Failure(`${file} is stale. Run: npm run generate`);
    }
  }
});
