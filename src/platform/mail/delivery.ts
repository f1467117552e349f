import type { JobLog } from '#platform/jobs';
import type { MailKind } from './mail';
import type { Wording } from './wording';

/** A mail with everything a transport needs. */
export interface ComposedMail extends Wording {
  id: number;
  fanclubId: number;
  kind: MailKind;
  from: { name: string; address: string };
  to: string;
  replyTo: string;
  /** With its angle brackets. */
  messageId: string;
  link: string;
  queuedAt: Date;
}

/** A way out for mails. */
export interface Delivery {
  /**
   * Hands the mail over; resolves when the other side has taken responsibility for it.
   *
   * @param signal aborts the attempt
   */
  deliver(mail: ComposedMail, signal: AbortSignal, log: JobLog): Promise<void>;
  /** Closes its connections. */
  close(): void;
}

/** The mail as nodemailer takes it. Nothing of it is read from files or the network. */
export function messageOf({ from, to, replyTo, subject, text, html, messageId }: ComposedMail) {
  return {
    from,
    // As an object: an address that is a text is taken apart at its commas.
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
