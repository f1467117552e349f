import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The state of the network between the service and its database: `pass` everything on, `blackhole` (drop everything, on
 * new connections too), `refuse` new connections and reset the existing ones, `slow` every packet by so many milliseconds.
 */
export type Weather = 'pass' | 'blackhole' | 'refuse' | { slow: number };

/** A proxy before a server. Tests change the state of its network. */
export class TcpProxy {
  private weather: Weather = 'pass';
  private readonly sockets = new Set<Socket>();
  private opened = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /** @param url of the server behind the proxy; only its host and port are used */
  static async before(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new TcpProxy(createServer(), { host: hostname, port: Number(port) });
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

  /** Connections accepted so far. */
  get connections(): number {
    return this.opened;
  }

  /** Connections that are open now. Each has two sockets. */
  get live(): number {
    return this.sockets.size / 2;
  }

  /** Changes the state, for existing connections as well. Data that a black hole has dropped stays lost. */
  become(weather: Weather): void {
    this.weather = weather;
    if (weather === 'refuse') this.reset();
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
    this.pipe(client, server);
    this.pipe(server, client);
  }

  private pipe(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => this.carry(bytes, to));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }

  private carry(bytes: Buffer, to: Socket): void {
    if (this.weather === 'blackhole') return;
    if (typeof this.weather === 'object') setTimeout(() => to.writable && to.write(bytes), this.weather.slow);
    else to.write(bytes);
  }
}
