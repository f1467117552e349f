import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_PATH } from '#platform/http';
import { completeBody, requestBody } from './bodies';
import { CALLBACK, HEADERS, JSON_VALUE, NOT_FOUND } from './components';
import { type Handler, handlersOf } from './handlers';
import { classesOf, schemaOf, type Shape } from './operation.decorator';
import { FIELD_ERRORS, nameOf, outcomeSchemas, SHARED_MESSAGES } from './outcomes';

const INTRODUCTION = `One API for many fan clubs. Every request carries the parameter \`key\`, the API key of a fan club. A POST can
have it in its body instead.

The HTTP status is 200 whatever the outcome; the field \`status\` of the answer is \`ok\` or \`error\`. The only other status is
404, for an unknown path. A failure has \`messages\`, a list of sentences for the user.

Bodies are JSON or forms. In a form, the fields of an object have its name and brackets (\`contact[email]=…\`,
\`customer[password_attributes][password]=…\`), the items of a list empty brackets (\`name[]=…\`), and true is \`true\`. Unknown
parameters and fields are ignored.

GET requests also answer by JSONP, with the parameter \`callback\`. With \`_method=POST\` as well, a GET runs the POST of its path,
with the query as its body, if the website is trusted.

Requests of websites that the fan club does not trust are answered as if nobody were logged in. Log-in and registration refuse
them.`;

/** The keyword with which a schema names the one from which it derives. */
const BASE = 'x-extends';
const SCHEMA_REF = /#\/components\/schemas\/(\w+)/g;

type Mutable = Record<string, unknown>;
type Schemas = Record<string, Mutable>;
type Operation = Mutable & { operationId: string; parameters: Mutable[] };

/**
 * The OpenAPI 3.1 document of the API, made from the handlers with `@Operation`, their queries and bodies, and the classes of
 * their answers.
 * @throws Error for a handler whose description is incomplete, and for a class that both a body and an answer use
 */
export function createDocument(app: INestApplication): OpenAPIObject {
  const handlers = handlersOf(app);
  const document = SwaggerModule.createDocument(app, config(handlers), {
    ignoreGlobalPrefix: true,
    // A handler with several paths has one description; Swagger numbers them: `find[0]`, `find[1]`.
    operationIdFactory: (controller, method) => `${controller}_${method.replace(/\[\d+\]$/, '')}`,
  });
  const schemas = ((document.components ??= {}).schemas ??= {}) as Schemas;
  assertSeparate(handlers, schemas);
  nameBases(handlers, schemas);
  closeAnswers(handlers, schemas);
  for (const { body } of handlers.values()) if (body) completeBody(body, schemas);
  document.paths = pathsOf(document, handlers);
  addSchemas(document, handlers);
  return sorted(JSON.parse(JSON.stringify(document)) as OpenAPIObject);
}

function config(handlers: ReadonlyMap<string, Handler>): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Fan club membership service')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(API_PATH, 'This service')
    .addSecurity('key', {
      type: 'apiKey',
      in: 'query',
      name: 'key',
      description:
        'The API key of the fan club. It is public: it selects the fan club and grants nothing else.',
    })
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'fanclub_session',
      description:
        'The cookie of a log-in. Its name is `fanclub_session_` and the id of the fan club, over HTTPS with `__Host-` before it.',
    })
    .addSecurity('organization', {
      type: 'apiKey',
      in: 'header',
      name: 'Api-Key',
      description: 'The secret key of the organization that owns the fan club.',
    });
  const chapters = new Map([...handlers.values()].map(({ chapter }) => [chapter.name, chapter.description]));
  for (const [name, description] of [...chapters].sort()) builder.addTag(name, description);
  return builder.build();
}

/** The paths of the API, each operation with its security, body and answers. Other routes are left out. */
function pathsOf(
  { paths, components }: OpenAPIObject,
  handlers: ReadonlyMap<string, Handler>,
): OpenAPIObject['paths'] {
  const result: OpenAPIObject['paths'] = {};
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, found] of Object.entries(item as Record<string, Operation>)) {
      const handler = handlers.get(found.operationId);
      if (!handler) continue;
      const isAlias = seen.has(handler.facts.id);
      seen.add(handler.facts.id);
      (result[path] ??= {} as never)[method as 'get'] = operation(path, method, found, handler, {
        id: isAlias ? `${handler.facts.id}Alias` : handler.facts.id,
        schemas: components!.schemas as Schemas,
      }) as never;
    }
  }
  return result;
}

function operation(
  path: string,
  method: string,
  found: Operation,
  { facts, access, chapter, allowsJsonp, body }: Handler,
  { id, schemas }: { id: string; schemas: Schemas },
): Mutable {
  const session = access.kind === 'customer' ? [{ key: [], session: [] }] : [{ key: [] }];
  const optional = access.kind === 'visitor' && access.session ? [{ key: [], session: [] }] : [];
  return {
    operationId: id,
    summary: facts.summary,
    ...(facts.description && { description: facts.description }),
    tags: [chapter.name],
    security: access.kind === 'partner' ? [{ key: [], organization: [] }] : [...session, ...optional],
    parameters: [
      ...pathParameters(path),
      ...found.parameters.filter((parameter) => parameter.in === 'query'),
      ...(method === 'get' && allowsJsonp ? [{ $ref: '#/components/parameters/callback' }] : []),
    ],
    ...(body && { requestBody: requestBody(body, schemas) }),
    responses: {
      200: {
        description: '`status` is `ok` or `error`.',
        headers: Object.fromEntries(
          Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
        content: {
          'application/json': {
            schema: {
              oneOf: [
                { $ref: `#/components/schemas/${nameOf(facts.id)}Success` },
                { $ref: `#/components/schemas/${nameOf(facts.id)}Failure` },
              ],
            },
          },
        },
      },
      404: { $ref: '#/components/responses/NotFound' },
    },
  };
}

function pathParameters(path: string): Mutable[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

/** A field of an answer is described by its class, and a body may have unknown fields: no class can be both. */
function assertSeparate(handlers: ReadonlyMap<string, Handler>, schemas: Schemas): void {
  const answered = withNested(answerNames(handlers), schemas);
  const both = [...withNested(bodyNames(handlers), schemas)].filter((name) => answered.has(name));
  if (both.length > 0) throw new Error(`in bodies and in answers: ${both.join(', ')}`);
}

/** An answer whose base class is described too refers to it, so that the types of the client derive from each other. */
function nameBases(handlers: ReadonlyMap<string, Handler>, schemas: Schemas): void {
  for (const type of [...handlers.values()].flatMap(answerShapes).flatMap(classesOf)) {
    const base = Object.getPrototypeOf(type) as { name: string };
    if (base.name in schemas) schemas[type.name][BASE] = `#/components/schemas/${base.name}`;
  }
}

/** Answers have no fields beside those of their classes; requests may. */
function closeAnswers(handlers: ReadonlyMap<string, Handler>, schemas: Schemas): void {
  for (const name of withNested(answerNames(handlers), schemas)) schemas[name].additionalProperties = false;
}

const bodyNames = (handlers: ReadonlyMap<string, Handler>): string[] =>
  [...handlers.values()].flatMap(({ body }) => (body ? [body.name] : []));

const answerNames = (handlers: ReadonlyMap<string, Handler>): string[] =>
  [...handlers.values()].flatMap(answerShapes).flatMap((shape) => namesIn(schemaOf(shape)));

const answerShapes = ({ facts: { answer = {}, bare } }: Handler): Shape[] => [
  ...Object.values(answer),
  ...(bare ? [bare] : []),
];

function addSchemas(document: OpenAPIObject, handlers: ReadonlyMap<string, Handler>): void {
  const components = document.components!;
  const schemas = components.schemas as Schemas;
  for (const handler of handlers.values()) Object.assign(schemas, outcomeSchemas(handler));
  Object.assign(schemas, SHARED_MESSAGES, { FieldErrors: FIELD_ERRORS, JsonValue: JSON_VALUE });
  removeUnused(document, schemas);
  components.headers = HEADERS;
  components.parameters = { callback: CALLBACK };
  components.responses = { NotFound: NOT_FOUND };
}

/** The names of the schemas to which a value refers. */
const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? {}).matchAll(SCHEMA_REF)].map(([, name]) => name);

/** The names with those of the schemas that they contain. */
function withNested(names: Iterable<string>, schemas: Schemas): Set<string> {
  const all = new Set(names);
  for (const name of all) {
    for (const nested of namesIn(schemas[name])) all.add(nested);
  }
  return all;
}

/** Removes the schemas of classes that no operation of the API uses, such as those of hosted pages. */
function removeUnused({ paths }: OpenAPIObject, schemas: Schemas): void {
  const used = withNested(namesIn(paths), schemas);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

/** The document with its components by name, so that it does not depend on the order of modules. */
function sorted(document: OpenAPIObject): OpenAPIObject {
  const byName = <T extends object>(parts: T): T =>
    Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
  const { components } = document;
  return {
    ...document,
    paths: byName(document.paths),
    components: { ...components, schemas: byName(components!.schemas!) },
  };
}
