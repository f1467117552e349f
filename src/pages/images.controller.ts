import { Controller, Get, Param, Req, Res, StreamableFile, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { Bare } from '#libs/envelope';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { Files } from '#platform/files';
import { isHead } from '#platform/http';
import { ImagesService } from '#domains/images';
import { PageFilter } from './page.filter';

/** The pictures that staff uploaded, for every website. The content of an address never changes, and a deleted one is gone after a day. */
@Controller('fanclubs/:fanclubId/images')
@Bare()
@UseFilters(PageFilter)
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly files: Files,
  ) {}

  @Get(':name')
  @HostedPage({ session: false })
  async image(
    @CurrentViewer() { fanclub }: Viewer,
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const image = await this.images.byName(fanclub, name);
    const stream = isHead(request) ? Readable.from([]) : await this.files.openPublic(image);
    reply
      .type(image.mediaType)
      .header('content-length', image.size)
      .header('cache-control', 'public, max-age=86400, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .removeHeader('vary');
    return new StreamableFile(stream);
  }
}
