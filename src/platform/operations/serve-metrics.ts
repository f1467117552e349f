import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '#platform/config';
import { type ExportedMetric, PROMETHEUS_TYPE, prometheusText } from '#platform/metrics';
import { cannotListen } from './listen';

const SETTINGS = { port: 'METRICS_PORT', host: 'METRICS_HOST', defaultPort: 9464 } as const;

/** The listener of `/metrics`. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` on a separate address, so that a proxy in front of the service never exposes it. It does not keep the process
 * alive. Null if metrics are off.
 *
 * @param collect returns the metrics of each process whose metrics are to be merged
 * @throws CannotListen if the operating system refuses the port or the address
 */
export async function serveMetrics(
  { metrics: address }: Config,
  collect: () => Promise<readonly (readonly ExportedMetric[])[]>,
): Promise<MetricsServer | null> {
  if (address === null) return null;
  const server = createServer({ requestTimeout: 10_000 }, answer(collect)).unref();
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error, address, SETTINGS);
  }
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

const answer =
  (collect: () => Promise<readonly (readonly ExportedMetric[])[]>): RequestListener =>
  (request, response) => {
    // The body of a request is not read.
    response.setHeader('connection', 'close');
    if (request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end();
    collect()
      .then(prometheusText)
      .then(
        (text) => response.writeHead(200, { 'content-type': PROMETHEUS_TYPE }).end(text),
        () => response.writeHead(500).end(),
      );
  };
