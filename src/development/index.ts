export * from './development.module';
export { MAILS_PATH, showsMails } from './mails-page';
export { isLoopback } from './origin-hints.rules';
