// Generated from openapi.json by `npm run client:types`. Do not edit.

/** The operations that read, by path. */
export interface GetOperations {
  /** The fan club's configuration (`showFanClub`) */
  '/fanclub': {
    input: Record<string, never>;
    answer: {
      fanclub: FanClub;
      /** The same value. */
      'the service': FanClub;
    };
  };
  /** Published events (`listEvents`) */
  '/events': {
    input: {
      /** Events on or after this day. */
      start_date?: string;
      /** Events on or before this day. */
      end_date?: string;
      /** By date. */
      order?: 'ASC' | 'DESC';
      /** All events by default. */
      scope?: 'upcoming' | 'past';
      /** Events with any of these tags. */
      tags?: string[];
      /** The size of a page. */
      limit?: number;
      /** The page, from 1. */
      page?: number;
    };
    answer: {
      events: Event[];
      pagination: {
        current_page: number;
        total_pages: number;
      };
    };
  };
  /** An event (`showEvent`) */
  '/events/{id}': {
    input: {
      id: number;
    };
    answer: {
      event: Event;
    };
  };
  /** Log out (`logOut`) */
  '/logout': { input: Record<string, never>; answer: Record<string, never> };
  /** The current customer (`showAccount`) */
  '/account': {
    input: Record<string, never>;
    answer: {
      customer: Customer | null;
    };
  };
  /** Queued subscriptions (`listQueuedSubscriptions`) */
  '/subscriptions/queued': {
    input: {
      /** All by default. */
      scope?: 'upcoming' | 'past';
    };
    answer: QueuedSubscription[];
  };
}

/** The operations that write, by path. */
export interface PostOperations {
  /** Log in (`logIn`) */
  '/login': {
    input:
      | {
          email: string;
          password: string;
        }
      | {
          social_signed_request: string;
        };
    answer: {
      customer: Customer;
    };
  };
  /** Change the current customer (`updateAccount`) */
  '/account': {
    input: {
      email?: string;
      first_name?: string;
      last_name?: string;
      username?: string;
      current_password?: string;
      password?: string;
      password_confirmation?: string;
      lists_opt_in?: 'True' | 'False' | boolean;
      lists_opt_in_source?: string;
    };
    answer: {
      customer: Customer;
    };
  };
  /** Register a customer (`createAccount`) */
  '/accounts': {
    input: {
      email: string;
      birthdate: string;
      first_name?: string;
      last_name?: string;
      accept_terms?: boolean;
      password_attributes?: {
        password: string;
        password_confirmation?: string;
      };
    };
    answer: {
      customer: Customer;
    };
  };
  /** Enter a contest (`enterContest`) */
  '/contests/{id}/enter': {
    input: {
      id: number;
    };
    answer: {
      messages: string[];
    };
  };
  /** Sign up for the contact list (`signUpContact`) */
  '/contacts': {
    input: {
      contact: {
        email: string;
        first_name?: string;
        birthdate?: string;
        lists_opt_in_source?: string;
        [field: string]: JsonValue | undefined;
      };
    };
    answer: {
      messages: string[];
    };
  };
}

export type BriefPlan = {
  id: number;
  name: string;
  class: string;
  description: string | null;
  tags: string[];
};

export type Customer = {
  id: number | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  /** Pending until it is confirmed. */
  new_email: string | null;
  birthdate: string | null;
  age: number | null;
  /** Present only if the fan club supports forum integration. */
  username?: string;
  fanclub_id: number | null;
  /** Whether the customer has no active subscription. */
  expired: boolean;
  lists_opt_in?: boolean;
  email_aliases: string[];
  authentications: {
    name: string;
  }[];
  subscription?: EmbeddedSubscription;
};

export type EmbeddedSubscription = {
  plan: BriefPlan;
  start_date: string;
  end_date: string | null;
  lapsed: boolean;
  trial_membership: boolean;
};

export type Event = {
  id: number;
  title: string;
  /** With the venue's offset: `2013-06-01T19:00:00-0700`. */
  date: string;
  start: string;
  doors_open: string | null;
  description: string | null;
  tags: string[];
  timezone: {
    tz: string;
    short: string;
    long: string;
    offset: string;
  };
  venue: {
    name: string;
    city: string | null;
    country: string | null;
    lat: string | null;
    lon: string | null;
  };
  links: Link[];
  contests: {
    id: number;
    name: string;
  }[];
};

export type FanClub = {
  name: string;
  site_url: string;
  authentications: {
    name: string;
    app_id: string;
    login_path: string;
  }[];
  links: {
    site: string;
    login: string;
    logout: string;
    password_reset: string;
    saved_card: string;
    redeem: string;
    forum?: string;
    legals: {
      privacy: string;
      terms: string;
    };
  };
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

export type Link = {
  name: string;
  status: 'Show' | 'Show On Specific Dates Only' | 'Sold Out';
  exclusive: boolean;
  url: string;
  host: string;
  /** Empty for visitors who may not use an exclusive link. */
  codes: string[];
  code_instructions: string | null;
  affiliate_id: number | null;
};

export type QueuedSubscription = {
  id: number;
  customer_id: number;
  plan: BriefPlan;
  processed_at: string | null;
};
