import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeBody } from './bodies';
import { type Described, handlersOf, type Method } from './handlers';
import { completeAnswers, removeUnused, sorted } from './schemas';
import type { Mutable, Schemas } from './shapes';

/** An operation as `@nestjs/swagger` has found it. */
export interface Found {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly parameters: readonly Mutable[];
  /** What `@ApiBody` says; undefined without it. */
  readonly requestBody?: Mutable;
}

/** A kind of document: which handlers it has, and what it says of them. */
export interface Kind<H extends Described> {
  /** What the document needs of a handler; null if the handler does not belong to it. @throws Error if something is missing */
  describe(this: void, method: Method): H | null;
  /** The document without its paths and schemas. */
  head(this: void, handlers: readonly H[]): Omit<OpenAPIObject, 'paths'>;
  /** An operation without its id. */
  operation(this: void, found: Found, handler: H, schemas: Schemas): Mutable;
  /** Components beside the schemas of classes. */
  components(
    this: void,
    handlers: readonly H[],
  ): { readonly schemas: Schemas } & Readonly<Record<string, object>>;
}

/**
 * An OpenAPI 3.1 document, made from the decorators of handlers, their queries and bodies, and the classes of their answers.
 * @throws Error for a handler whose description is incomplete, and for a class that both a body and an answer use
 */
export function createDocument<H extends Described>(app: INestApplication, kind: Kind<H>): OpenAPIObject {
  const handlers = handlersOf(app, kind.describe);
  const all = [...handlers.values()];
  const document = SwaggerModule.createDocument(app, kind.head(all), {
    ignoreGlobalPrefix: true,
    // A handler with several paths has one description; Swagger numbers them: `find[0]`, `find[1]`.
    operationIdFactory: (controller, method) => `${controller}_${method.replace(/\[\d+\]$/, '')}`,
  });
  const schemas = ((document.components ??= {}).schemas ??= {}) as Schemas;
  completeAnswers(all, schemas);
  for (const { body } of all) if (body) completeBody(body, schemas);
  document.paths = pathsOf(document, handlers, kind);
  const { schemas: added, ...others } = kind.components(all);
  Object.assign(schemas, added);
  removeUnused(document, schemas);
  Object.assign(document.components, others);
  return sorted(JSON.parse(JSON.stringify(document)) as OpenAPIObject);
}

/** The paths of the handlers. Other routes are left out. */
function pathsOf<H extends Described>(
  { paths, components }: OpenAPIObject,
  handlers: ReadonlyMap<string, H>,
  kind: Kind<H>,
): OpenAPIObject['paths'] {
  const result: Record<string, Record<string, Mutable>> = {};
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, found] of Object.entries(item as Record<string, Found & { operationId: string }>)) {
      const handler = handlers.get(found.operationId);
      if (!handler) continue;
      const operationId = seen.has(handler.id) ? `${handler.id}Alias` : handler.id;
      seen.add(handler.id);
      const { parameters, requestBody } = found;
      const described = { path, method, parameters, requestBody };
      (result[path] ??= {})[method] = {
        operationId,
        ...kind.operation(described, handler, components!.schemas as Schemas),
      };
    }
  }
  return result;
}

/** The parameters in a path: numbers if they are called `id` or end in `Id`. */
export function pathParameters(path: string): Mutable[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: /^id$|Id$/.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}
