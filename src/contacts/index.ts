export { Contact, UNIQUE_CONTACT_EMAIL } from './contact.entity';
