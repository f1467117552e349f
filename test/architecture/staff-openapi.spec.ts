import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeStaffApi } from '../../src/describe-api';
import { PROBLEMS } from '../../src/platform/staff/staff-problems';
import { STAFF_SAMPLES } from '../samples/registry';

const DOCS = join(__dirname, '../../docs');
const read = (name: string): string => readFileSync(join(DOCS, name), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: object;
}
const committed = JSON.parse(read('staff-api.json')) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(committed.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace('/staff/api', '').replace(/\{(\w+)\}/g, ':$1')}`,
    ...operation,
  })),
);

describe('docs/staff-api.json', () => {
  it('is what the code describes; npm run generate writes it', async () => {
    expect(committed).toEqual(JSON.parse(JSON.stringify(await describeStaffApi())));
  }, 60_000);

  it('has an operation for every route for staff, each with a name of its own', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(STAFF_SAMPLES).sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('has a body for every change of fields', () => {
    const without = operations.filter(({ name, requestBody }) => /^(PATCH|PUT) /.test(name) && !requestBody);
    expect(without).toEqual([]);
  });
});

describe('docs/staff-api.md', () => {
  it('describes each kind of problem with its status', () => {
    const rows = [...read('staff-api.md').matchAll(/^\| `([a-z-]+)` +\| (\d{3}) /gm)];
    expect(rows.map(([, slug, status]) => [slug, Number(status)])).toEqual(
      Object.values(PROBLEMS).map(({ slug, status }) => [slug, status]),
    );
  });
});
