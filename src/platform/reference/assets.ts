import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import { API_PATH } from '#platform/http';
import { PROJECT } from '#platform/operations';

const compress = promisify<Buffer, Buffer>(gzip);

/** A file that the service sends. Both forms are made on first use. */
export interface Asset {
  readonly type: string;
  bytes(): Buffer;
  gzipped(): Promise<Buffer>;
}

function assetOf(type: string, read: () => Buffer): Asset {
  let bytes: Buffer | undefined;
  let gzipped: Promise<Buffer> | undefined;
  const asset = {
    type,
    bytes: () => (bytes ??= read()),
    gzipped: () => (gzipped ??= compress(asset.bytes())),
  };
  return asset;
}

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** @param base the path of the public address, without trailing slash; the page is at any host name of the service */
const init = (base: string): string => `const key = new URLSearchParams(location.search).get('key');
const ui = SwaggerUIBundle({
  url: '${base}/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  onComplete: () => key && ui.preauthorizeApiKey('key', key),
});
`;

const STYLE = 'body { margin: 0 } .topbar { display: none }\n';

/** The page. With the parameter `key`, its requests carry this key. @param base as for {@link init} */
export const pageAsset = (base: string): Asset =>
  assetOf('text/html; charset=utf-8', () =>
    Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="${base}/docs/favicon-32x32.png">
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
<link rel="stylesheet" href="${base}/docs/page.css">
<script src="${base}/docs/swagger-ui-bundle.js" defer></script>
<script src="${base}/docs/page.js" defer></script>
</head>
<body><main id="reference"></main></body>
</html>
`),
  );

/** The files of the page: those of Swagger UI, and two that start it. */
export function pageAssets(base: string): ReadonlyMap<string, Asset> {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const bundled = (name: string, type: string) =>
    [name, assetOf(type, () => readFileSync(join(folder, name)))] as const;
  return new Map([
    bundled('swagger-ui-bundle.js', TYPES.js),
    bundled('swagger-ui.css', TYPES.css),
    bundled('favicon-32x32.png', 'image/png'),
    ['page.js', assetOf(TYPES.js, () => Buffer.from(init(base)))],
    ['page.css', assetOf(TYPES.css, () => Buffer.from(STYLE))],
  ]);
}

/** The OpenAPI document. Its server is a path, so that the page can send requests under any host name of the service. */
export function documentAsset(base: string): Asset {
  return assetOf('application/json; charset=utf-8', () => {
    const document = JSON.parse(readFileSync(join(PROJECT, 'openapi.json'), 'utf8')) as OpenAPIObject;
    const servers = [{ url: `${base}${API_PATH}`, description: 'This service' }];
    return Buffer.from(JSON.stringify({ ...document, servers }));
  });
}
