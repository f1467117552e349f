export { Contact, UNIQUE_CONTACT_EMAIL } from './contact.entity';
export * from './contacts.module';
export { ContactsService } from './contacts.service';
