import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The text in the built page that each answer replaces. */
const NONCE = '{{nonce}}';

/** The page of previews, which the app frames. */
const PREVIEW = '/staff/preview';

/** Seconds after which the page reloads while the app is not built. */
const TRY_AGAIN = 5;

/** Shown while the app is not built. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${TRY_AGAIN}">
<title>Fan club staff</title>
<h1>The pages for staff are not ready yet</h1>
<p>If they are being built, they appear here within a minute or two. To build them: <code>npm run build -- --staff-app</code>.</p>
</html>
`;

/** The names of assets contain a hash of their content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * Serves the app for staff at `/staff`. It may be built while the service runs; until then the page says so.
 * @param folder the folder of the built app
 * @param origins where browsers reach it
 * @param pictures the origins of the pictures of fan clubs, which staff may reach at another host
 */
export async function serveStaffApp(
  fastify: FastifyInstance,
  folder: string,
  origins: readonly string[],
  pictures: readonly string[],
): Promise<void> {
  const page = async (reply: FastifyReply, file: string, policy: typeof appPolicy): Promise<FastifyReply> => {
    const html = await readFile(join(folder, file), 'utf8').catch(() => null);
    const nonce = randomBytes(16).toString('base64');
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(nonce, origins, pictures));
    if (html === null) return reply.status(503).header('retry-after', String(TRY_AGAIN)).send(NOT_BUILT);
    return reply.send(html.replaceAll(NONCE, nonce));
  };
  fastify.get('/staff', (_request, reply) => page(reply, 'index.html', appPolicy));
  fastify.get(PREVIEW, (_request, reply) => page(reply, 'preview.html', previewPolicy));
  // Loaded here, because a service without the app does not need it.
  const { default: serveStatic } = await import('@fastify/static');
  await fastify.register(serveStatic, {
    root: join(folder, 'assets'),
    // The route below; the package's own would add one for HEAD.
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    // The folder may be made later.
    suppressWarning: true,
    setHeaders: (reply) => void reply.headers(ASSET_HEADERS),
  });
  fastify.get<{ Params: { '*': string } }>('/staff/assets/*', (request, reply) =>
    reply.sendFile(request.params['*']),
  );
}

/**
 * The Content-Security-Policy of the app for staff. It cannot demand Trusted Types, because a library of the app sets `innerHTML`.
 *
 * @param nonce new for each answer; the app hands it to its style sheets
 * @param origins where browsers reach the app. Only its assets are scripts: other paths of the same origin may be scripts, too,
 * such as JSONP
 * @param pictures the origins of the pictures of fan clubs
 */
export function appPolicy(nonce: string, origins: readonly string[], pictures: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${origins.map((origin) => `${origin}/staff/assets/`).join(' ')}`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${pictures.join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${origins.map((origin) => `${origin}${PREVIEW}`).join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The Content-Security-Policy of the page of previews. It shows what the app hands over, so it connects to nothing. Its texts may have
 * pictures of other hosts, as on websites. For the parameters see {@link appPolicy}.
 */
export function previewPolicy(
  nonce: string,
  origins: readonly string[],
  pictures: readonly string[],
): string {
  return [
    "default-src 'none'",
    `script-src ${origins.map((origin) => `${origin}/staff/assets/`).join(' ')}`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: https: ${pictures.join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
