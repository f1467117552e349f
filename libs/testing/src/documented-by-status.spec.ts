import { assertDocumented } from './documented';
import { documentApi } from './documented-by-status';
import { Undocumented } from './undocumented';

const THING = {
  type: 'object',
  required: ['id', 'name'],
  additionalProperties: false,
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const PROBLEM = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const operation = (operationId: string, responses: object): object => ({
  operationId,
  responses: { ...responses, default: { content: { 'application/problem+json': { schema: PROBLEM } } } },
});

beforeAll(() =>
  documentApi('/things/api', () => ({
    paths: {
      '/things/api/{id}': {
        get: operation('showThing', { 200: json(THING) }),
        delete: operation('deleteThing', { 204: {} }),
      },
      '/things/api/{id}.csv': { get: operation('exportThing', { 200: { content: { 'text/csv': {} } } }) },
    },
  })),
);

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';

interface Given {
  readonly path?: string;
  readonly method?: string;
  readonly status?: number;
  readonly type?: string;
  readonly body?: unknown;
}

function answer({ path = '/things/api/1', method = 'GET', status = 200, type = JSON_TYPE, body }: Given) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = type === '' ? {} : { 'content-type': type };
  return () => assertDocumented({ method, path, status, headers, text });
}

describe('an answer that its document allows', () => {
  it.each<[string, Given]>([
    ['the fields of its status', { body: { id: 1, name: 'a' } }],
    ['no body', { method: 'DELETE', status: 204, type: '' }],
    ['a file', { path: '/things/api/1.csv', type: 'text/csv; charset=utf-8', body: 'id\n1\n' }],
    ['a problem', { status: 409, type: PROBLEM_TYPE, body: { title: 'No' } }],
    ['a request that is not HTTP', { status: 400, type: '' }],
    ['an unknown path', { path: '/things/api/1/2', status: 404, type: PROBLEM_TYPE, body: {} }],
    ['a path outside the API', { path: '/things/page', body: { any: 1 } }],
  ])('passes: %s', (_, given) => {
    expect(answer(given)).not.toThrow();
  });
});

describe('an answer that its document does not allow', () => {
  it.each<[string, Given, RegExp]>([
    ['a field that it lacks', { body: { id: 1, name: 'a', age: 1 } }, /showThing.*age/],
    ['a missing field', { body: { id: 1 } }, /showThing.*name/],
    ['a value of another type', { body: { id: 1, name: null } }, /name must be string/],
    ['another status', { status: 201, body: { id: 1, name: 'a' } }, /showThing, status 201/],
    ['another media type', { type: 'text/html', body: '<p>' }, /no answer of the type "text\/html"/],
    ['a body where it has none', { method: 'DELETE', status: 204, body: {} }, /deleteThing/],
    ['a refusal without a problem', { status: 403, type: '' }, /no answer of the type/],
    ['an incomplete problem', { status: 409, type: PROBLEM_TYPE, body: {} }, /title/],
    ['a method that it lacks', { method: 'POST', body: {} }, /no operation POST \/things\/api\/1/],
  ])('fails: %s', (_, given, fault) => {
    expect(answer(given)).toThrow(Undocumented);
    expect(answer(given)).toThrow(fault);
  });
});
