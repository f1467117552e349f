import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { testCard } from '../../../src/demo-bank';
import { decodeForm } from './form';
import { checkRequest } from './request-check';
import { WireAccount } from './wire-account';
import type { WireEndpoint } from './wire-endpoints';
import { wireErrorOf } from './wire-errors';
import { secondsOf } from './wire-objects';
import { printed } from './wire-print';

interface Answer {
  readonly status: number;
  readonly body: object;
  /** Whether it is the answer to an earlier request with the same key. */
  readonly isRepeated?: boolean;
}

/**
 * An account at Stripe, as far as the adapter uses it: the rules of the demo bank, in Stripe's wire form, on a loopback port. Every
 * request is checked against the schemas of the pinned package.
 */
export class WireServer {
  /** Requests by method and path. */
  readonly calls: string[] = [];
  /** What the schemas do not allow; a test expects none. */
  readonly faults: string[] = [];
  /** The keys of requests that were answered. */
  private readonly keys = new Set<string>();
  private readonly objects: WireAccount;
  private readonly server: Server;

  /**
   * @param key the key that clients must have
   * @param now the account's time
   */
  private constructor(
    public key: string,
    private readonly now: () => Date,
  ) {
    this.objects = new WireAccount(now, () => `http://127.0.0.1:${this.port}`);
    this.server = createServer((request, response) => {
      void this.answer(request).then(({ status, body, isRepeated }) => {
        response.writeHead(status, {
          ...{ 'content-type': 'application/json', 'request-id': 'req_wire' },
          ...(isRepeated && { 'idempotent-replayed': 'true' }),
        });
        response.end(JSON.stringify(body));
      });
    });
  }

  static async start(key: string, now: () => Date): Promise<WireServer> {
    const wire = new WireServer(key, now);
    await new Promise<void>((resolve) => wire.server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Where a client finds the server. */
  get address(): { host: string; port: number; protocol: 'http' } {
    return { host: '127.0.0.1', port: this.port, protocol: 'http' };
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }

  /** Decides all open disputes. */
  async decide(outcome: 'won' | 'lost'): Promise<void> {
    const { disputes } = this.objects.bank;
    for (const { ref } of await disputes.undecided()) await disputes.decide(ref, outcome);
  }

  /** The webhook endpoints. */
  get endpoints(): WireEndpoint[] {
    return this.objects.endpoints.all;
  }

  /** The account as `GET /v1/account` prints it. */
  get account(): WireAccount['facts'] {
    return this.objects.facts;
  }

  set account(facts: WireAccount['facts']) {
    this.objects.facts = facts;
  }

  /** A buyer types a card on a page, and answers the question of the card's bank. */
  async pay(url: string, number: string, confirms?: boolean): Promise<void> {
    const ref = url.slice(url.lastIndexOf('/') + 1);
    const card = testCard(number);
    if (!card) throw new Error('no test card');
    await this.objects.bank.submit(ref, { card, name: 'Ada Lovelace', country: 'us', postalCode: '12345' });
    if (confirms !== undefined) await this.objects.bank.confirm(ref, confirms);
  }

  /** The events that an endpoint would get, oldest first, as bodies with their signatures. */
  async eventsFor({ secret }: WireEndpoint): Promise<{ body: string; signature: string }[]> {
    const events = (await this.objects.events()).reverse();
    const at = secondsOf(this.now());
    return events.map((event) => {
      const body = JSON.stringify(printed(event, []));
      const hash = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return { body, signature: `t=${at},v1=${hash}` };
    });
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const form = decodeForm(request.method === 'POST' ? await readAll(request) : url.searchParams.toString());
    const path = url.pathname.split('/').slice(2).map(decodeURIComponent);
    const method = request.method ?? '';
    this.calls.push(`${method} /v1/${path.join('/')}`);
    if (request.headers.authorization !== `Bearer ${this.key}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } };
    this.faults.push(...checkRequest(method, path, form));
    try {
      const key = String(request.headers['idempotency-key'] ?? '');
      const body = await this.objects.act({ method, path, form, key });
      const isRepeated = key !== '' && this.keys.has(key);
      this.keys.add(key);
      return { status: 200, body: printed(body, (form.expand ?? []) as string[]), isRepeated };
    } catch (error) {
      const { status, error: said } = wireErrorOf(error);
      return { status, body: { error: said } };
    }
  }
}
