import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

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

/** The settings of all suites. A project adds only the location of its tests. See also `jest.browser.config.mjs`. */
export const shared = {
  rootDir: root,
  // Not the default below the system's temporary folder, which all users of a machine share.
  cacheDirectory: join(root, 'node_modules', '.cache', 'jest'),
  testEnvironment: 'node',
  transform: { '^.+\\.(t|j|mj)s$': '@swc/jest' },
  transformIgnorePatterns: [`node_modules/(?!(.*/node_modules/)?(${downLevelled})/)`],
  testEnvironmentOptions: { customExportConditions: ['source', 'require', 'node', 'default'] },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/clients/javascript/dist', '<rootDir>/data'],
};

export default {
  testTimeout: 30_000,
  // By default Jest leaves one core free. The tests wait for PostgreSQL, processes and clocks, so there is work for more than each core.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Memory of earlier files is not freed: a worker reached 3 GB, and collecting garbage there slowed the tests down.
  workerIdleMemoryLimit: '1200MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/{libs,clients}/*/src/**/*.spec.ts',
        '<rootDir>/clients/*/embed/**/*.spec.ts',
      ],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/{test,libs/*/test}/**/*.spec.ts', '<rootDir>/test/**/*.e2e-spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'faults',
      // These files have a short form; `npm run test:faults` runs all of them.
      testMatch: [
        `<rootDir>/test/faults/${process.env.FAULTS === 'full' ? '*' : '{database,network,server}'}.faults-spec.ts`,
      ],
      globalSetup: '<rootDir>/test/faults/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/faults/support/global-teardown.ts',
    },
  ],
};
