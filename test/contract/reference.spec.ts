import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import { createDocument } from '../../src/platform/reference';
import { testApp } from '../support/start-test-app';
import { API_ROUTES, SPECIFIED } from './routes';

const t = testApp({ PUBLIC_URL: 'https://fans.example' });

interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  responses: { 200: { content: { 'application/json': Media } } };
}
interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const committed = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as Document;

const operationsOf = ({ paths }: Document): [name: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
const nameOf = (method: string, path: string): string => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
const mediaOf = (operation: Operation): Media => operation.responses[200].content['application/json'];

function withoutExamples(document: Document): Document {
  const copy = structuredClone(document);
  for (const [, operation] of operationsOf(copy)) delete mediaOf(operation).examples;
  return copy;
}

describe('openapi.json', () => {
  it('is what the code describes; npm run openapi writes it', () => {
    expect(withoutExamples(committed)).toEqual(JSON.parse(JSON.stringify(createDocument(t.app))));
  });

  it('has an operation for every route of the API, each with a name of its own', () => {
    const routes = API_ROUTES.map(([method, path]) => nameOf(method, path));
    const operations = operationsOf(committed);
    expect(operations.map(([name]) => name).sort()).toEqual(routes.sort());
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no schema that allows anything, except for JSON values that clients choose', () => {
    const untyped: string[] = [];
    const look = (schema: unknown, at: string): void => {
      if (Array.isArray(schema)) return schema.forEach((one, n) => look(one, `${at}/${n}`));
      if (typeof schema !== 'object' || schema === null) return;
      const { type, properties, additionalProperties, patternProperties, maxProperties } = schema as Record<
        string,
        unknown
      >;
      const isOpen =
        !properties && !patternProperties && maxProperties !== 0 && typeof additionalProperties !== 'object';
      if (type === 'object' && isOpen) untyped.push(at);
      if (type === 'array' && !('items' in schema) && !('prefixItems' in schema)) untyped.push(at);
      for (const [name, inner] of Object.entries(schema)) look(inner, `${at}/${name}`);
    };
    look(committed.components.schemas, 'schemas');
    expect(untyped).toEqual([]);
  });

  it('shows valid examples, at least one for every operation of the contract', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(committed, 'openapi');
    const inContract = new Set(SPECIFIED.map(([method, path]) => nameOf(method, path)));
    for (const [name, operation] of operationsOf(committed)) {
      const examples = Object.values(mediaOf(operation).examples ?? {});
      const isNeeded = inContract.has(name) && !operation.operationId.endsWith('Alias');
      expect([name, examples.length > 0 || !isNeeded]).toEqual([name, true]);
      const pointer = name.split(' ')[1].replaceAll('/', '~1');
      const method = name.split(' ')[0].toLowerCase();
      const ref = encodeURI(
        `openapi#/paths/${pointer}/${method}/responses/200/content/application~1json/schema`,
      );
      for (const { value } of examples) {
        expect([name, ajv.validate({ $ref: ref }, value), ajv.errors]).toEqual([name, true, null]);
      }
    }
  });
});

describe('the reference of a running service', () => {
  const fetchPath = (path: string, headers = {}) => fetch(t.origin + path, { headers });

  it('serves the document, readable from any website', async () => {
    const response = await fetchPath('/openapi.json', { origin: 'https://other.example' });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const { servers, paths } = (await response.json()) as Document;
    expect(servers.map(({ url }) => url)).toEqual(['/api/v1']);
    expect(paths).toEqual(committed.paths);
  });

  it('serves a page that loads only its own files', async () => {
    const page = await fetchPath('/docs');
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      const file = await fetchPath(address);
      expect([address, file.status]).toEqual([address, 200]);
      await file.arrayBuffer();
    }
  });

  it('compresses for clients that accept it', async () => {
    const response = await fetchPath('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const plain = await fetchPath('/openapi.json', { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(await response.json());
  });

  it('has no other files', async () => {
    for (const file of ['package.json', 'swagger-ui.js', '..%2fpackage.json', 'constructor']) {
      expect([file, (await fetchPath(`/docs/${file}`)).status]).toEqual([file, 404]);
    }
  });
});
