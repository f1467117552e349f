import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The state of the network between the service and its database:
 *
 * - `pass` everything on; `blackhole`: drop everything, on new connections too; `refuse` new connections and reset the others
 * - `slow`: delay every packet by so many milliseconds
 * - `lose`: pass a matching request on, but lose its answer: reset the connection, or leave it open in silence. Only every so many
 *   matching requests
 * - `tear`: pass on half of every so many answers, and reset the connection
 * - `hold` the next matching request, before it is passed on, or its answer; see {@link TcpProxy.hold}
 */
export type Weather =
  | 'pass'
  | 'blackhole'
  | 'refuse'
  | { slow: number }
  | { lose: RegExp; by: 'reset' | 'silence'; every: number }
  | { tear: number }
  | { hold: RegExp; moment: Moment; reached: () => void };

/** Before the server has a request, or after it has answered. */
export type Moment = 'before' | 'after';

/** A proxy before a server. Tests change the state of its network. */
export class TcpProxy {
  private weather: Weather = 'pass';
  private readonly sockets = new Set<Socket>();
  private opened = 0;
  /** The requests or answers that `lose` or `tear` has counted since it began. */
  private counted = 0;
  private struck = 0;

  private constructor(
    private readonly server: Server,
    private target: { host: string; port: number },
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /** @param url of the server behind the proxy; only its host and port are used */
  static async before(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(createServer(), targetOf(url));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The same URL, through this proxy. */
  through(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String((this.server.address() as AddressInfo).port);
    return changed.href;
  }

  /** Puts the proxy before another server. Existing connections are reset. */
  moveTo(url: string): void {
    this.target = targetOf(url);
    this.reset();
  }

  /** Connections accepted so far. */
  get connections(): number {
    return this.opened;
  }

  /** Connections that are open now. Each has two sockets. */
  get live(): number {
    return this.sockets.size / 2;
  }

  /** Answers lost or torn since the state became `lose` or `tear`. */
  get losses(): number {
    return this.struck;
  }

  /** Changes the state, for existing connections as well. Data that a black hole has dropped stays lost. */
  become(weather: Weather): void {
    this.weather = weather;
    this.counted = 0;
    if (typeof weather === 'object') this.struck = 0;
    if (weather === 'refuse') this.reset();
  }

  /**
   * Stops the connection of the next request that matches: `before` the server has it, or `after` it has answered. The others go on.
   * @returns when the connection is stopped
   */
  hold(request: RegExp, moment: Moment): Promise<void> {
    return new Promise((reached) => this.become({ hold: request, moment, reached }));
  }

  /** Resets every connection, like a crash. */
  reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.server.close();
    this.reset();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    this.opened += 1;
    if (this.weather === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.target.port, this.target.host);
    const pair: Pair = { client, server, silent: false, isStopped: false, onAnswer: null };
    this.pipe(client, server, (bytes) => this.request(bytes, pair));
    this.pipe(server, client, (bytes) => this.answer(bytes, pair));
  }

  private pipe(from: Socket, to: Socket, carry: (bytes: Buffer) => void): void {
    this.sockets.add(from);
    from.on('data', carry);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }

  private request(bytes: Buffer, pair: Pair): void {
    const { weather } = this;
    if (typeof weather === 'object' && 'hold' in weather && weather.hold.test(bytes.toString('latin1'))) {
      this.weather = 'pass';
      pair.silent = true;
      pair.isStopped = weather.moment === 'before';
      if (pair.isStopped) weather.reached();
      else pair.onAnswer = weather.reached;
    }
    if (pair.isStopped) return;
    this.carry(bytes, pair.server);
    if (typeof weather !== 'object' || !('lose' in weather)) return;
    if (!weather.lose.test(bytes.toString('latin1')) || !this.isDue(weather.every)) return;
    pair.silent = true;
    // The server has the request before its connection ends.
    if (weather.by === 'reset') pair.server.end(() => pair.client.resetAndDestroy());
  }

  private answer(bytes: Buffer, pair: Pair): void {
    pair.onAnswer?.();
    if (pair.silent) return;
    if (typeof this.weather !== 'object' || !('tear' in this.weather) || !this.isDue(this.weather.tear)) {
      this.carry(bytes, pair.client);
      return;
    }
    pair.silent = true;
    pair.client.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => pair.client.resetAndDestroy());
  }

  private isDue(every: number): boolean {
    this.counted += 1;
    if (this.counted % every !== 0) return false;
    this.struck += 1;
    return true;
  }

  private carry(bytes: Buffer, to: Socket): void {
    const { weather } = this;
    if (weather === 'blackhole') return;
    if (typeof weather === 'object' && 'slow' in weather)
      setTimeout(() => to.writable && to.write(bytes), weather.slow);
    else to.write(bytes);
  }
}

/** The two sockets of a connection. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** Whether nothing more reaches the client. */
  silent: boolean;
  /** Whether nothing more reaches the server. */
  isStopped: boolean;
  /** Hears of the next answer. */
  onAnswer: (() => void) | null;
}

function targetOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
