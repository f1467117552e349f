export { Mail } from './mail.entity';
export { MailTemplate } from './mail-template.entity';
export * from './mail';
export * from './mail.module';
export * from './mails';
export * from './check-mail-settings';
export * from './mail-desk';
export * from './mail-settings';
export * from './make-mail-worker';
