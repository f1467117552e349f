import { Module } from '@nestjs/common';
import { StaffContactsController, StaffContactsFileController } from './staff-contacts.controller';
import { StaffContacts } from './staff-contacts.service';

/** What staff do with the contact list. */
@Module({
  controllers: [StaffContactsController, StaffContactsFileController],
  providers: [StaffContacts],
})
export class StaffContactsModule {}
