import { HttpError } from 'react-admin';
import { labelOf } from '../texts';
import type { Problem } from './generated';

type FieldProblem = NonNullable<Problem['errors']>[number];

/** What a request needs beside its path, which begins after `/staff/api`. */
export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a file is sent byte by byte, as `type`. */
  readonly body?: object | Blob;
  /** The type of a file. Default: CSV. */
  readonly type?: 'text/csv' | 'application/octet-stream';
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * False: the caller handles a missing session, as while logging in. Default: the person is asked to log in, and the request is sent
   * again.
   */
  readonly asks?: boolean;
}

export interface Received<T> {
  readonly data: T;
  /** The version of what was received, for `If-Match`. */
  readonly etag: string | null;
}

/** What the person must do before a request is sent again: log in, or prove who they are. */
export type Demand = 'login' | 'proof';

type Gate = (demand: Demand) => Promise<boolean>;

let gate: Gate | null = null;

/** Sets who asks the person. The gate resolves to false if the person gives up. */
export function setGate(asks: Gate | null): void {
  gate = asks;
}

const DEMANDS: Readonly<Record<string, Demand>> = { 'login-required': 'login', 'proof-required': 'proof' };

/** Sends a request to the API for staff. @throws HttpError whose `body.slug` names the problem */
export async function send<T>(path: string, sent: Sent = {}): Promise<Received<T>> {
  const response = await request(path, sent);
  const received = response.ok ? await content<T>(response) : null;
  if (received) return { ...received, etag: response.headers.get('etag') };
  const error = response.ok ? unexpected(response) : await errorOf(response);
  const demand = DEMANDS[slugOf(error)];
  if (demand && sent.asks !== false && gate && (await gate(demand))) return send(path, sent);
  throw error;
}

/** The address of a path of the API, for links to files. */
export const addressOf = (path: string): string => `/staff/api${path}`;

/** The kind of a refusal, as `changed` or `login-required`; empty if it is none. */
export const slugOf = (error: unknown): string =>
  error instanceof HttpError ? ((error.body as { slug?: string } | undefined)?.slug ?? '') : '';

async function request(
  path: string,
  { method = 'GET', body, type: fileType = 'text/csv', headers = {} }: Sent,
): Promise<Response> {
  const changes = method !== 'GET';
  const isFile = body instanceof Blob;
  const type = isFile ? fileType : 'application/json';
  try {
    return await fetch(addressOf(path), {
      method,
      headers: { ...(changes && { 'content-type': type }), ...headers },
      body: changes ? (isFile ? body : JSON.stringify(body ?? {})) : null,
      credentials: 'same-origin',
    });
  } catch {
    throw new HttpError('The service cannot be reached. Please try again.', 0, { slug: 'unreachable' });
  }
}

/** What was received; null if it is not an answer of this API, such as the page of a proxy. */
async function content<T>(response: Response): Promise<{ data: T } | null> {
  if (response.status === 204) return { data: {} as T };
  const [type] = (response.headers.get('content-type') ?? '').split(';', 1);
  const isSaved = response.headers.get('content-disposition')?.startsWith('attachment') ?? false;
  // As text it would lose its byte order mark, by which spreadsheet programs recognise UTF-8.
  if (type === 'text/csv' || isSaved) return { data: (await response.blob()) as T };
  if (type !== 'application/json') return null;
  const data: unknown = await response.json().catch(() => null);
  return typeof data === 'object' && data !== null && !isEnvelope(data) ? { data: data as T } : null;
}

/** Whether this is a refusal of the public API, which comes with status 200. */
const isEnvelope = (data: object): boolean =>
  'messages' in data && 'status' in data && data.status === 'error';

const unexpected = ({ status }: Response): HttpError =>
  new HttpError(
    'The service has not answered as it should, so nothing may have been done. Please try again.',
    status,
    {
      slug: 'unexpected',
    },
  );

async function errorOf(response: Response): Promise<HttpError> {
  const problem = (await response.json().catch(() => ({ title: response.statusText }))) as Partial<Problem>;
  const { title = '', detail, type = '', errors = [] } = problem;
  const unnamed = errors.filter(({ pointer }) => pointer.replace(/^#\/?/, '') === '');
  const text = [detail ?? title, ...unnamed.map(({ detail: more }) => more)].join(' ');
  const slug = type.split('/').at(-1) ?? '';
  const fields = byField(errors);
  return new HttpError(text, response.status, {
    slug,
    ...(Object.keys(fields).length > 0 && {
      errors: { ...fields, root: { serverError: `${text}. ${texts(errors)}` } },
    }),
  });
}

/** The most faults that the message names; the fields show all. */
const NAMED = 3;

/** The faults with the fields as the app calls them. */
function texts(errors: readonly FieldProblem[]): string {
  const named = errors
    .slice(0, NAMED)
    .map(({ pointer, detail }) => `${pathOf(pointer).map(labelOf).join(' › ')} ${detail}`);
  const more = errors.length > NAMED ? [`${errors.length - NAMED} more`] : [];
  return [...named, ...more].join('; ');
}

const pathOf = (pointer: string): string[] =>
  pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));

/** The faults as nested objects, as forms want them: `{ links: { 0: { url: '…' } } }`. */
function byField(errors: readonly FieldProblem[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { pointer, detail } of errors) {
    const path = pathOf(pointer);
    const last = path.pop();
    if (last === undefined) continue;
    let at = fields;
    for (const part of path) {
      if (typeof at[part] !== 'object') at[part] = {};
      at = at[part] as Record<string, unknown>;
    }
    at[last] ??= detail;
  }
  return fields;
}
