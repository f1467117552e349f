import { ApiDocument, explained, type OpenApi } from './api-document';
import { Undocumented } from './undocumented';
import type { Exchange } from './wire-rules';

/** An API with a document that describes its answers by status and media type. */
interface Api {
  readonly base: string;
  make(): OpenApi;
}

const apis: Api[] = [];

/** Compiled schemas are kept for each document, because services of one process may share one. */
const documents = new WeakMap<OpenApi, ApiDocument>();

function documentOf(api: Api): ApiDocument {
  const made = api.make();
  let document = documents.get(made);
  if (!document) documents.set(made, (document = new ApiDocument(made)));
  return document;
}

/**
 * From now on, the test clients check the answers below an address against a document.
 * @param base an address without a trailing slash; the document's paths contain it. A later document of the same address replaces it
 * @param make is called for each answer
 */
export function documentApi(base: string, make: () => OpenApi): void {
  const known = apis.findIndex((api) => api.base === base);
  apis.splice(known < 0 ? apis.length : known, known < 0 ? 0 : 1, { base, make });
}

/**
 * Checks an answer against the document of its API: its status, or `default`; its media type; and the fields of JSON. Only an answer
 * with status 404 may have no operation.
 *
 * @throws Undocumented with what the document lacks
 */
export function documentedByStatus({ method, path, status, headers, text }: Exchange): void {
  const address = path.split('?', 1)[0].replace(/\/$/, '');
  const api = apis.find(({ base }) => address.startsWith(`${base}/`));
  if (!api) return;
  const document = documentOf(api);
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const found = document.find(verb, address);
  if (!found) {
    if (status === 404) return;
    throw new Undocumented(`the document has no operation ${method} ${address}`);
  }
  const { operation } = found;
  const at = `${operation.operationId}, status ${status}`;
  const key = String(status) in operation.responses ? String(status) : 'default';
  const content = operation.responses[key]?.content ?? {};
  const type = String(headers['content-type'] ?? '').split(';', 1)[0];
  // At a host name that does not serve the API, its paths are unknown.
  if (status === 404 && type === 'application/json') return;
  // A request that is not HTTP is refused before it has a route.
  if (status === 400 && type === '' && text === '') return;
  if (type === '' && text === '' && Object.keys(content).length === 0) return;
  if (!(type in content)) throw new Undocumented(`${at}: the document has no answer of the type "${type}"`);
  if (!content[type].schema || method === 'HEAD') return;
  const place = ['paths', found.path, verb, 'responses', key, 'content', type, 'schema'];
  // Operations share schemas, such as that of problems.
  const ref = (content[type].schema as { $ref?: string }).$ref;
  const validate = document.validator(...(ref ? ref.split('/').slice(1) : place));
  if (validate(JSON.parse(text))) return;
  throw new Undocumented(`the document does not allow this answer of ${at}: ${explained(validate)}`);
}
