import { Get, Post } from '@nestjs/common';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { WinnersService } from '#domains/contests';
import { DrawPages } from './draw-pages';
import { type Page, SeeOther } from './page';
import { MailedToken, PageController } from './page-controller.decorator';

/** The prize of somebody who was drawn, which the mail links to. It needs no log-in. Opening it changes nothing. */
@PageController('/contest-win')
@HostedPage()
export class ContestWinController {
  constructor(
    private readonly winners: WinnersService,
    private readonly pages: DrawPages,
  ) {}

  @Get()
  async show(@CurrentViewer() { fanclub }: Viewer, @MailedToken() token: string): Promise<Page> {
    return this.pages.win(fanclub, await this.winners.byLink(fanclub, token), token);
  }

  /** If it was decided before, or is too late, the page says so. */
  @Post('confirm')
  async confirm(@CurrentViewer() { fanclub }: Viewer, @MailedToken() token: string): Promise<SeeOther> {
    await this.winners.confirm(fanclub, await this.winners.byLink(fanclub, token));
    return this.pages.toWin(fanclub, token);
  }

  /** The next alternate is asked. */
  @Post('decline')
  async decline(@CurrentViewer() { fanclub }: Viewer, @MailedToken() token: string): Promise<SeeOther> {
    await this.winners.decline(fanclub, await this.winners.byLink(fanclub, token));
    return this.pages.toWin(fanclub, token);
  }
}
