import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ContactsController } from './contacts.controller';
import { ContactsService } from './contacts.service';
import { StaffContactsModule } from './staff/staff-contacts.module';
import { Contact } from './contact.entity';
import { contactsInCatalogue } from './contacts.catalogue';

@Module({
  imports: [StaffContactsModule, TypeOrmModule.forFeature([Contact])],
  controllers: [ContactsController],
  providers: [ContactsService],
  exports: [ContactsService],
})
@InCatalogue(contactsInCatalogue)
export class ContactsModule {}
