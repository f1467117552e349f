/** A catalogue as plain JSON that tests may change freely. */
export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
export type JsonObject = { [field: string]: Json };

const ADDRESS: JsonObject = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '12 St James Square',
  city: 'London',
  state: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

/** The tables that no catalogue fills, sorted: only the running service writes them. An import records itself in the audit. */
export const NOT_FROM_A_CATALOGUE = [
  'mail_templates',
  'mails',
  'one_time_tokens',
  'rate_limits',
  'search_audits',
  'sessions',
];

/** A cheap hash of the password `wonderland`. */
export const PASSWORD_HASH = '$2b$04$kydbIL9Q7bQsMjuRK3dtferztcBlSzli/q7DKzikFpU/FTleFRaby';

/** A fan club with every field of the format, with references by id and by name, some before their target. */
export function fullFanclub(): JsonObject {
  return {
    customers: [
      {
        id: 501,
        email: 'Ada@example.com',
        password_hash: PASSWORD_HASH,
        first_name: 'Ada',
        last_name: 'Lovelace',
        birthdate: '1990-12-10',
        username: 'ada',
        registered: true,
        confirmed: true,
        blacklisted: false,
        invalid_email: true,
        new_email: 'countess@example.com',
        email_aliases: ['byron@example.com'],
        lists_opt_in: true,
        lists_opt_in_source: 'website',
        auto_renewal_enabled: true,
        locked_plan: 'Gold',
        renewals: 2,
        authentications: [{ name: 'social', uid: '1001' }],
        shipping_address: { ...ADDRESS, address_2: 'Flat 2' },
        options: [31, 'Poster/Signed'],
        affiliate_codes: [{ affiliate: 'Tickets Inc', codes: ['ADA-1', 'ADA-2'] }],
        subscriptions: [
          {
            id: 601,
            plan: 'Gold',
            start_date: '2025-06-01T00:00:00Z',
            end_date: '2026-06-01T00:00:00Z',
            sales_period: 'Season 2025',
            trial_membership: false,
            cancelled: false,
          },
          { plan: 12, start_date: '2024-01-01T00:00:00Z' },
        ],
        queued_subscriptions: [
          {
            id: 651,
            plan: 'Gold',
            created_at: '2025-05-01T00:00:00Z',
            processed_at: '2025-06-01T00:00:00Z',
            end_date: '2026-06-01T00:00:00Z',
            subscription: 601,
          },
        ],
        orders: [
          {
            id: 701,
            plan: 'Gold',
            totals: { shipping: '5.00', discount: '10.50', subtotal: '100.00', total: '94.50' },
            created_at: '2025-05-31T10:00:00Z',
            paid_at: '2025-05-31T10:00:05Z',
            refunded_at: null,
            billing_address: ADDRESS,
            shipments: [
              {
                ship_date: '2025-06-10',
                tracking_url: 'https://parcels.example/1',
                shipping_address: ADDRESS,
                items: [{ name: 'T-shirt', thumbnail: 'https://fans.example/shirt.png', option: 'M' }],
              },
              { items: [{ name: 'Poster' }] },
            ],
          },
        ],
        contest_entries: [
          {
            contest: 'Meet & Greet',
            entered_at: '2025-07-02T00:00:00Z',
            selected: true,
            confirmed: true,
            forfeited: false,
          },
        ],
      },
      { email: 'grace@example.com' },
      { id: 503, email: null },
    ],
    contacts: [
      {
        email: 'visitor@example.com',
        first_name: 'Vi',
        last_name: 'Sitor',
        birthdate: '2000-02-29',
        lists_opt_in_source: 'landing page',
        confirmed: true,
        custom_fields: { city: 'Oslo', shows: 3, vip: false, note: null, sizes: ['S', { cut: 'slim' }] },
      },
    ],
    contests: [
      {
        id: 91,
        name: 'Meet & Greet',
        minimum_age: 18,
        starts_at: '2025-07-01T00:00:00Z',
        ends_at: '2025-08-01T00:00:00Z',
        time_zone: 'Europe/London',
        details: '<p>Say hello</p>',
        rules: '<p>Be kind</p>',
        event: 'First Night',
        plans: ['Gold'],
        published: true,
      },
    ],
    id: 5,
    name: 'The Analytical Engines',
    key: 'engines-key',
    extra_keys: ['engines-old-key'],
    site_url: 'https://fans.example',
    plans_url: 'https://fans.example/plans',
    support_email: 'help@fans.example',
    time_zone: 'America/Los_Angeles',
    currency: 'USD',
    home_country: 'US',
    minimum_age: 16,
    forum_integration: true,
    list_plans_without_subscription: true,
    logo_url: 'https://cdn.fans.example/logo.svg',
    accent_color: '#7a1f5c',
    trusted_domains: ['https://fans.example', 'http://localhost:8080'],
    links: {
      login: 'https://fans.example/login',
      logout: 'https://fans.example/logout',
      password_reset: 'https://fans.example/reset',
      saved_card: 'https://fans.example/card',
      redeem: 'https://fans.example/redeem',
      forum: 'https://forum.fans.example',
      ipboard: 'https://forum.fans.example/sso',
      legals: { privacy: 'https://fans.example/privacy', terms: 'https://fans.example/terms' },
    },
    tracking: { development: ['UA-0-1'], production: ['UA-1-1', 'UA-1-2'] },
    authentications: [
      { name: 'social', app_id: '4711', app_secret: 'shh', login_path: '/login/social', enabled: true },
    ],
    benefits: [
      {
        id: 81,
        summary: 'Presales',
        details: '<p>Before everyone else</p>',
        benefit_type: 'online',
        image_url: 'https://fans.example/presale.png',
        plans: ['Gold', 12],
      },
    ],
    events: [
      {
        id: 71,
        title: 'First Night',
        date: '2025-09-01T00:00:00-07:00',
        start: '2025-09-01T19:00:00-07:00',
        doors_open: '2025-09-01T18:00:00-07:00',
        description: '<p>Opening</p>',
        tags: ['tour'],
        time_zone: 'America/Los_Angeles',
        published: true,
        venue: {
          name: 'The Difference Hall',
          address: '1 Main St',
          city: 'Los Angeles',
          state: 'CA',
          postalcode: '90001',
          country: 'US',
          lat: '34.05',
          lon: '-118.24',
        },
        links: [
          {
            name: 'Presale',
            status: 'Show On Specific Dates Only',
            exclusive: true,
            url: 'https://tickets.example/1',
            host: 'tickets.example',
            codes: ['ENGINE'],
            code_instructions: '<p>Type it</p>',
            affiliate: 'Tickets Inc',
            publish_start: '2025-08-01T00:00:00Z',
            publish_end: '2025-08-31T00:00:00Z',
            plans: ['Gold'],
          },
          { name: 'General sale', url: 'https://tickets.example/2' },
        ],
      },
    ],
    plans: [
      {
        id: 11,
        name: 'Gold',
        description: '<p>Everything</p>',
        online_benefits: '<ul></ul>',
        annotations: 'best',
        tags: ['renewable'],
        duration: 12,
        price: '100.00',
        sales_period: 'Season 2025',
        on_sale: true,
        deleted: false,
        trial: false,
        exclusive_access: true,
        renewal_cap: 3,
        checkout: 'https://fans.example/checkout/gold',
        package: {
          name: 'Welcome box',
          description: 'A box',
          shipping_and_handling: { domestic: '5.00', international: '15.00' },
          items: [
            {
              name: 'T-shirt',
              thumbnail: 'https://fans.example/shirt.png',
              item_type: 'Shirt size',
              required: true,
            },
            { name: 'Poster', item_type: 22, required: false },
            { name: 'Card' },
          ],
        },
        upgrades: [],
      },
      {
        id: 12,
        name: 'Silver',
        price: '0',
        duration: 1,
        trial: true,
        upgrades: [{ to: 'Gold', price: '80.00' }],
      },
    ],
    item_types: [
      {
        id: 21,
        name: 'Shirt size',
        options: [
          { id: 31, name: 'M' },
          { id: 32, name: 'L' },
        ],
      },
      { id: 22, name: 'Poster', options: [{ name: 'Signed' }] },
    ],
    affiliates: [{ id: 41, name: 'Tickets Inc' }],
    sales_periods: [
      {
        id: 51,
        name: 'Season 2025',
        starts_at: '2025-01-01T00:00:00Z',
        ends_at: '2026-01-01T00:00:00Z',
        extended_until: '2026-02-01T00:00:00Z',
      },
    ],
  };
}

/** A catalogue of one organization with these fan clubs. */
export function catalogueOf(...fanclubs: JsonObject[]): JsonObject {
  return { version: 1, organizations: [{ id: 1, name: 'Engine Records', api_keys: ['org-key'], fanclubs }] };
}

/** A catalogue with every field. */
export function fullCatalogue(): JsonObject {
  return catalogueOf(fullFanclub());
}

/** The smallest valid fan club, with these fields. */
export function fanclubWith(fields: JsonObject = {}): JsonObject {
  return {
    name: 'Small club',
    key: 'small-key',
    site_url: 'https://small.example',
    support_email: 'help@small.example',
    ...fields,
  };
}

/** A deep copy, so that a test cannot change another's catalogue. */
export function copy<T extends Json>(json: T): T {
  return structuredClone(json);
}
