import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, never> };
}

/** A receiver of webhooks on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** What it answers. Null: nothing, for ever. */
  answer: ((request: Received) => { status: number; body?: string; location?: string } | null) | null = null;
  private readonly server: Server;
  private readonly open: ServerResponse[] = [];

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const got = {
          path: request.url!,
          headers: request.headers,
          text,
          body: JSON.parse(text) as Received['body'],
        };
        this.received.push(got);
        const answer = this.answer === null ? { status: 204 } : this.answer(got);
        if (answer === null) return void this.open.push(response);
        const { status, body = '', location } = answer;
        response.writeHead(status, location === undefined ? {} : { location }).end(body);
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Answers the requests that have no answer yet. */
  finish(status: number): void {
    for (const response of this.open.splice(0)) response.writeHead(status).end();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get types(): string[] {
    return this.received.map(({ body }) => body.type);
  }

  get ids(): unknown[] {
    return this.received.map(({ body }) => body.data.id);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Verifies a message as docs/webhooks.md tells receivers to, except for its time, which is that of the test clock. */
export function isSigned(secret: string, { headers, text }: Received): boolean {
  const id = String(headers['webhook-id']);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(id, at, text);
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
