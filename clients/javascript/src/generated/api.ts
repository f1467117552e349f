// Generated from openapi.json by `npm run client:types`. Do not edit.

/** The operations that read, by path. */
export interface GetOperations {
  /**
   * Shows the current customer (`showAccount`)
   *
   * `customer` is null without a log-in. A customer who bought a free plan and has not registered has null in all fields of the identity.
   */
  '/account': {
    input: Record<string, never>;
    answer: {
      customer: Account | null;
    };
  };
  /**
   * Lists the benefits of the current customer (`listBenefits`)
   *
   * Empty for a customer without an active subscription.
   */
  '/account/benefits': {
    input: Record<string, never>;
    answer: {
      benefits: Benefit[];
    };
  };
  /**
   * Finds a customer by e-mail address (`findCustomer`)
   *
   * Compares current and former addresses, whatever their letter case. `customer` is null if there is none, and if `email` is missing or malformed.
   */
  '/account/search': {
    input: {
      /** The address of the customer. */
      email?: string;
    };
    answer: {
      customer: FoundCustomer | null;
    };
  };
  /**
   * Shows the shipping address and package options of the current customer (`showShipping`)
   *
   * Without a customer, `address` is null and `items` is empty.
   */
  '/account/shipping': {
    input: Record<string, never>;
    answer: {
      address: Address | null;
      items: {
        [field: `item_type_${number}`]: ShippingItem;
      };
    };
  };
  /**
   * Tells whether the browser has the cookie of a session (`showLoginStatus`)
   *
   * The session itself is not checked.
   */
  '/account/status': {
    input: Record<string, never>;
    answer: {
      logged_in: boolean;
    };
  };
  /**
   * Lists published contests (`listContests`)
   *
   * Sorted by start, then id. With `scope`, only contests that the customer has entered.
   */
  '/contests': {
    input: {
      /** The number of contests; 500 if absent. */
      limit?: number;
      /** Only contests of this event. */
      event_id?: number;
      /** Only contests that the customer has entered, in which the customer was selected, has won, or has forfeited. */
      scope?: 'entered' | 'selected' | 'winners' | 'forfeited';
    };
    answer: {
      contests: ContestListItem[];
    };
  };
  /** Shows a contest (`showContest`) */
  '/contests/{id}': {
    input: {
      id: number;
    };
    answer: {
      contest: Contest;
    };
  };
  /**
   * Lists published events (`listEvents`)
   *
   * An event is past from the day after its date in its own zone. The filters `links` and `schedule` apply to the links of each event; the event stays in the list.
   */
  '/events': {
    input: {
      /** Only events on this day or later, in their own zone. */
      start_date?: string;
      /** Only events on this day or earlier, in their own zone. */
      end_date?: string;
      /** By date; `ASC` if absent. */
      order?: 'ASC' | 'DESC';
      /** Only upcoming or only past events; past events show no links. */
      scope?: 'upcoming' | 'past';
      /** Only links whose name contains one of these texts, in any letter case; separated by commas. */
      links?: string;
      /** Only links whose period is current, upcoming or past; `active` is current or upcoming. */
      schedule?: 'current' | 'upcoming' | 'past' | 'active';
      /** Events per page; 100 if absent. */
      limit?: number;
      /** The page; 1 if absent. */
      page?: number;
      /** Only events with one of these tags, separated by commas. */
      tags?: string;
    };
    answer: {
      events: Event[];
      pagination: Pagination;
    };
  };
  /** Shows an event (`showEvent`) */
  '/events/{id}': {
    input: {
      id: number;
    };
    answer: {
      event: Event;
    };
  };
  /**
   * Shows the fan club (`showFanclub`)
   *
   * `fanclub` and `the service` are the same object; read `fanclub`.
   */
  '/fanclub': {
    input: Record<string, never>;
    answer: {
      fanclub: Fanclub;
      'the service': Fanclub;
    };
  };
  /**
   * Ends the session (`logOut`)
   *
   * Succeeds without a session.
   */
  '/logout': { input: Record<string, never>; answer: Record<string, never> };
  /** Lists the completed orders of the current customer (`listOrders`) */
  '/orders': {
    input: {
      /** By id; `ASC` if absent. */
      order?: 'ASC' | 'DESC';
    };
    answer: {
      orders: OrderListItem[];
    };
  };
  /** Shows the order that the current customer completed last (`showLatestOrder`) */
  '/orders/latest': {
    input: Record<string, never>;
    answer: {
      order: Order;
    };
  };
  /** Shows a completed order of the current customer (`showOrder`) */
  '/orders/{id}': {
    input: {
      id: number;
    };
    answer: {
      order: Order;
    };
  };
  /**
   * Lists the plans of the fan club (`listPlans`)
   *
   * Sorted by price, the highest first. Visitors who are not logged in get all plans; a customer without an active subscription gets none, unless the fan club lists them.
   */
  '/plans': {
    input: {
      /** Only plans with one of these tags, separated by commas. */
      tags?: string;
    };
    answer: {
      plans: Plan[];
    };
  };
  /**
   * Finds a customer by e-mail address (`findCustomerAlias`)
   *
   * Compares current and former addresses, whatever their letter case. `customer` is null if there is none, and if `email` is missing or malformed.
   */
  '/search': {
    input: {
      /** The address of the customer. */
      email?: string;
    };
    answer: {
      customer: FoundCustomer | null;
    };
  };
  /** Lists the subscriptions of the current customer (`listSubscriptions`) */
  '/subscriptions': {
    input: Record<string, never>;
    answer: {
      subscriptions: Subscription[];
    };
  };
  /**
   * Lists the queued subscriptions of the current customer (`listQueuedSubscriptions`)
   *
   * Sorted by end. A success is a list without envelope.
   */
  '/subscriptions/queued': {
    input: {
      /** `upcoming`: not processed yet; `past`: processed; both if absent. */
      scope?: 'upcoming' | 'past';
    };
    answer: QueuedSubscription[];
  };
  /** Shows a subscription of the current customer (`showSubscription`) */
  '/subscriptions/{id}': {
    input: {
      id: number;
    };
    answer: {
      subscription: Subscription;
    };
  };
}

/** The operations that write, by path. */
export interface PostOperations {
  /**
   * Updates the current customer (`updateAccount`)
   *
   * Absent fields stay as they are. The fields may also be inside `customer`. A new e-mail address becomes `new_email` until it is confirmed; the present address withdraws it.
   */
  '/account': {
    input: UpdateAccountBody;
    answer: {
      customer: CreatedCustomer;
    };
  };
  /**
   * Removes a connection; the identity provider calls it (`deauthorizeProvider`)
   *
   * The signature of the request is the proof. An unknown account is a success.
   */
  '/account/connect/deauthorize_{provider}': {
    input: {
      provider: string;
    } & DeauthorizeBody;
    answer: Record<string, never>;
  };
  /**
   * Connects the current customer with an account at the identity provider (`connectProvider`)
   *
   * `provider` is `social`, or the provider’s name in the fan club.
   */
  '/account/connect/{provider}': {
    input: {
      provider: string;
    } & ConnectBody;
    answer: {
      messages: ['Your social account has been connected.'];
    };
  };
  /**
   * Registers the customer of the session with an identity provider (`register`)
   *
   * For the customer whom a purchase left in the session. `email` and `birthdate` are required after the purchase of a free plan.
   */
  '/account/register': {
    input: RegisterBody;
    answer: {
      customer: ReducedCustomer;
      access?: BearerTokens;
    };
  };
  /**
   * Sets the shipping address and package options (`updateShipping`)
   *
   * Without an address on file, all fields but `address_2` are required. Otherwise absent fields keep their values. `item_type_<n>` is the id of an option of the item type. `auto_renewal_disabled` is present if a new country turned auto renewal off.
   */
  '/account/shipping': {
    input: UpdateShippingBody;
    answer: {
      address: Address;
      items: {
        [field: `item_type_${number}`]: ShippingItem;
      };
      auto_renewal_disabled?: true;
    };
  };
  /**
   * Creates an account (`createAccount`)
   *
   * The fields may also be inside `customer`, and the password beside the other fields. The customer is not logged in until the address is confirmed. In the session of a free purchase, registers its customer.
   */
  '/accounts': {
    input: CreateAccountBody;
    answer: {
      customer: CreatedCustomer;
    };
  };
  /**
   * Signs a person up for the contact list (`signUpContact`)
   *
   * The fields are inside `contact`. Fields with other names are stored as custom fields: at most 50, 16 KiB together, 5 levels deep. Only the first failure is reported.
   */
  '/contacts': {
    input: SignUpBody;
    answer: {
      messages: ['Please check your email for confirmation instructions'];
    };
  };
  /** Enters the current customer in a contest (`enterContest`) */
  '/contests/{id}/enter': {
    input: {
      id: number;
    };
    answer: {
      messages: [
        string,
        'If you are chosen as a winner you will be contacted via email for confirmation and further details',
      ];
    };
  };
  /**
   * Logs a customer in (`logIn`)
   *
   * By e-mail address and password, or by the signed request of an identity provider, whose answer shows fewer fields. The request is in `social_signed_request`, or in `<name>_signed_request` if the provider has another name. Sets the cookie of the session, or with `tokens` answers with its bearer tokens.
   */
  '/login': {
    input: LogInBody;
    answer: {
      customer: LoggedInCustomer | ReducedCustomer;
      access?: BearerTokens;
    };
  };
  /**
   * Exchanges a refresh token for new tokens (`refreshTokens`)
   *
   * For 30 seconds, other tabs can exchange the same token again. A later exchange ends the session, because one of the two clients has stolen it.
   */
  '/refresh': {
    input: RefreshBody;
    answer: {
      access: BearerTokens;
    };
  };
}

export type Account = FoundCustomer & {
  auto_renewal_enabled: boolean;
  /** Wants marketing mail. */
  lists_opt_in: boolean;
};

export type Address = {
  first_name: string;
  last_name: string;
  address: string;
  /** Empty if there is no second line. */
  address_2: string;
  city: string;
  state: string;
  postal_code: string;
  /** ISO 3166 alpha-2 code. */
  country: string;
};

export type AffiliateCodes = {
  id: number;
  name: string;
  codes: string[];
};

export type Authentication = {
  name: string;
};

export type Backordered = {
  status: 'Backordered';
  /** The number of items. */
  items: number;
  /** What the customer has to supply before the parcel can be sent. */
  issues: ('missing_shipment_address' | 'missing_required_option')[];
};

export type BackorderedDetail = {
  status: 'Backordered';
  items: ShippedItem[];
  /** What the customer has to supply before the parcel can be sent. */
  issues: ('missing_shipment_address' | 'missing_required_option')[];
  shipping_address: Address | null;
};

export type BearerTokens = {
  /** For the header `Authorization: Bearer …`. */
  access_token: string;
  /** Its end in Unix seconds. */
  access_token_expiration: number;
  /** For `POST /refresh`, once. */
  refresh_token: string;
  /** Its end in Unix seconds. */
  refresh_token_expiration: number;
};

export type Benefit = {
  id: number;
  summary: string;
  details: string | null;
  /** Such as `online`. */
  benefit_type: string;
  /** URL of an image. */
  image_url: string | null;
};

export type ConnectBody =
  | {
      /** From the SDK of the identity provider. Its name can stand for `social`. */
      social_signed_request: string;
    }
  | {
      [field: `${string}_signed_request`]: string;
    };

export type ContactFields = {
  email: string;
  birthdate?: string;
  first_name?: string;
  last_name?: string;
  /** Where the person signed up. */
  lists_opt_in_source?: string;
  [field: string]: JsonValue | undefined;
};

export type Contest = {
  id: number;
  name: string;
  /** Years. */
  minimum_age: number;
  /** `entered` if the customer has entered, whatever the time. */
  status: 'upcoming' | 'running' | 'ended' | 'entered';
  /** An instant, `YYYY-MM-DD hh:mm:ss UTC`. */
  starts_at: string;
  /** An instant, `YYYY-MM-DD hh:mm:ss UTC`. */
  ends_at: string;
  timezone: ContestZone;
  running: boolean;
  ended: boolean;
  entered: boolean;
  selected: boolean;
  forfeited: boolean;
  /** The customer was selected, and has confirmed. */
  won: boolean;
  /** HTML. */
  details: string | null;
  /** HTML. */
  rules: string | null;
  /** The customer’s age and plan allow an entry. */
  available_to_customer: boolean;
  event: EventOfContest | null;
};

export type ContestListItem = {
  id: number;
  name: string;
  /** Years. */
  minimum_age: number;
  /** `entered` if the customer has entered, whatever the time. */
  status: 'upcoming' | 'running' | 'ended' | 'entered';
  /** An instant, `YYYY-MM-DD hh:mm:ss UTC`. */
  starts_at: string;
  /** An instant, `YYYY-MM-DD hh:mm:ss UTC`. */
  ends_at: string;
  timezone: ContestZone;
  running: boolean;
  ended: boolean;
  entered: boolean;
  selected: boolean;
  forfeited: boolean;
  /** The customer was selected, and has confirmed. */
  won: boolean;
  /** HTML. */
  details: string | null;
  /** HTML. */
  rules: string | null;
  /** The list does not name the event. */
  event: null;
};

export type ContestOfEvent = {
  id: number;
  name: string;
};

export type ContestZone = {
  /** IANA name. */
  tz: string;
  /** Such as `Pacific Time (US & Canada)`. */
  long: string;
};

export type CreateAccountBody =
  | CreateAccountFields
  | {
      customer: CreateAccountFields;
    };

export type CreateAccountFields = {
  email: string;
  first_name?: string;
  last_name?: string;
  birthdate: string;
  /** Required if the fan club has a forum, otherwise ignored. */
  username?: string;
  /** The password. Without one, the confirmation page asks for it. */
  password_attributes?: NewPassword;
  /** Like `password_attributes.password`, and ignored beside `password_attributes`. */
  password?: string;
  password_confirmation?: string;
  /** Must be true if it is sent. */
  accept_terms?: boolean;
};

export type CreatedCustomer = Customer & {
  /** A new address that is not confirmed yet. */
  new_email: string | null;
  /** Years, today in the fan club’s zone. */
  age: number | null;
  /** Absent if the fan club has no forum. */
  username?: string | null;
  trial_membership: boolean;
  /** Locked into a plan that cannot be renewed again. */
  at_renewal_cap: boolean;
  /** The current address first, then former ones. */
  email_aliases: string[];
  /** A message for the customer if mail to the address bounced. */
  invalid_email_message: string | null;
};

export type Customer = {
  id: number | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  birthdate: string | null;
  fanclub_id: number | null;
  /** Without an active subscription. */
  expired: boolean;
  authentications: Authentication[];
};

export type DeauthorizeBody =
  | {
      /** From the SDK of the identity provider. Its name can stand for `social`. */
      signed_request: string;
    }
  | {
      /** From the SDK of the identity provider. Its name can stand for `social`. */
      social_signed_request: string;
    }
  | {
      [field: `${string}signed_request`]: string;
    };

export type EmbeddedSubscription = {
  plan: PlanBrief;
  start_date: string;
  /** Null for a plan without term. */
  end_date: string | null;
  /** Active only because its sales period was extended. */
  lapsed: boolean;
  trial_membership: boolean;
  affiliates: AffiliateCodes[];
};

export type Event = {
  id: number;
  title: string;
  /** An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`. */
  date: string;
  /** An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`. */
  start: string;
  /** An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`. */
  doors_open: string | null;
  /** HTML. */
  description: string | null;
  tags: string[];
  timezone: EventZone;
  venue: Venue;
  /** Empty with `scope=past`. */
  links: TicketLink[];
  contests: ContestOfEvent[];
};

export type EventOfContest = {
  id: number;
  title: string;
};

export type EventZone = {
  /** IANA name. */
  tz: string;
  /** Such as `PDT`; a number such as `-03` if there is none. */
  short: string;
  /** Such as `Pacific Time (US & Canada)`. */
  long: string;
  offset: string;
};

export type Fanclub = {
  name: string;
  site_url: string;
  authentications: LoginProvider[];
  links: FanclubLinks;
  tracking: Tracking;
};

export type FanclubLinks = {
  site: string;
  login: string;
  logout: string;
  password_reset: string;
  saved_card: string;
  redeem: string;
  /** Absent without a forum. */
  forum?: string;
  /** Single sign-on to the forum. Absent without a forum. */
  ipboard?: string;
  legals: LegalLinks;
};

export type FoundCustomer = CreatedCustomer & {
  /** Absent without an active subscription. */
  subscription?: EmbeddedSubscription;
};

export type ItemOption = {
  id: number;
  name: string;
  selected: boolean;
};

/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | {
      [field: string]: JsonValue;
    };

export type LegalLinks = {
  privacy: string;
  terms: string;
};

export type LogInBody =
  | {
      /** The current address. */
      email: string;
      password: string;
      /** True: the answer has bearer tokens, and sets no cookie. */
      tokens?: boolean;
    }
  | {
      /** From the SDK of the identity provider. Its name can stand for `social`. */
      social_signed_request: string;
      /** True: the answer has bearer tokens, and sets no cookie. */
      tokens?: boolean;
    }
  | {
      email?: never;
      password?: never;
      /** True: the answer has bearer tokens, and sets no cookie. */
      tokens?: boolean;
      [field: `${string}_signed_request`]: string | undefined;
    };

export type LoggedInCustomer = FoundCustomer & {
  registered: boolean;
};

export type LoginProvider = {
  name: string;
  app_id: string;
  login_path: string;
};

export type NewPassword = {
  /** At least 8 characters. */
  password?: string;
  /** Compared with the password if it is sent. */
  password_confirmation?: string;
};

export type Order = {
  id: number;
  customer_id: number;
  plan: PlanInOrder;
  /** Null if the plan is free and the order has no amount. */
  totals: OrderTotals | null;
  /** A day in the fan club’s zone, such as `January 30, 2013`. */
  created_at: string;
  /** A day in the fan club’s zone, such as `January 30, 2013`. */
  paid_at: string;
  /** A day in the fan club’s zone, such as `January 30, 2013`. */
  refunded_at: string | null;
  /** Absent if the plan has no package. */
  shipments?: (ShippedDetail | BackorderedDetail)[];
  billing_address: Address | null;
};

export type OrderListItem = {
  id: number;
  customer_id: number;
  plan: PlanInOrder;
  /** Null if the plan is free and the order has no amount. */
  totals: OrderTotals | null;
  /** A day in the fan club’s zone, such as `January 30, 2013`. */
  created_at: string;
  /** A day in the fan club’s zone, such as `January 30, 2013`. */
  paid_at: string;
  /** A day in the fan club’s zone, such as `January 30, 2013`. */
  refunded_at: string | null;
  /** Absent if the plan has no package. */
  shipments?: (Shipped | Backordered)[];
};

export type OrderTotals = {
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  shipping: string;
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  discount: string;
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  subtotal: string;
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  total: string;
};

export type Package = {
  name: string;
  description: string | null;
  shipping_and_handling: ShippingAndHandling;
  items: PackageItem[];
};

export type PackageItem = {
  name: string;
  /** URL of an image. */
  thumbnail: string | null;
  /** The item type of which customers choose an option; null without a choice. */
  item_type: string | null;
};

export type Pagination = {
  current_page: number;
  total_pages: number;
};

export type Plan = {
  id: number;
  name: string;
  /** The name as a slug, such as `gold-plan`; else `plan-<id>`. */
  class: string;
  /** HTML. */
  description: string | null;
  /** HTML. */
  online_benefits: string | null;
  /** HTML. */
  annotations: string | null;
  tags: string[];
  /** Months; null for a plan without term. */
  duration: number | null;
  /** `Free`, or an amount such as `$1,250.00`. */
  display_price: string;
  /** Price of the upgrade; null unless `upgrade` is true. */
  upgrade_price: string | null;
  /** Where the plan is bought. */
  checkout: string;
  /** The plan of the customer’s active subscription. */
  current: boolean;
  /** The customer can upgrade to this plan now. */
  upgrade: boolean;
  /** The visitor can buy the plan now. */
  available_to_customer: boolean;
  /** `{}` for a plan without package. */
  package: Package | Record<string, never>;
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  price: string;
  /** The customer’s subscription is of a former sales period, and this plan renews it. */
  renewal: boolean;
};

export type PlanBrief = {
  id: number;
  name: string;
  /** The name as a slug, such as `gold-plan`; else `plan-<id>`. */
  class: string;
  /** HTML. */
  description: string | null;
  /** HTML. */
  online_benefits: string | null;
  /** HTML. */
  annotations: string | null;
  tags: string[];
};

export type PlanInOrder = {
  id: number;
  name: string;
  /** The name as a slug, such as `gold-plan`; else `plan-<id>`. */
  class: string;
  /** HTML. */
  description: string | null;
  /** HTML. */
  online_benefits: string | null;
  /** HTML. */
  annotations: string | null;
  tags: string[];
  /** Months; null for a plan without term. */
  duration: number | null;
  /** `Free`, or an amount such as `$1,250.00`. */
  display_price: string;
  /** Price of the upgrade; null unless `upgrade` is true. */
  upgrade_price: string | null;
  /** Where the plan is bought. */
  checkout: string;
  /** The plan of the customer’s active subscription. */
  current: boolean;
  /** The customer can upgrade to this plan now. */
  upgrade: boolean;
  /** The visitor can buy the plan now. */
  available_to_customer: boolean;
  /** `{}` for a plan without package. */
  package: Package | Record<string, never>;
  price: number;
};

export type QueuedSubscription = {
  id: number;
  customer_id: number;
  plan: PlanBrief;
  created_at: string;
  updated_at: string;
  /** Null until it becomes a subscription. */
  processed_at: string | null;
  end_date: string;
  /** The subscription that it became. */
  subscription_id: number | null;
};

export type ReducedCustomer = Customer & {
  id: number;
  fanclub_id: number;
  /** Absent without an active subscription. */
  subscription?: ReducedSubscription;
};

export type ReducedPlan = {
  id: number;
  name: string;
  /** HTML. */
  description: string | null;
  /** HTML. */
  annotations: string | null;
};

export type ReducedSubscription = {
  plan: ReducedPlan;
  start_date: string;
  affiliates: AffiliateCodes[];
};

export type RefreshBody = {
  /** Of the last answer with tokens. */
  refresh_token: string;
};

export type RegisterBody =
  | {
      /** From the SDK of the identity provider. Its name can stand for `social`. */
      social_signed_request: string;
      /** Required after the purchase of a free plan. */
      email?: string;
      first_name?: string;
      last_name?: string;
      /** Required after the purchase of a free plan. */
      birthdate?: string;
      /** Required if the fan club has a forum. */
      username?: string;
      password?: string;
      password_confirmation?: string;
      /** Must be true. */
      accept_terms: boolean;
      /** True: the answer has bearer tokens, and sets no cookie. */
      tokens?: boolean;
    }
  | {
      /** Required after the purchase of a free plan. */
      email?: string;
      first_name?: string;
      last_name?: string;
      /** Required after the purchase of a free plan. */
      birthdate?: string;
      /** Required if the fan club has a forum. */
      username?: string;
      password?: string;
      password_confirmation?: string;
      /** Must be true. */
      accept_terms: boolean;
      /** True: the answer has bearer tokens, and sets no cookie. */
      tokens?: boolean;
      [field: `${string}_signed_request`]: string | undefined;
    };

export type Shipped = {
  status: `Shipped on ${string}`;
  ship_date: string;
  tracking_url: string | null;
  /** The number of items. */
  items: number;
};

export type ShippedDetail = {
  status: `Shipped on ${string}`;
  ship_date: string;
  tracking_url: string | null;
  items: ShippedItem[];
  shipping_address: Address | null;
};

export type ShippedItem = {
  name: string;
  /** URL of an image. */
  thumbnail: string | null;
  /** The chosen option. */
  option: string | null;
};

export type ShippingAndHandling = {
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  domestic: string;
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  international: string;
};

export type ShippingItem = {
  label: string;
  options: ItemOption[];
};

export type SignUpBody = {
  contact: ContactFields;
};

export type Subscription = {
  id: number;
  start_date: string;
  /** Null for a plan without term. */
  end_date: string | null;
  status: 'pending' | 'active' | 'expired';
  active: boolean;
  expired: boolean;
  trial_membership: boolean;
  /** Active only because its sales period was extended. */
  lapsed: boolean;
  plan: PlanBrief;
};

export type TicketLink = {
  name: string;
  status: 'Show' | 'Show On Specific Dates Only' | 'Sold Out';
  exclusive: boolean;
  /** The address for tickets; the fan club’s join page if the link is exclusive and the visitor not entitled. */
  url: string;
  host: string;
  codes: string[];
  /** HTML. */
  code_instructions: string | null;
  affiliate_id: number | null;
  /** An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`. */
  publish_start: string | null;
  /** An instant with the offset of the venue’s zone, `YYYY-MM-DDThh:mm:ss-hhmm`. */
  publish_end: string | null;
};

export type Tracking = {
  development: TrackingAccounts;
  production: TrackingAccounts;
};

export type TrackingAccounts = {
  google_analytics: string[];
};

export type UpdateAccountBody = UpdateAccountFields & {
  customer?: UpdateAccountFields;
};

export type UpdateAccountFields = {
  /** A new address has to be confirmed; the present address withdraws a new one. */
  email?: string;
  /** Null or blank removes it. */
  first_name?: string | null;
  /** Null or blank removes it. */
  last_name?: string | null;
  /** Only if the fan club has a forum. */
  username?: string;
  /** Required for a new password. */
  current_password?: string;
  /** Blank: no change. */
  password?: string;
  password_confirmation?: string;
  /** Whether the customer wants marketing mail; any other value leaves it. */
  lists_opt_in?: boolean | 'True' | 'False';
  /** Where the customer chose `lists_opt_in`. */
  lists_opt_in_source?: string;
};

export type UpdateShippingBody = {
  first_name?: string;
  last_name?: string;
  address?: string;
  /** Null or blank: no second line. */
  address_2?: string | null;
  city?: string;
  state?: string;
  postal_code?: string;
  /** ISO 3166 alpha-2 code. */
  country?: string;
  [field: `item_type_${number}`]: number | string | undefined;
};

export type Venue = {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postalcode: string | null;
  /** ISO 3166 alpha-2 code. */
  country: string | null;
  country_name: string | null;
  /** Degrees. */
  lat: string | null;
  /** Degrees. */
  lon: string | null;
};
