import { Controller, Get, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bare } from '#libs/envelope';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { DrawsService } from '#domains/contests';
import { DrawPages } from './draw-pages';
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
  async show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) id: number): Promise<Page> {
    return this.pages.draw(viewer, await this.draws.show(viewer, id));
  }
}

/** Seconds for which browsers need not ask again. The file of a draw never changes, but a contest can be withdrawn. */
const FRESH_SECONDS = 300;

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
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const file = await this.draws.file(fanclub, id);
    reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="draw-${id}.json"`)
      .header('cache-control', `public, max-age=${FRESH_SECONDS}`)
      .removeHeader('vary');
    return `${JSON.stringify(file)}\n`;
  }
}
