import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ConfirmationsService } from '../accounts';
import { CurrentViewer, HostedPage, type Viewer } from '../access';
import { ClientNetwork } from '../limits';
import { LinkExpired } from '../tokens';
import { AnswersPages } from './answers-pages.decorator';
import { formView, type Problems } from './form.rules';
import { MailedLinks } from './mailed-links';
import { formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { knownAddress, newPasswordFields, newPasswordOf } from './password-fields';
import { problemsOf } from './problems';

/** Confirming an e-mail address by a mailed link. Opening the link changes nothing, as scanners of mail open links too. */
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
  showConfirm(@CurrentViewer() viewer: Viewer, @Query('token') token: unknown): Promise<Page> {
    return this.confirmPage(viewer, token);
  }

  @Post('confirm')
  async confirm(
    @CurrentViewer() viewer: Viewer,
    @Query('token') token: unknown,
    @Body() body: unknown,
    @ClientNetwork() client: string,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const problems = await problemsOf(() =>
      this.confirmations.confirmAddress(fanclub, this.links.token(token), newPasswordOf(body), client),
    );
    if (problems) return this.confirmPage(viewer, token, problems);
    return new SeeOther(this.addresses.own(fanclub.id, 'confirm/done'));
  }

  @Get('confirm/done')
  confirmed(@CurrentViewer() { fanclub }: Viewer): Page {
    const login = { label: 'Log in', href: this.addresses.login(fanclub) };
    return notice('Your email address is confirmed', ['Thank you. You can log in now.'], login);
  }

  @Get('confirm-email')
  showConfirmNew(@CurrentViewer() viewer: Viewer, @Query('token') token: unknown): Promise<Page> {
    return this.confirmNewPage(viewer, token);
  }

  @Post('confirm-email')
  async confirmNew(
    @CurrentViewer() viewer: Viewer,
    @Query('token') token: unknown,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const problems = await problemsOf(() =>
      this.confirmations.confirmNewAddress(fanclub, this.links.token(token)),
    );
    if (problems) return this.confirmNewPage(viewer, token, problems);
    return new SeeOther(this.addresses.own(fanclub.id, 'confirm-email/done'));
  }

  @Get('confirm-email/done')
  confirmedNew(@CurrentViewer() { fanclub }: Viewer): Page {
    return notice(
      'Your new email address is confirmed',
      [`From now on, log in with it. ${fanclub.name} will write to you there.`],
      { label: `Continue to ${fanclub.name}`, href: fanclub.siteUrl },
    );
  }

  private async confirmPage({ fanclub }: Viewer, token: unknown, problems?: Problems): Promise<Page> {
    const { email } = await this.links.owner(fanclub, 'confirm_address', token);
    const needsPassword = await this.confirmations.needsPassword(fanclub, this.links.token(token));
    if (needsPassword === null) throw new LinkExpired();
    const heading = 'Confirm your email address';
    if (!needsPassword) {
      const content = { lead: 'Press the button to confirm that this address is yours.', address: email };
      return formPage('confirm', heading, content, formView('Confirm this address', [], problems));
    }
    const content = {
      lead: 'Choose a password to confirm this address and finish your account.',
      address: null,
    };
    const fields = [knownAddress(email), ...newPasswordFields('Password')];
    return formPage('confirm', heading, content, formView('Confirm and set password', fields, problems));
  }

  private async confirmNewPage({ fanclub }: Viewer, token: unknown, problems?: Problems): Promise<Page> {
    const { email } = await this.links.owner(fanclub, 'confirm_new_address', token);
    const content = {
      lead: 'Press the button to make this address the one of your account, in place of the old one.',
      address: email,
    };
    const form = formView('Use this address', [], problems);
    return formPage('confirm', 'Confirm your new email address', content, form);
  }
}
