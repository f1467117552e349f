import { Get, Req, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { Files, sendFile } from '#platform/files';
import { DownloadRefused, ExclusiveContentService, NoItemFound } from '#domains/exclusive-content';
import { logInFirst } from './membership-pages';
import { notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { PageController } from './page-controller.decorator';

/** Leads members to the signed address of a file. */
@PageController('/membership/content')
@HostedPage()
export class OwnContentController {
  constructor(
    private readonly content: ExclusiveContentService,
    private readonly addresses: PageAddresses,
  ) {}

  @Get(':id')
  async open(
    @CurrentViewer() { fanclub, customer }: Viewer,
    @Id() id: number | null,
  ): Promise<Page | SeeOther> {
    if (!customer) return logInFirst(fanclub, this.addresses);
    try {
      if (id === null) throw new NoItemFound();
      const query = await this.content.sign(fanclub, customer.id, id);
      return new SeeOther(`${this.addresses.own(fanclub.id, `content/${id}`)}?${query}`);
    } catch (error) {
      if (!(error instanceof NoItemFound)) throw error;
      return refused(error, this.addresses.own(fanclub.id, 'membership'));
    }
  }
}

/** Sends files to the bearers of signed addresses. */
@PageController('/content')
@HostedPage({ session: false })
export class ContentController {
  constructor(
    private readonly content: ExclusiveContentService,
    private readonly addresses: PageAddresses,
    private readonly files: Files,
  ) {}

  @Get(':id')
  async download(
    @CurrentViewer() { fanclub }: Viewer,
    @Id() id: number | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | StreamableFile> {
    try {
      if (id === null) throw new DownloadRefused();
      return await sendFile(
        this.files,
        await this.content.byAddress(fanclub, id, request.query),
        request,
        reply,
      );
    } catch (error) {
      if (!(error instanceof DownloadRefused)) throw error;
      return refused(error, this.addresses.own(fanclub.id, 'membership'));
    }
  }
}

const refused = ({ messages, status }: DownloadRefused | NoItemFound, href: string): Page => ({
  ...notice('This file cannot be downloaded', messages, { label: 'Membership', href }),
  status,
});
