export { Mail } from './mail.entity';
export { MailTemplate } from './mail-template.entity';
export { mailFolder } from './file-delivery';
export * from './mail';
export * from './mail.module';
export * from './mails';
export * from './check-mail-settings';
export * from './mail-desk';
export * from './mail-settings';
