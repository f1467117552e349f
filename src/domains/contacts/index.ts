export * from './contacts.module';
export { ContactsService } from './contacts.service';
export * as contacts from './held-contacts';
