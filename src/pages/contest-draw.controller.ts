import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bare } from '#libs/envelope';
import { Id, parseId } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { DrawsService } from '#domains/contests';
import { DrawPages } from './draw-pages';
import { isUnchanged } from './entity-tag.rules';
import type { Page } from './page';
import { PageController } from './page-controller.decorator';
import { PageFilter } from './page.filter';

/** The draw of a contest, for everybody, from the commitment to the winners. */
@PageController('/contests/:id/draw')
@HostedPage()
export class ContestDrawController {
  constructor(
    private readonly draws: DrawsService,
    private readonly pages: DrawPages,
  ) {}

  @Get()
  async show(
    @CurrentViewer() viewer: Viewer,
    @Id(PageNotFound) id: number,
    @Query('page') asked: unknown,
  ): Promise<Page> {
    const page = asked === undefined ? 1 : typeof asked === 'string' ? parseId(asked) : null;
    if (page === null) throw new PageNotFound();
    return this.pages.draw(viewer, await this.draws.show(viewer, id, page));
  }
}

/** The file of a draw never changes. Who has it, keeps it: it contains numbers only, and a contest that is withdrawn was drawn nevertheless. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The file with which anybody can repeat a draw. */
@Controller('fanclubs/:fanclubId/contests/:id/draw')
@Bare()
@UseFilters(PageFilter)
export class DrawFileController {
  constructor(private readonly draws: DrawsService) {}

  @Get('file')
  @HostedPage({ session: false })
  async file(
    @CurrentViewer() { fanclub }: Viewer,
    @Id(PageNotFound) id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | string> {
    const { bytes, tag } = await this.draws.file(fanclub, id);
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="draw-${id}.json"`)
      .header('cache-control', FOREVER)
      .header('etag', tag)
      .removeHeader('vary');
    if (!isUnchanged(request.headers['if-none-match'], tag)) return bytes;
    reply.status(304);
    return '';
  }
}
