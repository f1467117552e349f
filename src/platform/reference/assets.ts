import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import { API_PATH } from '#platform/http';
import { PROJECT } from '#platform/operations';

/** A file that the service sends. Both forms are made on first use. */
export interface Asset {
  readonly type: string;
  bytes(): Buffer;
  gzipped(): Buffer;
}

function assetOf(type: string, read: () => Buffer): Asset {
  let [bytes, gzipped]: (Buffer | undefined)[] = [];
  const asset = {
    type,
    bytes: () => (bytes ??= read()),
    gzipped: () => (gzipped ??= gzipSync(asset.bytes())),
  };
  return asset;
}

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

const INIT = `const key = new URLSearchParams(location.search).get('key');
const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  onComplete: () => key && ui.preauthorizeApiKey('key', key),
});
`;

const STYLE = 'body { margin: 0 } .topbar { display: none }\n';

/** The page. With the parameter `key`, its requests carry this key. */
export const PAGE = assetOf('text/html; charset=utf-8', () =>
  Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/page.js" defer></script>
</head>
<body><main id="reference"></main></body>
</html>
`),
);

/** The files of the page: those of Swagger UI, and two that start it. */
export function pageAssets(): ReadonlyMap<string, Asset> {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const bundled = (name: string, type: string) =>
    [name, assetOf(type, () => readFileSync(join(folder, name)))] as const;
  return new Map([
    bundled('swagger-ui-bundle.js', TYPES.js),
    bundled('swagger-ui.css', TYPES.css),
    bundled('favicon-32x32.png', 'image/png'),
    ['page.js', assetOf(TYPES.js, () => Buffer.from(INIT))],
    ['page.css', assetOf(TYPES.css, () => Buffer.from(STYLE))],
  ]);
}

/** The OpenAPI document, with the public address of this service. */
export function documentAsset(publicUrl: string): Asset {
  return assetOf('application/json; charset=utf-8', () => {
    const document = JSON.parse(readFileSync(join(PROJECT, 'openapi.json'), 'utf8')) as OpenAPIObject;
    const servers = [{ url: `${publicUrl}${API_PATH}`, description: 'This service' }];
    return Buffer.from(JSON.stringify({ ...document, servers }));
  });
}
