import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { serveStaffApp } from './serve-staff-app';

const SCRIPT = 'document.title = "built";';

let folder: string;
let fastify: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staff-app-'));
  fastify = Fastify();
  // As `answerHeaders` does for all answers.
  fastify.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'");
  });
  await serveStaffApp(
    fastify,
    join(folder, 'dist'),
    ['https://staff.example.test'],
    ['https://fans.example.test'],
  );
});
afterEach(async () => {
  await fastify.close();
  await rm(folder, { recursive: true });
});

/** Builds the app while the server runs, as `npm start` does. */
async function build(): Promise<void> {
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'dist', 'assets', 'index-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'dist', 'assets', 'index-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(
    join(folder, 'dist', 'index.html'),
    '<meta property="csp-nonce" nonce="{{nonce}}"><script nonce="{{nonce}}"></script>',
  );
}

it('says that the app is not built, and serves it as soon as it is', async () => {
  const early = await fastify.inject('/staff');
  expect(early).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  expect(early.body).toContain('not ready yet');
  expect((await fastify.inject('/staff/assets/index-1a2b.js')).statusCode).toBe(404);
  await build();
  expect((await fastify.inject('/staff')).statusCode).toBe(200);
});

it('gives each page its own nonce, in the policy and in the page, and lets nobody store it', async () => {
  await build();
  const [one, other] = [await fastify.inject('/staff'), await fastify.inject('/staff')];
  const nonceOf = ({ headers }: typeof one): string =>
    /style-src 'nonce-([\w+/=]{24})'/.exec(String(headers['content-security-policy']))![1];
  expect(one.headers['cache-control']).toBe('no-store');
  // The pictures of fan clubs are at the address of the API.
  expect(one.headers['content-security-policy']).toContain(
    "; img-src 'self' data: https://fans.example.test;",
  );
  expect(one.body).toBe(
    `<meta property="csp-nonce" nonce="${nonceOf(one)}"><script nonce="${nonceOf(one)}"></script>`,
  );
  expect(nonceOf(one)).not.toBe(nonceOf(other));
});

it('lets the app frame the page of previews alone, which shows pictures of other hosts, as websites do', async () => {
  const policyOf = async (path: string): Promise<string> =>
    String((await fastify.inject(path)).headers['content-security-policy']);
  expect(await policyOf('/staff')).toContain('; frame-src https://staff.example.test/staff/preview;');
  expect(await policyOf('/staff/preview')).toContain(
    "; img-src 'self' data: https: https://fans.example.test;",
  );
});

it('serves assets for ever, compressed if the browser accepts it, and nothing outside their folder', async () => {
  await build();
  const url = '/staff/assets/index-1a2b.js';
  const plain = await fastify.inject(url);
  expect(plain.body).toBe(SCRIPT);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
  });
  const packed = await fastify.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.rawPayload).toEqual(brotliCompressSync(SCRIPT));
  for (const path of ['../index.html', '%2e%2e/index.html', '..%2findex.html', 'nothing.js', '']) {
    expect((await fastify.inject(`/staff/assets/${path}`)).statusCode).toBeGreaterThanOrEqual(400);
  }
});
