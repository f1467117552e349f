import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Schema } from './needed-fields';

/** The schemas of an answer or a body by media type. */
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** An operation of an OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The part of an OpenAPI document that the checks read. */
export interface OpenApi {
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, object>>;
}

/** An operation and its place in the document. */
export interface Found {
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly operation: Operation;
}

/** Finds operations of an OpenAPI document by address, and validates values against its schemas. */
export class ApiDocument {
  /** Each process compiles these schemas again, which takes longer than to validate the answers of a test run. */
  private readonly ajv = new Ajv({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly paths: readonly (readonly [path: string, pattern: RegExp])[];

  constructor(private readonly document: OpenApi) {
    addFormats(this.ajv);
    this.ajv.addFormat('password', true);
    this.ajv.addSchema(document, 'openapi');
    // Paths without parameters first: `/orders/latest` also matches `/orders/{id}`. The same goes for `/lists/{id}.csv`.
    this.paths = Object.keys(document.paths)
      .sort((a, b) => a.split('{').length - b.split('{').length || b.length - a.length)
      .map((path) => [path, patternOf(path)]);
  }

  /** The operation of an address without its query; null if the document has none. @param method in lower case */
  find(method: string, address: string): Found | null {
    for (const [path, pattern] of this.paths) {
      const operation = (this.document.paths[path] as Record<string, Operation>)[method];
      if (operation && pattern.test(address)) return { path, method, operation };
    }
    return null;
  }

  /** The schema that a `$ref` refers to. */
  schema = (ref: string): Schema => this.document.components!.schemas![ref.split('/').at(-1)!];

  /** Validates against the part of the document at the end of these steps. */
  validator(...steps: readonly string[]): ValidateFunction {
    const pointer = steps.map((step) => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1')));
    return this.compiled(`#/${pointer.join('/')}`, () => ({ $ref: `openapi#/${pointer.join('/')}` }));
  }

  /** Validates against a schema, which is compiled once for each name. */
  compiled(name: string, schema: () => Schema): ValidateFunction {
    let validate = this.validators.get(name);
    if (!validate) this.validators.set(name, (validate = this.ajv.compile(schema())));
    return validate;
  }
}

/** The first faults that a validation has found, on one line. @param isShown false leaves a fault out */
export const explained = (
  { errors }: ValidateFunction,
  isShown: (schemaPath: string) => boolean = () => true,
): string =>
  (errors ?? [])
    .filter(({ schemaPath }) => isShown(schemaPath))
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
