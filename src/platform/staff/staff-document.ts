import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { bodySchema, isBodyClass } from './body-schemas';
import type { ListRules } from './list-query';
import { SENT, type Sent } from './sent';
import { STAFF_ACCESS, type StaffAccess } from './staff-context';
import { PROBLEMS } from './staff-problems';

type Json = Readonly<Record<string, unknown>>;

/** What a handler reads of a request. */
interface Read {
  readonly sent: ReadonlySet<Sent>;
  readonly list: ListRules | null;
  /** Names given to Nest's own decorators, such as `@Query('scope')` and `@Headers('if-match')`. */
  readonly named: readonly string[];
  /** The class of its body; null if it has none. */
  readonly body: Type | null;
}

const text = (description: string): Json => ({ type: 'string', description });
const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
const header = (name: string, schema: Json): Json => ({ name, in: 'header', required: true, schema });

/** The OpenAPI 3.1 document of the API for staff, made from the handlers' decorators and the classes of their bodies. */
export function createStaffDocument(app: INestApplication): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas: Record<string, Json> = {};
  const scanner = new MetadataScanner();
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const controller = metatype as Type;
      const prototype = controller.prototype as Record<string, object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const access = Reflect.getMetadata(STAFF_ACCESS, prototype[name]) as StaffAccess | undefined;
        if (!access) continue;
        const [base, below] = [controller, prototype[name]].map(
          (one) => Reflect.getMetadata(PATH_METADATA, one) as string,
        );
        const path = `/${[base, below].filter((part) => part !== '/').join('/')}`.replace(/:(\w+)/g, '{$1}');
        const verb = RequestMethod[Reflect.getMetadata(METHOD_METADATA, prototype[name]) as number];
        (paths[path] ??= {})[verb.toLowerCase()] = operation(
          { id: `${controller.name.replace(/Controller$/, '')}_${name}`, path, access },
          readBy(controller, name),
          schemas,
        );
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fan club membership service: API for staff',
      description: 'docs/staff-api.md describes the conventions: lists, versions, CSV files and problems.',
      version: '1',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    paths: byName(Object.entries(paths).map(([path, item]) => [path, byName(Object.entries(item))])),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'fanclub_staff',
          description: 'The cookie of a log-in of staff; over HTTPS its name begins with `__Secure-`.',
        },
      },
      schemas: byName([...Object.entries(schemas), ['List', LIST], ['Problem', PROBLEM]]),
    },
  };
}

const LIST: Json = {
  type: 'object',
  required: ['data', 'total'],
  properties: {
    data: { type: 'array', items: { type: 'object' } },
    total: { type: 'integer', minimum: 0 },
    total_exact: { const: false, description: 'Present if there are more rows than `total`.' },
  },
};

const PROBLEM: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'instance'],
  properties: {
    type: { enum: Object.values(PROBLEMS).map(({ slug }) => `/staff/problems/${slug}`) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: text('What is wrong with this request, for the person who made it.'),
    instance: text('The id of the request.'),
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: {
          pointer: text('A JSON pointer to the field, such as `#/price`.'),
          detail: { type: 'string' },
        },
      },
    },
  },
};

function readBy(controller: Type, method: string): Read {
  const stored = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    { data?: unknown }
  >;
  const given = Object.values(stored).map(({ data }) => data);
  const objects = given.filter((data): data is object => typeof data === 'object' && data !== null);
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) ??
    []) as Type[];
  return {
    sent: new Set(objects.flatMap((data) => (SENT in data ? [data[SENT] as Sent] : []))),
    list: (objects.find((data) => 'sort' in data) as ListRules | undefined) ?? null,
    named: given.filter((data): data is string => typeof data === 'string'),
    body: types.find(isBodyClass) ?? null,
  };
}

function operation(
  { id, path, access: { needs, proof } }: { id: string; path: string; access: StaffAccess },
  { sent, list, named, body }: Read,
  schemas: Record<string, Json>,
): Json {
  const content = contentOf(sent, body, schemas);
  return {
    operationId: id,
    security: needs === 'open' ? [] : [{ session: [] }],
    'x-permission': needs,
    ...(proof && { 'x-recent-proof': true }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: /id$/i.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
      })),
      ...(list ? listParameters(list) : []),
      ...(named.includes('scope') ? [query('scope', { type: 'string' })] : []),
      ...(sent.has('dryRun') ? [query('dry_run', { type: 'boolean', default: false })] : []),
      ...(sent.has('as') ? [query('as', text('`visitor` or `member:` and an id.'))] : []),
      ...(sent.has('as') || sent.has('at') ? [query('at', { type: 'string', format: 'date-time' })] : []),
      ...(named.includes('if-match') ? [header('If-Match', text('The `ETag` of the version.'))] : []),
      ...(sent.has('key') ? [header('Idempotency-Key', { type: 'string', format: 'uuid' })] : []),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      '2XX': path.endsWith('.csv')
        ? { description: 'A CSV file.', content: { 'text/csv': {} } }
        : {
            description: list ? 'A page of the list.' : 'Done. Without a body the status is 204.',
            content: {
              'application/json': list ? { schema: { $ref: '#/components/schemas/List' } } : {},
            },
          },
      default: {
        description: 'A problem.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const listParameters = ({ sort, filters }: ListRules): Json[] => [
  query('page', { type: 'integer', minimum: 1, default: 1 }),
  query('per_page', { type: 'integer', minimum: 1, maximum: 200, default: 25 }),
  query('sort', {
    enum: [...new Set(sort.map((field) => field.replace(/^-/, '')))].flatMap((field) => [field, `-${field}`]),
    default: sort[0],
  }),
  query('q', text('Words that are searched for.')),
  query('ids', { type: 'string', pattern: '^\\d+(,\\d+)*$' }),
  ...filters.map((name) => query(name, { type: 'string' })),
];

function contentOf(sent: ReadonlySet<Sent>, body: Type | null, schemas: Record<string, Json>): Json | null {
  if (sent.has('csv')) return { 'text/csv': { schema: { type: 'string' } } };
  if (sent.has('item')) {
    const schema = { type: 'object', description: 'Fields of the object, as in docs/catalogue.md.' };
    return { 'application/json': { schema } };
  }
  return body && { 'application/json': { schema: bodySchema(body, schemas) } };
}

const byName = (entries: readonly (readonly [string, unknown])[]): Json =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
