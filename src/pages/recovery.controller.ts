import { Get, Post } from '@nestjs/common';
import { AccountRecoveriesService } from '#domains/accounts';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { knownAddress, newPasswordFields, newPasswordOf } from './account-fields';
import { formView, type Problems, type SentForm } from './form.rules';
import { MailedToken } from './mailed-token.decorator';
import { formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsOf } from './problems';

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
