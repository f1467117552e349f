/**
 * Statements without whose tenant filters the matrix stays green, because others do not let through what they would: without
 * the filters of all of them, it turns red.
 */
export const GUARDED_BY: Readonly<Record<string, readonly string[]>> = {
  'sessions.find_applicant': ['sessions.hold_customer'],
  'sessions.find_connected': ['sessions.hold_connected'],
  'sessions.hold_connected': ['sessions.find_connected'],
  'sessions.hold_customer': ['sessions.find_applicant'],
};

/**
 * Statements whose filter is a second one: besides the fan club they name an id that was found in that fan club just before.
 * Ids are unique among all clubs, and composite foreign keys keep what belongs together in one club, so nobody else's row fits.
 */
export const BY_ID: Readonly<Record<string, string>> = {
  'access.end_session': 'the session of the visitor',
  'access.end_sessions': 'the customer of the session, or of the disconnected account',
  'access.open_session': 'the customer who was held, the session of the visitor',
  'accounts.update': 'the customer of the session',
  'benefits.list': 'of what it lists, only what is for the plan of the membership is shown',
  'checkout.complete_order': 'the order that was just placed',
  'checkout.find_buyer': 'the customer of the session',
  'checkout.hold_buyer': 'the customer of the session',
  'confirmations.confirm_address': 'the owner of the token, who was held',
  'confirmations.confirm_new_address': 'the owner of the token, who was held',
  'confirmations.disconnect_all': 'the owner of the token, who was held',
  'confirmations.find_login_means': 'the owner of the token',
  'confirmations.find_owner_of_new': 'the owner of the token',
  'confirmations.hold_owner_of_new': 'the owner of the token',
  'confirmations.keep_former_address': 'the owner of the token, who was held',
  'contacts.confirm': 'the contact of the token',
  'contests.entries_of_customer': 'the customer of the session',
  'limits.find_formats': 'what it finds shows in nothing but the time of a failed log-in',
  'limits.take':
    'its own club’s count is written by the key of the table; another one’s end of a window is looked at only where a limit is reached',
  'orders.find': 'the customer of the session',
  'orders.latest': 'the customer of the session',
  'orders.list': 'the customer of the session',
  'password_resets.disconnect_unproven': 'the owner of the token, who was held',
  'password_resets.has_unproven_connections': 'the owner of the token',
  'password_resets.reset': 'the owner of the token, who was held',
  'recoveries.find': 'the owner of the token',
  'recoveries.hold': 'the owner of the token',
  'recoveries.recover': 'the owner of the token, who was held',
  'recoveries.remove_later_aliases': 'the owner of the token, who was held',
  'shipping.choices': 'of what it lists, only what is for the plan of the membership is shown',
  'shipping.find': 'the customer of the session',
  'shipping.hold_customer': 'the customer of the session',
  'shipping.store': 'the customer of the session, and options of the choices of that plan',
  'social.hold_session': 'the customer of the session',
  'social.find_obstacle': 'asked only once a unique key of the club has said no',
  'social.register': 'the customer of the session',
  'subscriptions.find': 'the customer of the session',
  'subscriptions.list': 'the customer of the session',
  'subscriptions.queued': 'the customer of the session',
  'confirmations.hold_owner': 'the owner of the token',
  'tokens.use': 'a token that was found in the club',
  'tokens.revoke': 'the customer who was held',
  'tokens.revoke_younger': 'the customer who was held',
};

/** Statements that no request of the matrix asks, and who does. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  'access.touch': 'a visitor who comes back after some minutes',
  'accounts.register_buyer': 'the buyer of a free plan who registers with a password',
  'checkout.cancel_subscription': 'the buyer of an upgrade',
  'checkout.count_renewal': 'the buyer of a renewal',
  'checkout.find_order': 'the provider of payments',
  'checkout.keep_order': 'a buyer who comes back before registering',
  'checkout.queue_shipment': 'the buyer of a plan with a package',
  'keys.count_trusted': 'the operator',
  'keys.create_fanclub_key': 'the operator',
  'keys.list': 'the operator',
  'keys.lock_fanclub_of_key': 'the operator',
  'keys.revoke_fanclub_key': 'the operator',
  'limits.report': 'who meets a limit',
  'keys.untrust_origins': 'the operator',
  'mail.list': 'the operator',
  'mail.store_failure': 'the worker that sends mails',
  'mail.store_sent': 'the worker that sends mails',
  'mail.take': 'the worker that sends mails',
  'search.by_email': 'a partner, where searches are not audited',
  'sessions.store_password_hash': 'a customer whose password hash is of another service',
};
