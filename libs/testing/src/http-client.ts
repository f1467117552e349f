import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http';
import { CookieJar } from './cookie-jar';
import { assertDocumented } from './documented';
import { assertWireRules, type Exchange } from './wire-rules';

/** The response to a request. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed text. Throws an error with the text if it is not JSON. */
  readonly json: T;
}

export interface RequestOptions {
  headers?: OutgoingHttpHeaders;
  /** An object is sent as JSON. A text is sent unchanged; its content type must be in `headers`. */
  body?: object | string;
}

/**
 * One visitor with cookies. Sends only the given headers, without those that `fetch` adds. By default every request has its own
 * connection, so that a server under test can close immediately. A response of the API that violates the wire rules fails the
 * request, see {@link assertWireRules}.
 */
export class HttpClient {
  readonly cookies = new CookieJar();

  /**
   * @param baseUrl the base of relative paths, for instance `http://127.0.0.1:3000/api/v1`
   * @param headers sent with every request; headers of a single request take precedence
   * @param agent keeps connections for the next request; with false, each request has its own connection
   */
  constructor(
    private readonly baseUrl: string,
    private readonly headers: OutgoingHttpHeaders = {},
    private readonly agent: Agent | false = false,
  ) {}

  get<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    return this.request('GET', path, options);
  }

  post<T>(path: string, body?: object | string, options: RequestOptions = {}): Promise<Answer<T>> {
    return this.request('POST', path, { ...options, body });
  }

  /**
   * @throws WireViolation for a response of the API that violates the wire rules; an error of the connection, with `reusedSocket`: true if
   *   an earlier request used the connection, so that the server may have closed it before this request
   */
  async request<T>(method: string, path: string, { headers, body }: RequestOptions = {}): Promise<Answer<T>> {
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
    const payload = isJson ? JSON.stringify(body) : body;
    const cookie = this.cookies.header();
    const outgoing = httpRequest(this.baseUrl + path, {
      method,
      agent: this.agent,
      headers: {
        ...(isJson && { 'content-type': 'application/json' }),
        ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
        ...(cookie !== null && { cookie }),
        ...this.headers,
        ...headers,
      },
    });
    outgoing.end(payload);
    const received = await answerTo<T>(outgoing);
    const { status, headers: answered, text } = received;
    const sent = outgoing.getHeaders();
    const exchange: Exchange = {
      method,
      path: outgoing.path,
      sent,
      ...(typeof payload === 'string' && { body: payload }),
      status,
      headers: answered,
      text,
    };
    assertWireRules(exchange);
    assertDocumented(exchange);
    this.cookies.store(answered['set-cookie'] ?? []);
    return received;
  }
}

function answerTo<T>(outgoing: ClientRequest): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', (error) => reject(Object.assign(error, { reusedSocket: outgoing.reusedSocket })));
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve(answer<T>(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks).toString()));
      });
    });
  });
}

function answer<T>(status: number, headers: IncomingHttpHeaders, text: string): Answer<T> {
  return {
    status,
    headers,
    text,
    get json() {
      try {
        return JSON.parse(text) as T;
      } catch {
        throw new Error(`Not JSON (status ${status}): ${text.slice(0, 500)}`);
      }
    },
  };
}
