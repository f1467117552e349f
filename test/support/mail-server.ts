import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail. */
export interface ReceivedMail extends Email {
  /** As sent, including headers. */
  raw: string;
  /** Sender and recipients of the envelope. */
  envelope: { from: string; to: string[] };
}

/** The server's reaction to the next mail: accept it, never answer, or refuse it with a code. */
export type Reply = 'accept' | 'silence' | { at: 'recipient' | 'data'; code: number; text: string };

/** A mail server on a loopback port, which keeps the mails that it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Envelopes of all attempts, including refused ones. */
  attempts = 0;
  /** Called before each mail to choose the reaction. */
  reply: (attempt: number, recipient: string) => Reply = () => 'accept';
  /** Awaited before each mail is accepted. */
  hold: () => Promise<void> = () => Promise.resolve();
  private readonly server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: options.onAuth ? [] : ['AUTH', 'STARTTLS'],
      onMailFrom: (_address, _session, done) => {
        this.attempts += 1;
        done();
      },
      onRcptTo: ({ address }, _session, done) => done(this.refusal('recipient', address)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const [{ address: recipient }] = rcptTo;
          const refusal = this.refusal('data', recipient);
          if (refusal) return done(refusal);
          void this.keep(Buffer.concat(chunks), {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
          }).then(async () => {
            await this.hold();
            if (this.reply(this.attempts, recipient) !== 'silence') done();
          });
        });
      },
      ...options,
    });
    // A killed client leaves its connection broken.
    this.server.on('error', () => undefined);
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Waits for this many mails; after some seconds, fails and shows those that arrived. */
  async arrived(count: number, seconds = 20): Promise<ReceivedMail[]> {
    const end = performance.now() + seconds * 1000;
    while (this.received.length < count) {
      if (performance.now() > end)
        throw new Error(`${this.received.length} of ${count} mails arrived, in ${this.attempts} attempts.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this.received;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  private async keep(raw: Buffer, envelope: ReceivedMail['envelope']): Promise<void> {
    const parsed = await PostalMime.parse(raw);
    this.received.push({ ...parsed, raw: raw.toString('utf8'), envelope });
  }

  private refusal(at: 'recipient' | 'data', recipient: string): Error | null {
    const reply = this.reply(this.attempts, recipient);
    if (typeof reply === 'string' || reply.at !== at) return null;
    return Object.assign(new Error(reply.text), { responseCode: reply.code });
  }
}
