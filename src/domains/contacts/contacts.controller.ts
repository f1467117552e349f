import { Body, Controller, Post } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { ContactsService } from './contacts.service';
import { SignUpBody } from './dto/sign-up.body';

@Controller('contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Post()
  @AnyVisitor({ session: false })
  async signUp(@CurrentViewer() viewer: Viewer, @Body() body: SignUpBody) {
    await this.contacts.signUp(viewer, body);
    return { messages: ['Please check your email for confirmation instructions'] };
  }
}
