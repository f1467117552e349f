import { Body, Controller, Post } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { contactOf } from './contact-form.rules';
import { ContactsService } from './contacts.service';

@Controller('contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Post()
  @AnyVisitor({ session: false })
  async signUp(@CurrentViewer() viewer: Viewer, @Body() body: Record<string, unknown> = {}) {
    await this.contacts.signUp(viewer, contactOf(body));
    return { messages: ['Please check your email for confirmation instructions'] };
  }
}
