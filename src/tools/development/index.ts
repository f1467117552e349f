export * from './development.module';
export { MAILS_PATH, showsMails } from './mails-page';
