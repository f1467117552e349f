// npm run openapi: writes openapi.json from the code, and then the types of the client; and the table of routes for staff with the types of
// their app. It keeps the examples that are in the file; with --examples it starts the demo and records new ones. With --check it only
// reports whether the files are up to date.
import './support/require-node.cjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './support/build.mjs';
import { ensureInstalled } from './support/install.mjs';
import { recordExamples } from './support/reference/examples.mjs';
import { Failure, ROOT, main, runNode, say } from './support/project.mjs';

const FILE = join(ROOT, 'openapi.json');
const answerOf = (operation) => operation.responses[200].content['application/json'];
/** As JSON, and as a form. */
const bodiesOf = ({ requestBody }) => Object.values(requestBody?.content ?? {});

await main(async () => {
  // Imported here, because a Node that is too old does not have it.
  const { parseArgs } = await import('node:util');
  const { values } = parseArgs({
    options: { examples: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  });
  await ensureInstalled();
  await ensureBuilt();
  const { describeApi, describeStaffApi } = await import('../dist/src/app/describe-api.js');
  const document = await describeApi();
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '{}';
  addExamples(document, values.examples ? await recordExamples(document) : examplesOf(JSON.parse(before)));
  const after = `${JSON.stringify(document, null, 2)}\n`;
  update('openapi.json', after, values.check);
  // Imported here, because its packages may just have been installed.
  const { updateStaffFiles } = await import('./support/reference/staff-files.mjs');
  await updateStaffFiles(await describeStaffApi(), values.check);
  return values.check ? 0 : runNode('scripts/client-types.mjs', []);
});

/** Writes a file if it is out of date. @throws Failure instead, if it is only checked */
function update(name, after, isCheck) {
  const file = join(ROOT, name);
  const isSame = existsSync(file) && readFileSync(file, 'utf8') === after;
  if (isCheck && !isSame) throw new Failure(`${name} is stale. Run: npm run generate`);
  if (!isSame) writeFileSync(file, after);
  say(isSame ? `${name} is up to date.` : `Wrote ${name}.`);
}

/** The operations of a document by `operationId`. */
function operationsOf({ paths = {} }) {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return new Map(operations.map((operation) => [operation.operationId, operation]));
}

/** The examples of a document by `operationId`. */
function examplesOf(document) {
  const operations = [...operationsOf(document)].map(([id, operation]) => {
    const [body] = bodiesOf(operation);
    return [id, { sent: body?.examples ?? {}, answered: answerOf(operation).examples ?? {} }];
  });
  return Object.fromEntries(operations);
}

function addExamples(document, examples) {
  for (const [id, operation] of operationsOf(document)) {
    const { sent, answered } = examples[id] ?? { sent: {}, answered: {} };
    if (Object.keys(answered).length > 0) answerOf(operation).examples = answered;
    if (Object.keys(sent).length === 0) continue;
    for (const body of bodiesOf(operation)) body.examples = sent;
  }
}
