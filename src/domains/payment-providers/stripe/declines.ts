import type { Advice } from '../payment-provider';

/** The advice by Stripe's decline codes (docs.stripe.com/declines/codes). For codes that are not listed, `new_card`. */
const BY_CODE: Readonly<Record<string, Advice>> = {
  authentication_required: 'authenticate',
  authentication_not_handled: 'authenticate',
  payment_intent_authentication_failure: 'authenticate',
  offline_pin_required: 'authenticate',
  insufficient_funds: 'retry',
  approve_with_id: 'retry',
  issuer_not_available: 'retry',
  processing_error: 'retry',
  reenter_transaction: 'retry',
  try_again_later: 'retry',
  card_velocity_exceeded: 'retry',
  withdrawal_count_limit_exceeded: 'retry',
  fraudulent: 'none',
  lost_card: 'none',
  stolen_card: 'none',
  pickup_card: 'none',
  restricted_card: 'none',
  merchant_blacklist: 'none',
  security_violation: 'none',
  revocation_of_authorization: 'none',
  revocation_of_all_authorizations: 'none',
  stop_payment_order: 'none',
};

/** Stripe's codes of a declined card. */
export interface Decline {
  readonly code?: string;
  readonly decline_code?: string;
  readonly advice_code?: string;
}

/** The issuer's reason, if it is specific; else Stripe's code. */
export function codeOf({ code, decline_code }: Decline): string {
  // The package sets a missing code to an empty text.
  if (decline_code && decline_code !== 'generic_decline') return decline_code;
  return code ?? 'card_declined';
}

/** What to do about a declined card. */
export function adviceOf(decline: Decline): Advice {
  if (decline.advice_code === 'do_not_try_again') return 'none';
  return BY_CODE[codeOf(decline)] ?? 'new_card';
}
