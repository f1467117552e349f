import { Body, Get, Post } from '@nestjs/common';
import { faultsOf } from '#libs/validation';
import { PasswordResetsService, RequestResetBody, AccountRecoveriesService } from '#domains/accounts';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { OneTimeTokens } from '#platform/tokens';
import { emailField, knownAddress, newPasswordFields, newPasswordOf } from './account-fields';
import { formView, type Problems, type SentForm } from './form.rules';
import { MailedToken, FormBody, PageController } from './page-controller.decorator';
import { formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { problemsOf } from './problems';

/** Resets a forgotten password: mails a link, and lets the visitor choose a new password with it. */
@PageController()
@HostedPage()
export class PasswordsController {
  constructor(
    private readonly resets: PasswordResetsService,
    private readonly tokens: OneTimeTokens,
    private readonly addresses: PageAddresses,
  ) {}

  @Get('password-reset')
  showRequest(@CurrentViewer() viewer: Viewer): Page {
    return this.requestPage(viewer);
  }

  /** Known and unknown addresses get the same answer. Only malformed addresses are refused. */
  @Post('password-reset')
  async request(
    @CurrentViewer() viewer: Viewer,
    @Body() body: RequestResetBody,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    const problems = await problemsOf(() => {
      faultsOf(body).throwIfAny();
      return this.resets.request(viewer, body.email!);
    });
    if (problems) return this.requestPage(viewer, form.email, problems);
    return new SeeOther(this.addresses.own(viewer.fanclub.id, 'password-reset/sent'));
  }

  @Get('password-reset/sent')
  requested(@CurrentViewer() { fanclub }: Viewer): Page {
    return notice(
      'Check your email',
      [
        `If the address belongs to an account of ${fanclub.name}, a message with a link to choose a new password is on its way.`,
        'The link works for one hour. If nothing arrives, check your spam folder, and check that it is the address you log in with.',
      ],
      { label: 'Back to log in', href: this.addresses.linked(fanclub, 'login') },
    );
  }

  @Get('reset-password')
  showReset(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page> {
    return this.resetPage(viewer, token);
  }

  @Post('reset-password')
  async reset(
    @CurrentViewer() viewer: Viewer,
    @MailedToken() token: string,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    const problems = await problemsOf(() => this.resets.reset(viewer, token, newPasswordOf(form)));
    if (problems) return this.resetPage(viewer, token, problems);
    return new SeeOther(this.addresses.own(viewer.fanclub.id, 'reset-password/done'));
  }

  @Get('reset-password/done')
  resetDone(@CurrentViewer() { fanclub }: Viewer): Page {
    return notice(
      'Your password is changed',
      ['For your safety you have been logged out everywhere. Log in with your new password.'],
      { label: 'Log in', href: this.addresses.linked(fanclub, 'login') },
    );
  }

  private requestPage({ fanclub }: Viewer, email?: string, problems?: Problems): Page {
    const content = {
      lead: 'Enter the email address you log in with. You will get a message with a link to choose a new password.',
      login: this.addresses.linked(fanclub, 'login'),
    };
    const form = formView('Send the link', [emailField(email)], problems);
    return formPage('password', 'Reset your password', content, form);
  }

  private async resetPage({ fanclub }: Viewer, token: string, problems?: Problems): Promise<Page> {
    const { email } = await this.tokens.find(fanclub.id, 'reset_password', token);
    const removes = await this.resets.removesConnections(fanclub, token);
    const content = { lead: removes ? `${LOGS_OUT} ${REMOVES}` : LOGS_OUT, login: null };
    const fields = [knownAddress(email), ...newPasswordFields('New password')];
    const form = formView('Change password', fields, problems);
    return formPage('password', 'Choose a new password', content, form);
  }
}

const LOGS_OUT = 'You will be logged out wherever you are logged in.';
const REMOVES =
  'A social account was connected before this address was confirmed. It may be somebody else’s, so it is removed; you can connect yours again after logging in.';

/** Returns an account to its owner, by the link in a mail about a change. Opening the link changes nothing. */
@PageController('/recover-account')
@HostedPage()
export class RecoveryController {
  constructor(
    private readonly recoveries: AccountRecoveriesService,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page> {
    return this.recoverPage(viewer, token);
  }

  @Post()
  async recover(
    @CurrentViewer() viewer: Viewer,
    @MailedToken() token: string,
    @FormBody() form: SentForm,
  ): Promise<Page | SeeOther> {
    const problems = await problemsOf(() => this.recoveries.recover(viewer, token, newPasswordOf(form)));
    if (problems) return this.recoverPage(viewer, token, problems);
    return new SeeOther(this.addresses.own(viewer.fanclub.id, 'recover-account/done'));
  }

  @Get('done')
  done(@CurrentViewer() { fanclub }: Viewer): Page {
    return notice(
      'Your account is yours again',
      [
        'It has the address to which the message was sent, and your new password. Everybody else is logged out, and no social account is connected any more.',
        `Log in and look at what else may have been changed, such as your name and your shipping address. If something is wrong, write to ${fanclub.supportEmail}.`,
      ],
      { label: 'Log in', href: this.addresses.linked(fanclub, 'login') },
    );
  }

  private async recoverPage({ fanclub }: Viewer, token: string, problems?: Problems): Promise<Page> {
    const { email, taken } = await this.recoveries.find(fanclub, token);
    if (taken) {
      const paragraphs = [
        `Another account of ${fanclub.name} has the address ${email} by now, so yours cannot get it back. Nothing has been changed.`,
        `Write to ${fanclub.supportEmail}, and they will help you.`,
      ];
      return { ...notice('This address is taken', paragraphs), status: 422 };
    }
    const heading = 'Take your account back';
    const content = {
      lead: 'Choose a new password. Your account gets this address again, everybody is logged out, every connected social account is removed, and a change of address that is pending is dropped.',
      login: null,
    };
    const fields = [knownAddress(email), ...newPasswordFields('New password')];
    return formPage('password', heading, content, formView('Take my account back', fields, problems));
  }
}
