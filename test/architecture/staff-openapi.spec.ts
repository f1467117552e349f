import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStaffApi } from '../../src/app/describe-api';
import { PROBLEMS } from '../../src/platform/staff/staff-problems';
import { STAFF_SAMPLES } from '../samples/registry';

const ROOT = join(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

type Json = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

describe('the document of the API for staff', () => {
  let operations: readonly (Operation & { readonly name: string })[];
  let document: Document;

  beforeAll(async () => {
    document = JSON.parse(JSON.stringify(await describeStaffApi())) as Document;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path.replace('/staff/api', '').replace(/\{(\w+)\}/g, ':$1')}`,
        ...operation,
      })),
    );
  }, 60_000);

  it('has an operation for every route for staff, each with a name of its own', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(STAFF_SAMPLES).sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('is what the table of routes and the types of the app are made of; npm run generate writes them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fanclub-staff-openapi-'));
    try {
      const file = join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(document));
      const checked = spawnSync(process.execPath, ['scripts/staff-files.mjs', file], { cwd: ROOT });
      expect([checked.status, checked.stderr.toString()]).toEqual([0, expect.any(String)]);
      const changed = structuredClone(document);
      changed.components.schemas.Me = { type: 'object', properties: { id: { type: 'integer' } } };
      writeFileSync(file, JSON.stringify(changed));
      const stale = spawnSync(process.execPath, ['scripts/staff-files.mjs', file], { cwd: ROOT });
      expect([stale.status, stale.stderr.toString()]).toEqual([
        1,
        expect.stringContaining('generated.ts is stale'),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has a body for every change of fields', () => {
    const without = operations.filter(({ name, requestBody }) => /^(PATCH|PUT) /.test(name) && !requestBody);
    expect(without).toEqual([]);
  });

  it('has the fields of every answer, and no answer may have others', () => {
    const open: string[] = [];
    const look = (schema: unknown, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, additionalProperties, maxProperties } = schema as Json;
      const isOpen = additionalProperties === undefined && maxProperties !== 0;
      if (type === 'object' && isOpen) open.push(at);
      for (const [name, inner] of Object.entries(schema)) look(inner, `${at}/${name}`);
    };
    const seen = new Set<string>();
    const follow = (value: unknown, at: string): void => {
      look(value, at);
      for (const [, name] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
        if (seen.has(name)) continue;
        seen.add(name);
        follow(document.components.schemas[name], name);
      }
    };
    for (const { name, responses } of operations) follow(responses, name);
    expect(open).toEqual([]);
    expect(seen.size).toBeGreaterThan(50);
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
