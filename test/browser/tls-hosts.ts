import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  createServer as createProxy,
  request as forward,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Hosts with HTTPS that exist only behind a proxy of this process. */
export interface TlsHosts {
  /** Of the proxy, at 127.0.0.1. */
  readonly proxyPort: number;
  close(): Promise<void>;
}

/**
 * Serves each host over HTTPS with a certificate of its own making.
 *
 * @param hosts what answers for each name
 */
export async function tlsHosts(hosts: Readonly<Record<string, RequestListener>>): Promise<TlsHosts> {
  const folder = await mkdtemp(join(tmpdir(), 'fanclub-certificate-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const names = Object.keys(hosts).map((name) => `DNS:${name}`);
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test'],
    ...['-keyout', key, '-out', cert, '-addext', `subjectAltName=${names.join(',')}`],
  ]);
  const options = { key: await readFile(key), cert: await readFile(cert) };
  await rm(folder, { recursive: true });
  const tls = createServer(options, (request, response) => {
    const answer = hosts[request.headers.host ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(tls, 'listening');
  const target = (tls.address() as AddressInfo).port;
  const proxy = createProxy((_, response) => response.writeHead(403).end());
  proxy.on('connect', ({ url = '' }, socket) => {
    if (!(url.replace(/:443$/, '') in hosts)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const one of [socket, upstream])
      one.on('error', () => [socket, upstream].map((end) => end.destroy()));
    return undefined;
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const closed = (server: Server | typeof tls) => new Promise((resolve) => server.close(resolve));
  return {
    proxyPort: (proxy.address() as AddressInfo).port,
    async close() {
      tls.closeAllConnections();
      proxy.closeAllConnections();
      await Promise.all([closed(tls), closed(proxy)]);
    },
  };
}

/** Passes requests on to a service, as a TLS proxy does. */
export const passOn =
  (origin: string): RequestListener =>
  (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' };
    const { method, url } = request;
    const upstream = forward(new URL(url!, origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  };
