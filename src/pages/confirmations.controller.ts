import { Get, Post, Query } from '@nestjs/common';
import { ConfirmationsService } from '#domains/accounts';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { newPasswordOf } from './account-fields';
import { addressForm, choosePasswordForm, newAddressForm, PASSWORD_UNKNOWN } from './confirmation-forms';
import type { Problems, SentForm } from './form.rules';
import { MailedToken, FormBody, PageController } from './page-controller.decorator';
import { continueTo, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { problemsOf } from './problems';

/** Confirms an e-mail address by a mailed link. Opening the link changes nothing, because mail scanners open links too. */
@PageController()
@HostedPage()
export class ConfirmationsController {
  constructor(
    private readonly confirmations: ConfirmationsService,
    private readonly addresses: PageAddresses,
  ) {}

  @Get('confirm')
  async showConfirm(
    @CurrentViewer() viewer: Viewer,
    @MailedToken() token: string,
    @FormBody() form: SentForm,
  ): Promise<Page> {
    // `form` is not empty if the button that shows passwords was pressed: this handler then answers the POST, see
    // `showPasswordsOnRequest`.
    return formFor(form)(await this.confirmations.forAddress(viewer, token));
  }

  @Post('confirm')
  async confirm(
    @CurrentViewer() viewer: Viewer,
    @MailedToken() token: string,
    @Query('redirect') redirect: unknown,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const { password = '', password_confirmation: confirmation } = form;
    // The button “I do not know the password” only shows the form for a new password.
    if (form[PASSWORD_UNKNOWN] !== undefined && form.password === undefined)
      return choosePasswordForm(await this.confirmations.forAddress(viewer, token));
    // A form for the current password has no `password_confirmation`.
    const proof = { password, chosen: confirmation === undefined ? null : newPasswordOf(form) };
    const problems = await problemsOf(() => this.confirmations.confirmAddress(viewer, token, proof));
    if (problems) return formFor(form)(await this.confirmations.forAddress(viewer, token), problems);
    const done = this.addresses.own(fanclub.id, 'confirm/done');
    return new SeeOther(this.addresses.withAllowed(done, fanclub, redirect));
  }

  @Get('confirm/done')
  confirmed(@CurrentViewer() viewer: Viewer, @Query('redirect') redirect: unknown): Page {
    const { fanclub } = viewer;
    const heading = 'Your email address is confirmed';
    if (viewer.isLoggedIn()) {
      const onward = this.addresses.back(fanclub, redirect);
      return notice(heading, ['Thank you. You are logged in.'], onward);
    }
    const login = { label: 'Log in', href: this.addresses.loginTo(fanclub, { redirect }) };
    const back = this.addresses.backToSite(fanclub, redirect);
    return notice(heading, ['Thank you. You can log in now.'], login, back);
  }

  @Get('confirm-email')
  showConfirmNew(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page> {
    return this.confirmNewPage(viewer, token);
  }

  @Post('confirm-email')
  async confirmNew(
    @CurrentViewer() viewer: Viewer,
    @MailedToken() token: string,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const problems = await problemsOf(() =>
      this.confirmations.confirmNewAddress(viewer, token, form.password ?? ''),
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
      viewer.isLoggedIn() ? null : { label: 'Log in', href: this.addresses.linked(fanclub, 'login') },
    );
  }

  private async confirmNewPage(viewer: Viewer, token: string, problems?: Problems): Promise<Page> {
    const { fanclub } = viewer;
    const found = await this.confirmations.forNewAddress(viewer, token);
    const reset = this.addresses.linked(fanclub, 'passwordReset');
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

const formFor = (sent: SentForm): typeof addressForm =>
  sent[PASSWORD_UNKNOWN] === undefined ? addressForm : choosePasswordForm;
