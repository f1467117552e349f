import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ConfirmationsService } from '#domains/accounts';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { AnswersPages } from './answers-pages.decorator';
import {
  addressForm,
  choosePasswordForm,
  newAddressForm,
  PASSWORD_UNKNOWN,
  proofOf,
} from './confirmation-forms';
import { isSent, type Problems, textOf } from './form.rules';
import { MailedLinks } from './mailed-links';
import { backTo, continueTo, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { problemsOf } from './problems';

/** Confirms an e-mail address by a mailed link. Opening the link changes nothing, because mail scanners open links too. */
@Controller('fanclubs/:fanclubId')
@HostedPage()
@AnswersPages()
export class ConfirmationsController {
  constructor(
    private readonly confirmations: ConfirmationsService,
    private readonly links: MailedLinks,
    private readonly addresses: PageAddresses,
  ) {}

  @Get('confirm')
  async showConfirm(
    @CurrentViewer() viewer: Viewer,
    @Query('token') token: unknown,
    @Body() body: unknown,
  ): Promise<Page> {
    // There is a body if the button that shows passwords sent the form, which is then shown again.
    const form = isSent(body, PASSWORD_UNKNOWN) ? choosePasswordForm : addressForm;
    return form(await this.confirmations.forAddress(viewer, this.links.token(token)));
  }

  @Post('confirm')
  async confirm(
    @CurrentViewer() viewer: Viewer,
    @Query('token') token: unknown,
    @Query('redirect') redirect: unknown,
    @Body() body: unknown,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const link = this.links.token(token);
    // The button of visitors who do not know the password only shows the form for a new one.
    const isUnknown = isSent(body, PASSWORD_UNKNOWN);
    if (isUnknown && !isSent(body, 'password'))
      return choosePasswordForm(await this.confirmations.forAddress(viewer, link));
    const problems = await problemsOf(() => this.confirmations.confirmAddress(viewer, link, proofOf(body)));
    if (problems) {
      const form = isUnknown ? choosePasswordForm : addressForm;
      return form(await this.confirmations.forAddress(viewer, link), problems);
    }
    const done = this.addresses.own(fanclub.id, 'confirm/done');
    return new SeeOther(this.addresses.leadingTo(done, fanclub, redirect));
  }

  @Get('confirm/done')
  confirmed(@CurrentViewer() viewer: Viewer, @Query('redirect') redirect: unknown): Page {
    const { fanclub } = viewer;
    const heading = 'Your email address is confirmed';
    const back = backTo(fanclub, this.addresses.destination(fanclub, redirect));
    if (viewer.isLoggedIn()) return notice(heading, ['Thank you. You are logged in.'], back);
    const login = { label: 'Log in', href: this.addresses.loginTo(fanclub, redirect) };
    return notice(heading, ['Thank you. You can log in now.'], login, back);
  }

  @Get('confirm-email')
  showConfirmNew(@CurrentViewer() viewer: Viewer, @Query('token') token: unknown): Promise<Page> {
    return this.confirmNewPage(viewer, token);
  }

  @Post('confirm-email')
  async confirmNew(
    @CurrentViewer() viewer: Viewer,
    @Query('token') token: unknown,
    @Body() body: unknown,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const link = this.links.token(token);
    const problems = await problemsOf(() =>
      this.confirmations.confirmNewAddress(viewer, link, textOf(body, 'password')),
    );
    if (problems) return this.confirmNewPage(viewer, token, problems);
    return new SeeOther(this.addresses.own(fanclub.id, 'confirm-email/done'));
  }

  @Get('confirm-email/done')
  confirmedNew(@CurrentViewer() viewer: Viewer): Page {
    const { fanclub } = viewer;
    return notice(
      'Your new email address is confirmed',
      [`From now on, log in with it. ${fanclub.name} will write to you there.`],
      continueTo(fanclub),
      viewer.isLoggedIn() ? null : { label: 'Log in', href: this.addresses.login(fanclub) },
    );
  }

  private async confirmNewPage(viewer: Viewer, token: unknown, problems?: Problems): Promise<Page> {
    const { fanclub } = viewer;
    const found = await this.confirmations.forNewAddress(viewer, this.links.token(token));
    const reset = this.addresses.passwordReset(fanclub);
    if (found.asks !== 'log_in') return newAddressForm(found, reset, problems);
    const page = notice(
      'Log in first',
      [
        'Your account has no password. So that nobody else can change its address, this link works in the browser in which you are logged in. Log in there, and open the link again.',
        'Or choose a password: the link to do so is sent to your present address. The change of address then has to be asked for again.',
      ],
      continueTo(fanclub),
      { label: 'Choose a password', href: reset },
    );
    return { ...page, status: problems ? 422 : 200 };
  }
}
