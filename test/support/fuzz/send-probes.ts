import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { sendRaw } from '#libs/testing';
import type { Probe } from './probe';

/** The answer to a probe. */
export interface Answered {
  readonly probe: Probe;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Milliseconds from sending to the end of the answer. */
  readonly ms: number;
}

/** Sends probes to one server over persistent connections. */
export class ProbeSender {
  private readonly agent: Agent;

  /** @param atOnce the number of simultaneous requests */
  constructor(
    private readonly origin: string,
    private readonly atOnce: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  }

  /** Sends all probes. The answers are in the order of the probes. */
  async sendAll(probes: readonly Probe[]): Promise<Answered[]> {
    const answers = new Array<Answered>(probes.length);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < probes.length) {
        const at = next;
        next += 1;
        answers[at] = await this.send(probes[at]);
      }
    };
    await Promise.all(Array.from({ length: this.atOnce }, worker));
    return answers;
  }

  /** Sends a probe. Retries on a new connection if the server has closed the persistent one. */
  async send(probe: Probe): Promise<Answered> {
    if (probe.raw !== undefined) return this.sendRaw(probe, probe.raw);
    try {
      return await this.sendBy(this.agent, probe);
    } catch {
      return this.sendBy(false, probe);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private async sendRaw(probe: Probe, raw: string): Promise<Answered> {
    const start = performance.now();
    const { status, headers, body: text } = await sendRaw(this.origin, Buffer.from(raw, 'latin1'));
    return { probe, status, headers, text, ms: performance.now() - start };
  }

  private sendBy(agent: Agent | false, probe: Probe): Promise<Answered> {
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
