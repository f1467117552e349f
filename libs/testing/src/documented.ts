import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readAddress } from '#libs/jsonp';
import { neededFields, type Schema } from './needed-fields';
import { type Exchange, jsonOf } from './wire-rules';

const BASE = '/api/v1';

/*
 * Holds the answers of the API against openapi.json, and the bodies of requests that succeed. The test clients check each exchange, in every
 * suite.
 */

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

/** The part of the document that the check reads. */
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Checks answers against the document. Made on first use, because it takes a while to read. */
class Documented {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly document: Document;
  private readonly paths: readonly string[];

  constructor() {
    this.document = JSON.parse(readFileSync(join(__dirname, '../../../openapi.json'), 'utf8')) as Document;
    addFormats(this.ajv);
    this.ajv.addFormat('password', true);
    this.ajv.addSchema(this.document, 'openapi');
    // Paths without parameters first: `/orders/latest` also matches `/orders/{id}`.
    this.paths = Object.keys(this.document.paths).sort((a, b) => a.split('{').length - b.split('{').length);
  }

  faults(method: string, path: string, body: unknown): string[] {
    const found = this.pathOf(method, path);
    if (found === undefined) return [`openapi.json has no operation ${method} ${path}`];
    const { operationId } = this.document.paths[found][method];
    const validate = this.validatorOf(found, method, operationId);
    if (validate(body)) return [];
    return [`openapi.json does not allow this answer of ${operationId}: ${this.explain(validate, body)}`];
  }

  /** The faults of the body of a request that has succeeded: the document requires a field that it does not have. */
  bodyFaults(path: string, body: unknown): string[] {
    const found = this.pathOf('post', path);
    const { operationId, requestBody } = found === undefined ? NO_OPERATION : this.document.paths[found].post;
    if (!requestBody) return [];
    const id = `body of ${operationId}`;
    let validate = this.validators.get(id);
    if (!validate) {
      const { schema } = requestBody.content['application/json'];
      const needed = neededFields(schema, (ref) => this.document.components.schemas[ref.split('/').at(-1)!]);
      this.validators.set(id, (validate = this.ajv.compile(needed)));
    }
    if (validate(body)) return [];
    const names = Object.keys(body).join(', ');
    return [`openapi.json requires other fields of ${operationId}, which has accepted: ${names}`];
  }

  private pathOf(method: string, path: string): string | undefined {
    return this.paths.find(
      (template) => matches(template, path) && this.document.paths[template][method] !== undefined,
    );
  }

  /** Whether a body is the answer for unknown paths. */
  isNotFound(body: unknown): boolean {
    const id = 'NotFound';
    const path = 'openapi#/components/responses/NotFound/content/application~1json/schema';
    if (!this.validators.has(id)) this.validators.set(id, this.ajv.compile({ $ref: path }));
    return this.validators.get(id)!(body);
  }

  private validatorOf(path: string, method: string, id: string): ValidateFunction {
    let validate = this.validators.get(id);
    if (!validate) {
      const pointer = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
      const ref = pointer.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1')));
      this.validators.set(id, (validate = this.ajv.compile({ $ref: `openapi#/${ref.join('/')}` })));
    }
    return validate;
  }

  /** A failure is shown as it is; of a success, only its faults. */
  private explain({ errors }: ValidateFunction, body: unknown): string {
    if ((body as { status?: unknown } | null)?.status === 'error') return JSON.stringify(body);
    return (errors ?? [])
      .filter(({ schemaPath }) => !/Failure\//.test(schemaPath))
      .slice(0, 5)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  }
}

const NO_OPERATION: Operation = { operationId: '' };

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

/** A body as a JSON object; null for any other, such as a form. */
function objectOf(text = ''): object | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}

/** An answer of the API that openapi.json does not allow. */
export class Undocumented extends Error {
  override readonly name = 'Undocumented';
}

/**
 * Checks an answer of the API against openapi.json: that of an operation, or that of all unknown paths. If it is a success, the body of the
 * request must have the fields that the document requires.
 *
 * @throws Undocumented with what the document lacks
 */
export function assertDocumented(exchange: Exchange): void {
  const { path, status } = exchange;
  const { method, url } = readAddress(exchange.method, path, BASE);
  if (!path.startsWith(`${BASE}/`) || !(method === 'GET' || method === 'POST')) return;
  if (status !== 200 && status !== 404) return;
  const body: unknown = JSON.parse(jsonOf(exchange) ?? '');
  if (status === 404) {
    if (!documents().isNotFound(body))
      throw new Undocumented('openapi.json does not allow this answer with status 404');
    return;
  }
  const route = decodeURI(url.slice(BASE.length).split('?', 1)[0].replace(/\/$/, ''));
  const faults = documents().faults(method === 'GET' ? 'get' : 'post', route, body);
  const isAccepted = (body as { status?: unknown } | null)?.status === 'ok';
  const sent = isAccepted && exchange.method === 'POST' ? objectOf(exchange.body) : null;
  if (sent) faults.push(...documents().bodyFaults(route, sent));
  if (faults.length > 0) throw new Undocumented(faults.join('; '));
}

let documented: Documented | undefined;
const documents = (): Documented => (documented ??= new Documented());
