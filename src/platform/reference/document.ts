import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { shapeOf } from '#libs/validation';
import { API_PATH } from '#platform/http';
import { FIELD_ERRORS, failureSchema, isTemplate, SHARED_MESSAGES, templateSchema } from './failures';
import { type Handler, handlersOf } from './handlers';
import { type Schema, schemaOf } from './operation.decorator';

const INTRODUCTION = `One API for many fan clubs. Every request carries the parameter \`key\`, the API key of a fan club. A POST can
have it in its body instead.

The HTTP status is 200 whatever the outcome; the field \`status\` of the answer is \`ok\` or \`error\`. The only other status is
404, for an unknown path. A failure has \`messages\`, a list of sentences for the user.

Bodies are JSON or forms with bracket names (\`contact[email]=…\`). GET requests also answer by JSONP, with the parameter
\`callback\`. Unknown parameters and fields are ignored.`;

const SCHEMA_REF = /#\/components\/schemas\/(\w+)/g;

type Mutable = Record<string, unknown>;
type Operation = Mutable & { operationId: string; parameters: Mutable[]; requestBody?: Mutable };

/**
 * The OpenAPI 3.1 document of the API, made from the handlers with `@Operation`, their queries and bodies, and the classes of
 * their answers.
 * @throws Error for a handler whose description is incomplete
 */
export function createDocument(app: INestApplication): OpenAPIObject {
  const handlers = handlersOf(app);
  const document = SwaggerModule.createDocument(app, config(handlers), {
    ignoreGlobalPrefix: true,
    // A handler with several paths has one description; Swagger numbers them: `find[0]`, `find[1]`.
    operationIdFactory: (controller, method) => `${controller}_${method.replace(/\[\d+\]$/, '')}`,
  });
  const bodies = new Set<string>();
  document.paths = pathsOf(document, handlers, bodies);
  addSchemas(document, handlers, bodies);
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
  { paths }: OpenAPIObject,
  handlers: ReadonlyMap<string, Handler>,
  bodies: Set<string>,
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
        bodies,
      }) as never;
    }
  }
  return result;
}

function operation(
  path: string,
  method: string,
  found: Operation,
  { facts, access, chapter, allowsJsonp }: Handler,
  { id, bodies }: { id: string; bodies: Set<string> },
): Mutable {
  const body = bodyRef(found);
  if (body) bodies.add(body);
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
    ...(body && { requestBody: { required: true, content: bothTypes(`#/components/schemas/${body}`) } }),
    responses: {
      200: {
        description: '`status` is `ok` or `error`.',
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

const bothTypes = ($ref: string): Mutable => ({
  'application/json': { schema: { $ref } },
  'application/x-www-form-urlencoded': { schema: { $ref } },
});

function bodyRef({ requestBody }: Operation): string | null {
  const text = JSON.stringify(requestBody ?? {});
  return /#\/components\/schemas\/(\w+)/.exec(text)?.[1] ?? null;
}

function pathParameters(path: string): Mutable[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

const nameOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

function addSchemas(
  document: OpenAPIObject,
  handlers: ReadonlyMap<string, Handler>,
  bodies: ReadonlySet<string>,
): void {
  const components = (document.components ??= {});
  const schemas = (components.schemas ??= {}) as Record<string, Mutable>;
  const requested = withNested(bodies, schemas);
  for (const [name, schema] of Object.entries(schemas)) {
    // Answers have no other fields; requests may.
    if (!requested.has(name)) schema.additionalProperties = false;
  }
  for (const handler of handlers.values()) {
    if (handler.body) addOthers(handler, schemas);
    Object.assign(schemas, outcomeSchemas(handler));
  }
  Object.assign(schemas, SHARED_MESSAGES, { FieldErrors: FIELD_ERRORS, JsonValue: JSON_VALUE });
  removeUnused(document, schemas);
  components.parameters = { callback: CALLBACK };
  components.responses = { NotFound: NOT_FOUND };
}

/** The names with those of the schemas that they contain. */
function withNested(names: ReadonlySet<string>, schemas: Record<string, Mutable>): Set<string> {
  const all = new Set(names);
  for (const name of all) {
    for (const [, nested] of JSON.stringify(schemas[name] ?? {}).matchAll(SCHEMA_REF)) {
      all.add(nested);
    }
  }
  return all;
}

/** Removes the schemas of classes that no operation of the API uses, such as those of hosted pages. */
function removeUnused({ paths }: OpenAPIObject, schemas: Record<string, Mutable>): void {
  const direct = [...JSON.stringify(paths).matchAll(SCHEMA_REF)].map(([, name]) => name);
  const used = withNested(new Set(direct), schemas);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

/** Describes the fields that a body's class collects under names of any kind. */
function addOthers({ body }: Handler, schemas: Record<string, Mutable>): void {
  for (const type of [body!, ...[...shapeOf(body!).fields.values()].filter((nested) => nested !== null)]) {
    const { others } = shapeOf(type);
    const schema = schemas[type.name];
    if (!others || !schema) continue;
    const named = Object.fromEntries(others.examples.map((name) => [name, others.schema]));
    schema.properties = { ...(schema.properties as object), ...named };
    if (others.examples.length === 0) schema.patternProperties = { [others.pattern.source]: others.schema };
  }
}

function outcomeSchemas(handler: Handler): Record<string, Schema> {
  const { facts } = handler;
  const name = nameOf(facts.id);
  return {
    [`${name}Success`]: facts.bare ? schemaOf(facts.bare) : successSchema(handler),
    [`${name}Failure`]: failureSchema(handler),
  };
}

function successSchema({ facts: { answer = {}, optional = [], confirms } }: Handler): Schema {
  const fields = Object.entries(answer).map(([name, shape]) => [name, schemaOf(shape)] as const);
  const messages = confirms && {
    type: 'array',
    prefixItems: confirms.map((text) =>
      isTemplate(text) ? templateSchema(text) : { type: 'string', const: text },
    ),
    items: false,
    minItems: confirms.length,
  };
  return {
    type: 'object',
    required: [
      'status',
      ...(messages ? ['messages'] : []),
      ...Object.keys(answer).filter((name) => !optional.includes(name)),
    ],
    additionalProperties: false,
    properties: {
      status: { type: 'string', const: 'ok' },
      ...(messages && { messages }),
      ...Object.fromEntries(fields),
    },
  };
}

const CALLBACK = {
  name: 'callback',
  in: 'query',
  description:
    'Answers with a script that calls this function (JSONP). For browsers and pages that cannot use CORS.',
  schema: {
    type: 'string',
    maxLength: 128,
    pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*){0,4}$',
  },
} as const;

const NOT_FOUND = {
  description: 'Unknown path or method.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status', 'messages'],
        additionalProperties: false,
        properties: {
          status: { type: 'string', const: 'error' },
          messages: {
            type: 'array',
            minItems: 1,
            maxItems: 1,
            items: { type: 'string', const: 'The requested resource was not found on the server.' },
          },
        },
      },
    },
  },
};

/** Any JSON value, as custom fields may have. */
const JSON_VALUE = {
  description: 'Any JSON value.',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { $ref: '#/components/schemas/JsonValue' } },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/JsonValue' } },
  ],
};

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
