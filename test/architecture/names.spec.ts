import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const SRC = resolve(__dirname, '../../src');

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.spec|\.samples|\.fixtures)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

const classes = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => ({ path, name })),
);

/** `staff-refunds.service.ts` as `StaffRefundsService`. */
const classOf = (file: string): string =>
  basename(file, '.ts').replace(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase());

it('a service has the name of its file', () => {
  const services = classes.filter(
    ({ path, name }) => path.endsWith('.service.ts') || name.endsWith('Service'),
  );
  const files = [...new Set(services.map(({ path }) => path))];
  const astray = files.filter(
    (path) => !services.some((one) => one.path === path && one.name === classOf(path)),
  );
  expect(astray).toEqual([]);
});

it('no injectable has a gerund as its name', () => {
  const injectables = sources.flatMap(({ text }) =>
    [...text.matchAll(/^@Injectable\(\)\nexport (?:abstract )?class (\w+)/gm)].map(([, name]) => name),
  );
  expect(injectables.filter((name) => name.endsWith('ing'))).toEqual([]);
  expect(injectables).toContain('OrdersService');
});

it('no two migrations have the same number, by which they are ordered', () => {
  const numbers = readdirSync(resolve(SRC, '../migrations')).flatMap((file) => /^\d+/.exec(file) ?? []);
  expect(numbers.length).toBeGreaterThan(30);
  expect(new Set(numbers).size).toBe(numbers.length);
});
