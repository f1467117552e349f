// npm run example: adds each folder of examples/ to a copy of the project, as docs/adding-a-domain.md describes, then builds and tests it.
// `npm run example -- news` does so for one. Part of .ci/run.
import './support/require-node.cjs';
import { cpSync, existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCopy } from './support/copy.mjs';
import { ensureInstalled } from './support/install.mjs';
import { Failure, ROOT, main, runNode, say, tool } from './support/project.mjs';
import { passes } from './support/step.mjs';

const EXAMPLES = join(ROOT, 'examples');

/** The suites that check every domain: layout, tables, statements, drift, routes, isolation of fan clubs, permissions of staff, catalogues. */
const SUITES = [
  'test/architecture/samples',
  'test/architecture/imports',
  'test/architecture/schema',
  'test/database/statement-types',
  'test/database/report-changes',
  'test/database/replica-identity',
  'test/contract/routes',
  'test/contract/statements',
  'test/contract/tenants',
  'test/e2e/staff-permissions',
  'test/e2e/catalogue.e2e',
  'test/e2e/catalogue-export.e2e',
  'src/tools/catalogue/schema',
];

await main(async () => {
  await ensureInstalled();
  const examples = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(EXAMPLES);
  const failed = [];
  for (const example of examples) {
    if (!existsSync(join(EXAMPLES, example))) throw new Failure(`There is no example ${example}.`);
    failed.push(...(await inCopy((copy) => failedSteps(example, copy))));
  }
  say(failed.length === 0 ? 'All examples passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
});

/** Adds the example to the copy, and runs all steps. Resolves with those that failed. */
async function failedSteps(example, copy) {
  const files = readdirSync(join(EXAMPLES, example), { recursive: true }).filter((name) =>
    name.endsWith('.ts'),
  );
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const file of files) cpSync(join(EXAMPLES, example, file), join(copy, file));
  addToDomains(example, copy);
  const suites = [...files.filter((file) => file.endsWith('spec.ts')), ...SUITES];
  const failed = [];
  const run = async (step, script, ...parameters) => {
    const env = { ONLY_DOMAIN: example, MUTANTS: 'all' };
    if (!(await passes(`${example}: ${step}`, script, parameters, { cwd: copy, env })))
      failed.push(`${example}: ${step}`);
  };
  await run('build', 'scripts/build.mjs');
  await writeSchema(copy);
  await run('reference', 'scripts/openapi.mjs');
  await Promise.all([
    run('tests', 'scripts/test.mjs', ...suites),
    run('types', tool('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json').then(() =>
      run('lint', tool('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', ...files),
    ),
  ]);
  return failed;
}

/** Writes the one line of a new domain, with its import: the folder `news` has the module `NewsModule`. */
function addToDomains(example, copy) {
  const file = join(copy, 'src', 'domains.ts');
  const module = `${example[0].toUpperCase()}${example.slice(1)}Module`;
  const before = readFileSync(file, 'utf8');
  const after = before.replace('export const DOMAINS = [\n', `$&  ${module},\n`);
  if (after === before) throw new Failure('src/domains.ts does not declare DOMAINS.');
  writeFileSync(file, `import { ${module} } from '#domains/${example}';\n${after}`);
}

/** Regenerates the schema of catalogue files, as a developer does after adding a catalogue part. The tests check it. */
async function writeSchema(copy) {
  const chunks = [];
  await runNode('scripts/fanclub.mjs', ['import', '--schema'], {
    cwd: copy,
    onOutput: (chunk) => chunks.push(chunk),
  });
  writeFileSync(join(copy, 'docs/reference/catalog.schema.json'), Buffer.concat(chunks));
}
