import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { GROUPS, dealt, hashesAll, runsAlone, selected } from './test/suite/specs.mjs';

/**
 * Names of the installed packages that Jest must down-level. Jest on Node 20 cannot `require` an ES module, while plain Node can;
 * so every package of `"type": "module"` goes through the same transform as our own code, nested copies included.
 */
function esmPackages(nodeModules) {
  const found = new Set();
  const visit = (directory, name) => {
    const manifest = join(directory, 'package.json');
    if (!existsSync(manifest)) return;
    if (JSON.parse(readFileSync(manifest, 'utf8')).type === 'module') found.add(name);
    const nested = join(directory, 'node_modules');
    if (existsSync(nested)) walk(nested);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder)) {
      if (entry.startsWith('.')) continue;
      const directory = join(folder, entry);
      if (entry.startsWith('@')) {
        for (const scoped of readdirSync(directory)) visit(join(directory, scoped), `${entry}/${scoped}`);
      } else {
        visit(directory, entry);
      }
    }
  };
  walk(nodeModules);
  return found;
}

const root = import.meta.dirname;
// @fastify/cookie is CommonJS, but loads its ES module dependency with `await import()`, which needs the transform too.
const downLevelled = [...esmPackages(join(root, 'node_modules')), '@fastify/cookie'].join('|');

/** The settings of all projects. */
const shared = {
  // One name, so that all projects use the same transformed files.
  id: 'fanclub',
  rootDir: root,
  roots: ['clients', 'libs', 'src', 'test'].map((folder) => join(root, folder)),
  // Not the default below the system's temporary folder, which all users of a machine share.
  cacheDirectory: join(root, 'node_modules', '.cache', 'jest'),
  testEnvironment: join(root, 'test', 'suite', 'environment.ts'),
  transform: { '^.+\\.(t|j|mj)s$': '@swc/jest' },
  transformIgnorePatterns: [`node_modules/(?!(.*/node_modules/)?(${downLevelled})/)`],
  testEnvironmentOptions: { customExportConditions: ['source', 'require', 'node', 'default'] },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/clients/javascript/dist', '<rootDir>/data'],
};

/** Measures a file that runs alone. */
const measured = ['<rootDir>/test/suite/measured-file.ts'];

/** By default Jest leaves one core free. The tests wait for PostgreSQL, processes and clocks, so more workers than cores have work. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);
/** Fewer files are not worth another process, which loads all modules. */
const FILES_OF_A_SMALL_GROUP = 8;
/** The most groups that hash each password. */
const MOST_CROWDS = 3;

const databases = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** The run, of scripts/test.mjs. Without it, as in an editor, Jest itself selects among all files, and runs each alone. */
const { form = 'all', names = [], seed = null, isolated = true } = JSON.parse(process.env.TEST_RUN ?? '{}');

/** A run of only one kind. */
const ONLY = {
  browser: { testTimeout: 120_000, maxWorkers: 1 },
  stripe: { testTimeout: 60_000, maxWorkers: 1 },
  faults: { maxWorkers: 1, forceExit: true },
};

/** The files of a kind that belong to the run. */
const files = (kind) => selected(kind, form, names);

/** A project of these spec files. */
const project = (displayName, specs, settings = {}) => ({
  ...shared,
  ...settings,
  displayName,
  testMatch: specs.map((file) => `<rootDir>/${file}`),
});

/** The groups of these files, whose processes share modules and a service; see test/suite/group.ts. */
const groupsOf = (specs, most) =>
  dealt(specs, Math.min(most, Math.ceil(specs.length / FILES_OF_A_SMALL_GROUP)), seed, form);

/** The projects of the groups of these files. */
function grouped(unit, database) {
  const specs = [...unit, ...database];
  const [hashing, usual] = [true, false].map((all) => specs.filter((file) => hashesAll(file, form) === all));
  const crowds = groupsOf(hashing, MOST_CROWDS);
  const groups = [...crowds, ...groupsOf(usual, Math.min(WORKERS, GROUPS.length - crowds.length))];
  process.env.TEST_GROUPS = JSON.stringify(groups); // Workers inherit it.
  const settings = database.length > 0 ? databases : {};
  return [
    project('group', GROUPS.slice(crowds.length, groups.length), {
      setupFilesAfterEnv: ['<rootDir>/test/suite/hashed-once.ts'],
      ...settings,
    }),
    project('crowd', GROUPS.slice(0, crowds.length), settings),
  ];
}

function projects() {
  const kinds = {
    unit: [files('unit'), { setupFilesAfterEnv: measured }],
    database: [files('database'), { setupFilesAfterEnv: measured, ...databases }],
    faults: [
      files('faults'),
      {
        globalSetup: '<rootDir>/test/faults/support/global-setup.ts',
        globalTeardown: '<rootDir>/test/faults/support/global-teardown.ts',
      },
    ],
    browser: [files('browser'), databases],
    stripe: [files('stripe'), {}],
  };
  if (ONLY[form]) return [project(form, ...kinds[form])];
  const shares = (file) => !isolated && !runsAlone(file, form);
  const { unit, database, faults } = kinds;
  return [
    ...grouped(unit[0].filter(shares), database[0].filter(shares)),
    ...Object.entries({ unit, database, faults }).map(([name, [specs, settings]]) =>
      project(
        name,
        specs.filter((file) => !shares(file)),
        settings,
      ),
    ),
  ].filter(({ testMatch }) => testMatch.length > 0);
}

export default {
  testTimeout: 30_000,
  maxWorkers: WORKERS,
  // Less than any group takes, so that each group has a process of its own, without the memory of another one.
  workerIdleMemoryLimit: '300MB',
  ...ONLY[form],
  projects: projects(),
};
