import { Body, Get, Post } from '@nestjs/common';
import { faultsOf } from '#libs/validation';
import { PasswordResetsService, RequestResetBody } from '#domains/accounts';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { OneTimeTokens } from '#platform/tokens';
import { emailField, knownAddress, newPasswordFields, newPasswordOf } from './account-fields';
import { formView, type Problems, type SentForm } from './form.rules';
import { MailedToken } from './mailed-token.decorator';
import { formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
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
