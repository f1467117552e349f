export { Contact } from './contact.entity';
export * from './contacts.module';
export { ContactsService } from './contacts.service';
