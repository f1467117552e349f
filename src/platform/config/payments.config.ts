import { IsIn, IsOptional } from 'class-validator';
import { LoopbackUrl, Whole } from './settings';

/** Payments. Each fan club's own account is stored in the database, not here. */
export class PaymentsEnv {
  /**
   * Whether the demo bank runs below `/demo-bank`: a payment provider with test cards, with which no money moves. `npm start` uses
   * `true` if it is not set and HOST is a loopback address. `true` is refused if PUBLIC_URL begins with https; `allow-public` is not.
   * Everybody who reaches the service can use the bank, and make it fail at `/demo-bank/switches`, except for pages of other websites.
   */
  @IsIn(['false', 'true', 'allow-public']) PAYMENTS_DEMO: 'false' | 'true' | 'allow-public' = 'false';

  /** Hours for which a membership is kept for the person in the waiting list to whom it is offered. */
  @Whole(1, 720) WAITING_LIST_HOURS = 24;

  /**
   * A server of this machine that takes Stripe's place in tests. Default: Stripe itself.
   * @example http://127.0.0.1:12111
   */
  @IsOptional() @LoopbackUrl() STRIPE_TEST_SERVER?: string;
}

export type PaymentsConfig = ReturnType<typeof paymentsConfig>;

export const paymentsConfig = (env: PaymentsEnv) =>
  Object.freeze({
    /** Hours that an offer of a waiting list lasts. */
    waitingListHours: env.WAITING_LIST_HOURS,
    hasDemoBank: env.PAYMENTS_DEMO !== 'false',
    /** Where Stripe answers, if not at its own address. */
    stripeServer: serverOf(env.STRIPE_TEST_SERVER),
  });

function serverOf(url: string | undefined): { host?: string; port?: number; protocol?: 'http' } {
  if (!url) return {};
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port), protocol: 'http' };
}
