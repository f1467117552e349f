import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { sendRaw } from '#libs/testing';
import type { Probe } from './probe';

/** What came back for a probe. */
export interface Shot {
  readonly probe: Probe;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds from sending to the end of the answer. */
  readonly ms: number;
}

/** Sends probes to one server, on connections that are kept for the next. */
export class Gun {
  private readonly agent: Agent;

  /** @param atOnce requests under way at the same time */
  constructor(
    private readonly origin: string,
    private readonly atOnce: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  /** Sends all of them; the answers stand in the order of the probes. */
  async fireAll(probes: readonly Probe[]): Promise<Shot[]> {
    const shots = new Array<Shot>(probes.length);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < probes.length) {
        const at = next;
        next += 1;
        shots[at] = await this.fire(probes[at]);
      }
    };
    await Promise.all(Array.from({ length: this.atOnce }, worker));
    return shots;
  }

  /** Sends one. A kept connection that the server has closed meanwhile is no answer: then it is sent again on a new one. */
  async fire(probe: Probe): Promise<Shot> {
    if (probe.raw !== undefined) return this.fireRaw(probe, probe.raw);
    try {
      return await this.send(probe, this.agent);
    } catch {
      return this.send(probe, false);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private async fireRaw(probe: Probe, raw: string): Promise<Shot> {
    const start = performance.now();
    const { status, headers, body: text } = await sendRaw(this.origin, Buffer.from(raw, 'latin1'));
    return { probe, status, headers, text, ms: performance.now() - start };
  }

  private send(probe: Probe, agent: Agent | false): Promise<Shot> {
    const { method, path, headers, body } = probe;
    const start = performance.now();
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const outgoing = request(this.origin, { method, path, agent, headers: { ...headers, ...length } });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers: answered } = incoming;
          resolve({ probe, status, headers: answered, text, ms: performance.now() - start });
        });
      });
      outgoing.end(body);
    });
  }
}
