import { Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { LinkExpired } from '#platform/tokens';
import { RenewalLinksService } from '#domains/renewals';
import { MembershipPages, type PageMember } from './membership-pages';
import { OpenedRenewals } from './opened-renewals';
import { notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { MailedToken, PageController } from './page-controller.decorator';

/** The page of a renewal, which the mails about it link to. It needs no log-in, and shows and changes nothing else of the member. */
@PageController('/renewal')
@HostedPage()
export class RenewalLinkController {
  constructor(
    private readonly pages: MembershipPages,
    private readonly links: RenewalLinksService,
    private readonly opened: OpenedRenewals,
    private readonly addresses: PageAddresses,
  ) {}

  /** Moves the token of the link into a cookie. A logged-in member gets the whole page. */
  @Get()
  async show(
    @CurrentViewer() viewer: Viewer,
    @MailedToken('optional') token: string | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub, customer } = viewer;
    if (token === null) return this.withMember(viewer, request, (member) => this.pages.show(member));
    try {
      const linked = await this.links.find(fanclub, token);
      if (customer?.id === linked.customer.id)
        return new SeeOther(this.addresses.own(fanclub.id, 'membership'));
    } catch (error) {
      if (error instanceof LinkExpired) return this.expired(viewer);
      throw error;
    }
    this.opened.keep(reply, fanclub, token);
    return new SeeOther(this.addresses.own(fanclub.id, 'renewal'));
  }

  /** The page for a card leads back to here. */
  @Get('return')
  return(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    return this.withMember(viewer, request, (member) => this.pages.returned(member));
  }

  @Post('pay')
  pay(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    return this.withMember(viewer, request, (member) => this.pages.pay(member));
  }

  @Post('replace')
  replace(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    return this.withMember(viewer, request, (member) => this.pages.replaceCard(member));
  }

  @Post('renewal-on')
  renewalOn(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    return this.withMember(viewer, request, (member) => this.pages.setRenewal(member, true));
  }

  @Post('renewal-off')
  renewalOff(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    return this.withMember(viewer, request, (member) => this.pages.setRenewal(member, false));
  }

  private async withMember(
    viewer: Viewer,
    request: FastifyRequest,
    act: (member: PageMember) => Promise<Page | SeeOther>,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const found = await this.opened.find(request, fanclub);
    if (!found) return this.expired(viewer);
    const root = this.addresses.own(fanclub.id, 'renewal');
    return act({ fanclub, customer: found.customer, root, isLinked: true });
  }

  private expired({ fanclub }: Viewer): Page {
    const paragraphs = [
      'The renewal may be done, or its membership may be over. The link also ends when the email address changes.',
      'The page of your membership shows its present state.',
    ];
    const href = this.addresses.own(fanclub.id, 'membership');
    return {
      ...notice('This link no longer works', paragraphs, { label: 'Open your membership', href }),
      status: 404,
    };
  }
}
