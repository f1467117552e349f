import { IsIn } from 'class-validator';

/** Payments. Each fan club's own account is stored in the database, not here. */
export class PaymentsEnv {
  /**
   * Whether the demo bank runs below `/demo-bank`: a payment provider with test cards, with which no money moves. `npm start` uses
   * `true` unless it is set. `true` is refused if PUBLIC_URL begins with https; `allow-public` is not. Everybody who
   * reaches the service can use the bank, and make it fail at `/demo-bank/switches`.
   */
  @IsIn(['false', 'true', 'allow-public']) PAYMENTS_DEMO: 'false' | 'true' | 'allow-public' = 'false';
}

export type PaymentsConfig = ReturnType<typeof paymentsConfig>;

export const paymentsConfig = (env: PaymentsEnv) =>
  Object.freeze({ hasDemoBank: env.PAYMENTS_DEMO !== 'false' });
