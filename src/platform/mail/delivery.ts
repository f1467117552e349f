import type { JobLog } from '#platform/jobs';
import type { MailKind } from './mail-kinds';
import type { Wording } from './wording';

/** A mail that is ready to be delivered. */
export interface ComposedMail extends Wording {
  id: number;
  fanclubId: number;
  kind: MailKind;
  from: { name: string; address: string };
  to: string;
  replyTo: string;
  /** The Message-ID with its angle brackets. */
  messageId: string;
  link: string;
  queuedAt: Date;
}

/** Delivers mails to a server or to files. */
export interface Delivery {
  /**
   * Resolves when the mail was accepted.
   *
   * @param signal aborts the attempt
   */
  deliver(mail: ComposedMail, signal: AbortSignal, log: JobLog): Promise<void>;
  /** Closes its connections. */
  close(): void;
}

/** The mail as input for nodemailer, which must not read files or use the network for its content. */
export function messageOf({ from, to, replyTo, subject, text, html, messageId }: ComposedMail) {
  return {
    from,
    // An object, because nodemailer would split a string at its commas.
    to: { name: '', address: to },
    replyTo: { name: '', address: replyTo },
    subject,
    text,
    html,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
