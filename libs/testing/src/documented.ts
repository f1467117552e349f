import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAddress } from '#libs/jsonp';
import { ApiDocument, explained, type OpenApi } from './api-document';
import { documentedByStatus } from './documented-by-status';
import { neededFields } from './needed-fields';
import { Undocumented } from './undocumented';
import { type Exchange, jsonOf } from './wire-rules';

const BASE = '/api/v1';

/*
 * Checks the answers of the API, and the bodies of requests that succeed, against openapi.json. The test clients check each exchange, in
 * every suite.
 */

/** Checks answers against the document. Made on first use, because it takes a while to read. */
class Documented {
  private readonly document = new ApiDocument(
    JSON.parse(readFileSync(join(__dirname, '../../../openapi.json'), 'utf8')) as OpenApi,
  );

  faults(method: string, path: string, body: unknown): string[] {
    const found = this.document.find(method, path);
    if (!found) return [`openapi.json has no operation ${method} ${path}`];
    const { operationId } = found.operation;
    const validate = this.document.validator('paths', found.path, method, ...ANSWER);
    if (validate(body)) return [];
    const isFailure = (body as { status?: unknown } | null)?.status === 'error';
    // A failure is shown as it is. For a success only the faults are shown.
    const why = isFailure
      ? JSON.stringify(body)
      : explained(validate, (schemaPath) => !/Failure\//.test(schemaPath));
    return [`openapi.json does not allow this answer of ${operationId}: ${why}`];
  }

  /** The faults of the body of a request that has succeeded: it does not have a field that the document requires. */
  bodyFaults(path: string, body: unknown): string[] {
    const operation = this.document.find('post', path)?.operation;
    if (!operation?.requestBody) return [];
    const { operationId, requestBody } = operation;
    const validate = this.document.compiled(`body of ${operationId}`, () =>
      neededFields(requestBody.content['application/json'].schema!, this.document.schema),
    );
    if (validate(body)) return [];
    const names = Object.keys(body).join(', ');
    return [`openapi.json requires other fields of ${operationId}, which has accepted: ${names}`];
  }

  /** Whether a body is the answer for unknown paths. */
  isNotFound(body: unknown): boolean {
    return this.document.validator(
      'components',
      'responses',
      'NotFound',
      'content',
      'application/json',
      'schema',
    )(body);
  }
}

const ANSWER = ['responses', '200', 'content', 'application/json', 'schema'];

/** A body as a JSON object; null for any other, such as a form. */
function objectOf(text = ''): object | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text) as object;
  } catch {
    return null;
  }
}

/**
 * Checks an answer of the API against openapi.json: that of an operation, or that of all unknown paths. If it is a success, the body of the
 * request must have the fields that the document requires. Answers of other APIs are checked as {@link documentedByStatus} says.
 *
 * @throws Undocumented with what the document lacks
 */
export function assertDocumented(exchange: Exchange): void {
  const { path, status } = exchange;
  documentedByStatus(exchange);
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
