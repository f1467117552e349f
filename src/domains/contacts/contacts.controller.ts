import { Body, Controller, Post } from '@nestjs/common';
import { CUSTOM_FIELDS_FAULTS } from '#libs/validation';
import { AnyVisitor, CurrentViewer, type Viewer } from '#platform/access';
import { ContactsService } from './contacts.service';
import { SignUpBody } from './dto/sign-up.body';
import { Chapter, Operation } from '#platform/reference';
import {
  AlreadyMember,
  AlreadySubscribed,
  BirthdateNotValid,
  ContactRequired,
  EmailNotValid,
  NotOldEnough,
} from './contacts.errors';

const CHECK_YOUR_EMAIL = 'Please check your email for confirmation instructions';

@Controller('contacts')
@Chapter('Contacts', 'People who get news without being customers.')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Post()
  @Operation({
    id: 'signUpContact',
    isLimited: true,
    summary: 'Signs a person up for the contact list',
    description:
      'The fields are inside `contact`. Fields with other names are stored as custom fields: at most 50, 16 KiB ' +
      'together, 5 levels deep. Only the first failure is reported.',
    confirms: [CHECK_YOUR_EMAIL],
    replaced: ["Email can't be blank", 'Birthdate is not a valid date'],
    failures: [
      ContactRequired,
      EmailNotValid,
      new AlreadyMember('<fanclub_name>'),
      AlreadySubscribed,
      BirthdateNotValid,
      NotOldEnough,
      ...CUSTOM_FIELDS_FAULTS.map((fault) => `Custom fields ${fault}`),
    ],
  })
  @AnyVisitor({ session: false })
  async signUp(@CurrentViewer() viewer: Viewer, @Body() body: SignUpBody) {
    await this.contacts.signUp(viewer, body);
    return { messages: [CHECK_YOUR_EMAIL] };
  }
}
