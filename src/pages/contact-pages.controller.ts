import { Controller, Get, Post, Query } from '@nestjs/common';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { ContactsService } from '#domains/contacts';
import { AnswersPages } from './answers-pages.decorator';
import { formView } from './form.rules';
import { MailedLinks } from './mailed-links';
import { continueTo, formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';

/** Confirms the address of a contact by a mailed link. */
@Controller('fanclubs/:fanclubId/confirm-contact')
@HostedPage()
@AnswersPages()
export class ContactPagesController {
  constructor(
    private readonly contacts: ContactsService,
    private readonly links: MailedLinks,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() { fanclub }: Viewer, @Query('token') token: unknown): Promise<Page> {
    const { email } = await this.links.owner(fanclub, 'confirm_contact', token);
    const content = {
      paragraphs: [`Press the button to get news of ${fanclub.name} at this address.`],
      address: email,
      unknown: null,
      forgotten: null,
    };
    return formPage('confirm', 'Confirm your email address', content, formView('Confirm this address', []));
  }

  @Post()
  async confirm(@CurrentViewer() { fanclub }: Viewer, @Query('token') token: unknown): Promise<SeeOther> {
    await this.contacts.confirm(fanclub, this.links.token(token));
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
