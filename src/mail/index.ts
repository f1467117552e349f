export { Mail } from './mail.entity';
export { MailTemplate } from './mail-template.entity';
export * from './mail';
export * from './mail.module';
export * from './mails';
