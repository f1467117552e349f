// Checks the types, and runs ESLint. A step of npm run check. One process does both, because most rules need the types. A file that passed
// is skipped until it changes, or something on which its types depend. With `staff-app` it checks that folder, without it all others.
import './support/require-node.cjs';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled } from './support/install.mjs';
import { ROOT, main, say, tool } from './support/project.mjs';

const [part = '.'] = process.argv.slice(2);
const CACHE = tool('.cache', 'check', part === '.' ? 'types-and-lint.json' : `types-and-lint-${part}.json`);
/** Folders with a tsconfig.json. A file in several projects is linted with the types of the first. */
const PROJECTS =
  part === '.'
    ? // The client as a website compiles it: with the types of browsers, without those of Node.
      ['.', 'clients/javascript', 'clients/javascript/embed']
    : [part];
/** Decide what passes, but are in no program. The lock file has the versions of ESLint and its rules. */
const SETTINGS = [
  'package.json',
  'package-lock.json',
  'clients/javascript/package.json',
  'staff-app/package.json',
  'eslint.config.mjs',
  'scripts/types-and-lint.mjs',
  'scripts/support/programs.mjs',
];

await main(async () => {
  await ensureInstalled();
  // Imported here, because they may just have been installed.
  const { ESLint } = await import('eslint');
  const { default: ts } = await import('typescript');
  const { listOf, openProject } = await import('./support/programs.mjs');

  const settings = [process.version, ...SETTINGS.map((file) => readFileSync(join(ROOT, file), 'utf8'))];
  const projects = PROJECTS.map((folder) => openProject(join(ROOT, folder, 'tsconfig.json'), ROOT, settings));
  const passed = new Set(existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : []);
  /** The diagnostics of each file that has not passed before, by project. */
  const checked = projects.map(({ program, keys }) => {
    const stale = [...keys].filter(([, key]) => !passed.has(key)).map(([file]) => file);
    return new Map(
      stale.map((file) => [file, ts.getPreEmitDiagnostics(program, program.getSourceFile(file))]),
    );
  });
  const isSkipped = (file) =>
    projects.some(({ keys }) => keys.has(file)) && !checked.some((files) => files.has(file));
  const eslint = new ESLint({
    cwd: ROOT,
    // All may be skipped.
    errorOnUnmatchedPattern: false,
    overrideConfig: [
      { ignores: [isSkipped, ...(part === '.' ? ['staff-app'] : [])] },
      { languageOptions: { parserOptions: { programs: projects.map(({ program }) => program) } } },
    ],
  });
  const results = (await eslint.lintFiles([part])).filter(({ messages }) => messages.length > 0);

  const diagnostics = checked.flatMap((files) => [...files.values()].flat());
  const isFaulty = diagnostics.length + results.length > 0;
  if (isFaulty) {
    say(listOf(diagnostics));
    say(await (await eslint.loadFormatter('stylish')).format(results));
  }
  const failedLint = new Set(results.map(({ filePath }) => filePath));
  const passing = projects.flatMap(({ keys }, i) =>
    [...keys]
      .filter(([file]) => !failedLint.has(file) && !checked[i].get(file)?.length)
      .map(([, key]) => key),
  );
  mkdirSync(dirname(CACHE), { recursive: true });
  // In one step, because a run can be interrupted.
  writeFileSync(`${CACHE}.new`, JSON.stringify(passing));
  renameSync(`${CACHE}.new`, CACHE);
  return isFaulty ? 1 : 0;
});
