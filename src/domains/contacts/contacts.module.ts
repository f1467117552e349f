import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ContactsController } from './contacts.controller';
import { ContactsService } from './contacts.service';
import { Contact } from './contact.entity';
import { contactsInCatalogue } from './contacts.catalogue';
import './contacts.mails';
import './contacts.webhooks';
import { StaffContactsController, StaffContactsFileController } from './staff/staff-contacts.controller';
import { StaffContactsService } from './staff/staff-contacts.service';
import './staff/contacts.declarations';

@Module({
  imports: [TypeOrmModule.forFeature([Contact])],
  controllers: [ContactsController, StaffContactsController, StaffContactsFileController],
  providers: [ContactsService, StaffContactsService],
  exports: [ContactsService],
})
@InCatalogue(contactsInCatalogue)
export class ContactsModule {}
