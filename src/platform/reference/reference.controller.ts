import { Controller, Get, Param, Req, Res, Module } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OutsideApi } from '#platform/access';
import { Config } from '#platform/config';
import { type Asset, documentAsset, pageAsset, pageAssets } from './assets';

/** The page loads its own files only, and calls this service only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API reference: the OpenAPI document, and a page that shows it and sends requests. */
@Controller()
@OutsideApi()
export class ReferenceController {
  private readonly document: Asset;
  private readonly html: Asset;
  private readonly assets: ReadonlyMap<string, Asset>;

  constructor({ publicUrl }: Config) {
    const base = new URL(publicUrl).pathname.replace(/\/$/, '');
    this.document = documentAsset(base);
    this.html = pageAsset(base);
    this.assets = pageAssets(base);
  }

  /** Readable from any website: it is public, and contains nothing of a visitor. */
  @Get('openapi.json')
  openapi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    return send(this.document, request, reply);
  }

  @Get('docs')
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return send(this.html, request, reply);
  }

  @Get('docs/:file')
  async file(
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asset = this.assets.get(file);
    // An unknown address, like any other outside the API.
    if (!asset) {
      reply.callNotFound();
      return;
    }
    return send(asset, request, reply);
  }
}

async function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const isGzip = /\bgzip\b/.test(accepted) && !/\bgzip;q=0(\.0*)?\b/.test(accepted);
  const bytes = isGzip ? await asset.gzipped() : asset.bytes();
  await reply
    .headers({
      'content-type': asset.type,
      'content-security-policy': POLICY,
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
      ...(isGzip && { 'content-encoding': 'gzip' }),
    })
    .send(bytes);
}

/** The API reference: the OpenAPI document and a page that shows it. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
