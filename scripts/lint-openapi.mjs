// Checks openapi.json against the recommended rules of Redocly. A step of npm run check.
import './support/require-node.cjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { Failure, ROOT, main } from './support/project.mjs';

await main(async () => {
  await ensureInstalled();
  // Imported here, because it may just have been installed.
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const file = join(ROOT, 'openapi.json');
  const config = await createConfig({ extends: ['recommended'] });
  const lint = async (source) => {
    // The linter does not know that an extension of ours names the schema that another one extends.
    const bases = [...source.matchAll(/"x-extends": "(\S+)"/g)].map(([, pointer]) => pointer);
    const problems = await lintFromString({ source, absoluteRef: file, config });
    return problems.filter(
      ({ ruleId, location }) => ruleId !== 'no-unused-components' || !bases.includes(location[0]?.pointer),
    );
  };
  const source = readFileSync(file, 'utf8');
  const problems = await lint(source);
  if (problems.length > 0) {
    const lines = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`,
    );
    throw new Failure(['openapi.json has problems:', ...lines].join('\n'));
  }
  // Fails if the rule set accepts everything.
  if ((await lint(source.replace('"operationId": "listEvents"', '"operationId": "logIn"'))).length === 0)
    throw new Failure('The rules do not find an operationId that occurs twice.');
});
