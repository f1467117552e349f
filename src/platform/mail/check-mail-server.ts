import { failureOf } from './delivery-failure';
import { serverOf } from './smtp-delivery';

/** Milliseconds for each step with the mail server. */
const TIMEOUT = 5_000;

/**
 * Connects to the mail server, greets it and logs in, but sends no mail. Resolves with null, or with a code such as `ECONNREFUSED` or
 * `SMTP 535 5.7.8 at AUTH PLAIN`.
 * @param url the setting SMTP_URL
 */
export async function checkMailServer(url: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({
    ...serverOf(url),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  try {
    await transporter.verify();
    return null;
  } catch (error) {
    return failureOf(error).code;
  } finally {
    transporter.close();
  }
}
