export * from './contacts.module';
export { ContactsService } from './contacts.service';
