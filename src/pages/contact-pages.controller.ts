import { Get, Post } from '@nestjs/common';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { OneTimeTokens } from '#platform/tokens';
import { ContactsService } from '#domains/contacts';
import { confirmForm } from './confirmation-forms';
import { formView } from './form.rules';
import { MailedToken, PageController } from './page-controller.decorator';
import { continueTo, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';

/** Confirms the address of a contact by a mailed link. */
@PageController('/confirm-contact')
@HostedPage()
export class ContactPagesController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly tokens: OneTimeTokens,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() { fanclub }: Viewer, @MailedToken() token: string): Promise<Page> {
    const { email } = await this.tokens.find(fanclub.id, 'confirm_contact', token);
    const paragraphs = [`Press the button to get news of ${fanclub.name} at this address.`];
    return confirmForm({ paragraphs, address: email }, formView('Confirm this address', []));
  }

  @Post()
  async confirm(@CurrentViewer() { fanclub }: Viewer, @MailedToken() token: string): Promise<SeeOther> {
    await this.contacts.confirm(fanclub, token);
    return new SeeOther(this.addresses.own(fanclub.id, 'confirm-contact/done'));
  }

  @Get('done')
  done(@CurrentViewer() { fanclub }: Viewer): Page {
    return notice(
      'Your email address is confirmed',
      [`Thank you. ${fanclub.name} will write to you there.`],
      continueTo(fanclub),
    );
  }
}
