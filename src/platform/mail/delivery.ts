import type { FastifyBaseLogger } from 'fastify';
import type { MailKind } from './mail';
import type { Wording } from './wording';

/** The service's log, as far as the worker needs it. It is told ids and codes: never addresses or, but for files, links. */
export type MailLog = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

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
  /** For the log. */
  readonly name: string;
  /**
   * Hands the mail over; resolves when the other side has taken responsibility for it.
   *
   * @param signal ends an attempt that a stopping worker cannot wait for any longer
   */
  deliver(mail: ComposedMail, signal: AbortSignal): Promise<void>;
  /** Lets go of what it holds open. */
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
