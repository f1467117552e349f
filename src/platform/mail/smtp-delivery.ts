import type { Transporter } from 'nodemailer';
import { isLoopback } from '#platform/config';
import { type ComposedMail, type Delivery, messageOf } from './delivery';

/** Milliseconds of each step with the mail server; DATA may rightly take it long. */
const CONNECTION_TIMEOUT = 10_000;
const GREETING_TIMEOUT = 10_000;
const SOCKET_TIMEOUT = 30_000;
/** After which a connection that nobody uses is closed. */
const IDLE_TIMEOUT = 30_000;

/** Hands mails to a mail server. */
export class SmtpDelivery implements Delivery {
  private opened: Promise<Transporter> | undefined;

  /**
   * @param url `smtp://` (STARTTLS when the server offers it; always when there is a password to protect, unless the server is
   *   this machine) or `smtps://`
   * @param connections at most, at the same time
   */
  constructor(
    private readonly url: string,
    private readonly connections: number,
  ) {}

  async deliver(mail: ComposedMail, signal: AbortSignal): Promise<void> {
    const transporter = await (this.opened ??= this.open());
    await transporter.sendMail({ ...messageOf(mail), signal });
  }

  close(): void {
    // One that could not be opened has been told of by the mails that wanted it.
    this.opened?.then(
      (transporter) => transporter.close(),
      () => undefined,
    );
  }

  /** The library is loaded with the first mail: the start of a server need not wait for it. */
  private async open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...serverOf(this.url),
      pool: true,
      maxConnections: this.connections,
      // Attempts are counted, spaced and given up by the worker alone.
      maxRequeues: 0,
      connectionTimeout: CONNECTION_TIMEOUT,
      greetingTimeout: GREETING_TIMEOUT,
      socketTimeout: SOCKET_TIMEOUT,
      idleTimeout: IDLE_TIMEOUT,
    });
  }
}

/** Where the mail server is, and how to get in. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Nothing, the password above all, is said before STARTTLS. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
}

/** Reads the setting `SMTP_URL`, which has been checked. */
export function serverOf(text: string): SmtpServer {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const server = { host, port: Number(url.port) || (secure ? 465 : 587), secure };
  if (url.username === '') return { ...server, requireTLS: false };
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return { ...server, requireTLS: !secure && !isLoopback(host), auth };
}
