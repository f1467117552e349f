export { Mail, MailTemplate } from './mail.entity';
export { mailFolder } from './file-delivery';
export * from './mail-kinds';
export { withLayout } from './mail-layout';
export * from './mail.module';
export * from './mails';
export * from './check-mail-settings';
export {
  listMails,
  type ListedMail,
  MAIL_STATES,
  type MailState,
  mailStateAtSql,
  mailStateSql,
  QUEUE_CLUB_MAIL_AGAIN,
  retryMails,
} from './mails.queries';
export * from './mail-settings';
export { FIND_SENT_MAIL, SENT_MAILS_OF, type SentMailRow } from './sent-mails.queries';
export type { SentText } from './sent-text';
export { MailTextRefused, OWN_TEXT_LIMITS, tryOwnMail } from './own-mail';
export { type OwnWording, type Wording, wordingOf } from './wording';
