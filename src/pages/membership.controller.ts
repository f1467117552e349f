import { Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { logInFirst, MembershipPages, type PageMember } from './membership-pages';
import { OpenedRenewals } from './opened-renewals';
import { type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { PageController } from './page-controller.decorator';

/** A member's own page: what runs until when, what is charged when with which card, and buttons for it. */
@PageController('/membership', '/saved-card')
@HostedPage()
export class MembershipController {
  constructor(
    private readonly pages: MembershipPages,
    private readonly opened: OpenedRenewals,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, (member) => this.pages.show(member));
  }

  /** Where the provider's page for a card leads back to, also visitors who have opened their renewal by a mailed link. */
  @Get('return')
  async return(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    const { fanclub, customer } = viewer;
    const opened = await this.opened.find(request, fanclub);
    // A browser may have opened the renewal of somebody else than of who is logged in.
    if (opened && opened.customer.id !== customer?.id)
      return new SeeOther(this.addresses.own(fanclub.id, 'renewal/return'));
    return this.withMember(viewer, (member) => this.pages.returned(member));
  }

  @Post('pay')
  pay(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, (member) => this.pages.pay(member));
  }

  @Post('replace')
  replace(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, (member) => this.pages.replaceCard(member));
  }

  @Post('remove')
  remove(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, (member) => this.pages.removeCard(member));
  }

  @Post('renewal-on')
  renewalOn(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, (member) => this.pages.setRenewal(member, true));
  }

  @Post('renewal-off')
  renewalOff(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.withMember(viewer, (member) => this.pages.setRenewal(member, false));
  }

  private async withMember(
    { fanclub, customer }: Viewer,
    act: (member: PageMember) => Promise<Page | SeeOther>,
  ): Promise<Page | SeeOther> {
    const root = this.addresses.own(fanclub.id, 'membership');
    if (customer) return act({ fanclub, customer, root, isLinked: false });
    return logInFirst(fanclub, this.addresses);
  }
}
