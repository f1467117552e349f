import type { Transporter } from 'nodemailer';
import { isLoopback } from '#platform/config';
import { type ComposedMail, type Delivery, messageOf } from './delivery';

/** Milliseconds for each step with the mail server. The last is the longest, because the server may take long to answer DATA. */
const CONNECTION_TIMEOUT = 10_000;
const GREETING_TIMEOUT = 10_000;
const SOCKET_TIMEOUT = 30_000;
/** Milliseconds after which an unused connection is closed. */
const IDLE_TIMEOUT = 30_000;

/** Delivers mails to a mail server. */
export class SmtpDelivery implements Delivery {
  private opened: Promise<Transporter> | undefined;

  /**
   * @param url `smtps://` or `smtp://`. With `smtp://`, STARTTLS is used if the server offers it. It is required if the URL has a
   *   password, unless the server is on this machine
   * @param connections the maximum number of connections
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
    // If the transporter could not be opened, the mails that needed it have failed already.
    this.opened?.then(
      (transporter) => transporter.close(),
      () => undefined,
    );
  }

  /** Opens the transporter. The library is loaded with the first mail, so that the server starts faster. */
  private async open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...serverOf(this.url),
      pool: true,
      maxConnections: this.connections,
      // The library must not repeat attempts, because the worker does.
      maxRequeues: 0,
      connectionTimeout: CONNECTION_TIMEOUT,
      greetingTimeout: GREETING_TIMEOUT,
      socketTimeout: SOCKET_TIMEOUT,
      idleTimeout: IDLE_TIMEOUT,
    });
  }
}

/**
 * The mail server and its credentials from the setting `SMTP_URL`, which was validated before. With `secure`, TLS starts with the
 * first byte. With `requireTLS`, nothing is sent before STARTTLS, in particular no password.
 */
export function serverOf(text: string) {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const server = { host, port: Number(url.port) || (secure ? 465 : 587), secure };
  if (url.username === '') return { ...server, requireTLS: false };
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  return { ...server, requireTLS: !secure && !isLoopback(host), auth };
}
