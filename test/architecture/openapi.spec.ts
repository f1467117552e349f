import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describeApi } from '../../src/app/describe-api';
import { API_ROUTES, type Route, SPECIFIED } from '../contract/routes';

interface Media {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: { 200: { content: { 'application/json': Media } } };
}
interface Document {
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
const answerOf = (operation: Operation): Media => operation.responses[200].content['application/json'];
const bodiesOf = ({ requestBody }: Operation): Media[] => Object.values(requestBody?.content ?? {});

function withoutExamples(document: Document): Document {
  const copy = structuredClone(document);
  for (const [, operation] of operationsOf(copy)) {
    for (const media of [answerOf(operation), ...bodiesOf(operation)]) delete media.examples;
  }
  return copy;
}

/** The examples of an operation, by name. */
const examplesOf = (media: Media): [name: string, value: unknown][] =>
  Object.entries(media.examples ?? {}).map(([name, { value }]) => [name, value]);
const isFailure = ([, value]: [string, unknown]): boolean =>
  (value as { status?: string }).status === 'error';

const OPERATIONS = operationsOf(committed);
const nameOf = ([method, path]: Route): string => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
/** A domain beyond the contract may have no examples. */
const IN_CONTRACT = new Set(SPECIFIED.map(nameOf));

describe('openapi.json', () => {
  it('is what the code describes; npm run generate writes it', async () => {
    const described = JSON.parse(JSON.stringify(await describeApi())) as Document;
    expect(withoutExamples(committed)).toEqual(described);
  }, 60_000);

  it('has an operation for every route of the API, each with a name of its own', () => {
    expect(OPERATIONS.map(([name]) => name).sort()).toEqual(API_ROUTES.map(nameOf).sort());
    const ids = OPERATIONS.map(([, { operationId }]) => operationId);
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
});

describe.each(OPERATIONS.filter(([name]) => IN_CONTRACT.has(name)))('the examples of %s', (_, operation) => {
  const answers = examplesOf(answerOf(operation));

  it('have a success and a failure', () => {
    expect([answers.some((one) => !isFailure(one)), answers.some(isFailure)]).toEqual([true, true]);
  });

  it('have the body of each success and each failure, except for that of an invalid key', () => {
    const names = operation.requestBody ? answers.map(([name]) => name) : [];
    for (const media of bodiesOf(operation)) {
      expect(examplesOf(media).map(([name]) => name)).toEqual(names.filter((name) => name !== 'invalidKey'));
    }
  });

  it('are valid', () => {
    for (const media of [answerOf(operation), ...bodiesOf(operation)]) {
      for (const [name, value] of examplesOf(media)) {
        expect([name, faultsOf(media.schema, value)]).toEqual([name, []]);
      }
    }
  });
});

const ajv = new Ajv({ strict: false });
addFormats(ajv);
ajv.addFormat('password', true);
ajv.addSchema(committed, 'openapi');

function faultsOf(schema: object, value: unknown): unknown[] {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
  return ajv.validate(absolute, value) ? [] : ajv.errors!;
}
