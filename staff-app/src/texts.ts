/** The words of the app that more than one place shows, or that somebody may want to change. */
export const TEXTS = {
  app: 'Fan club staff',
  login: {
    title: 'Log in',
    passkey: 'Log in with a passkey',
    password: 'Password',
    email: 'E-mail',
    next: 'Continue',
    code: 'Code of your authenticator app',
    codeHelp: 'Or one of your recovery codes.',
    or: 'or',
    again: 'Your session has ended',
    againWhy: 'Log in again and go on: what you typed is still there.',
    proof: 'Prove that it is you',
    proofWhy: 'This is important, so confirm it with your passkey or a code.',
    proofPasskey: 'Confirm with a passkey',
    proofLogin: 'Log in again instead',
    confirm: 'Confirm',
    cancel: 'Cancel',
    moved: 'Your fan club has moved',
    nowhere: 'You do not work for any fan club yet',
    nowhereWhy: 'Ask an owner of your fan club to invite you. The invitation comes by e-mail.',
  },
  join: {
    invite: 'You are invited',
    reset: 'Set up how you log in',
    used: 'This link does not work any more',
    usedWhy: 'A link works once, for 72 hours. Ask for a new one.',
    name: 'Your name',
    passkeyName: 'Name of the passkey',
    passkeyNameHelp: 'So that you recognize it: “Laptop”, “Phone”.',
    withPasskey: 'Set up a passkey',
    withPassword: 'Use a password and an authenticator app instead',
    newPassword: 'New password',
    passwordHelp: 'At least 12 characters.',
    passwordEasy: 'Too easy to guess: it is common, a pattern, or your own name or address.',
    scan: 'Read this with your authenticator app, then type the code that it shows.',
    secret: 'Or type this into the app:',
    codes: 'Your recovery codes',
    codesWhy:
      'Each works once, in place of a code of the app, if your phone is lost. They are shown only now: print them or write them down.',
    kept: 'I have kept them',
    accept: 'Accept the invitation',
    known: 'You have an account already. Log in, then accept.',
  },
  lists: {
    search: 'Search',
    searchMembers: 'Search members (/)',
    members: 'Find a member',
  },
} as const;

/** What one record of a resource is called, and several. */
export const RESOURCE_NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  events: ['Event', 'Events'],
  contests: ['Contest', 'Contests'],
  pools: ['Presale', 'Presale codes'],
  periods: ['Sales period', 'Sales periods'],
  renewals: ['Renewal', 'Renewals'],
  plans: ['Plan', 'Plans'],
  benefits: ['Benefit', 'Benefits'],
  item_types: ['Choice', 'Choices'],
  redeem_batches: ['Batch of codes', 'Codes'],
  members: ['Member', 'Members'],
  orders: ['Order', 'Orders'],
  parcels: ['Parcel', 'Parcels'],
  batches: ['Packing list', 'Packing lists'],
  contacts: ['Contact', 'Contacts'],
  applications: ['Application', 'Applications'],
  forums: ['Forum', 'Forums'],
  domains: ['Trusted domain', 'Trusted domains'],
  hosts: ['Host', 'Hosts'],
  keys: ['Key', 'Keys'],
  login_providers: ['Login provider', 'Login providers'],
  mail_templates: ['Mail text', 'Mail texts'],
  organization_keys: ['Organization key', 'Organization keys'],
  program_keys: ['Key for a program', 'Keys for programs'],
  mails: ['Mail', 'Outbox'],
  webhook_endpoints: ['Endpoint', 'Webhooks'],
  webhook_deliveries: ['Delivery', 'Deliveries'],
  people: ['Person', 'People and roles'],
  audits: ['Change', 'Record of changes'],
  organization_audits: ['Change', 'Changes of the organization'],
  club: ['Fan club', 'Settings'],
  security_events: ['Security event', 'Security events'],
};

/** How fields are called. Any other field is called by its own name, with spaces. */
export const LABELS: Readonly<Record<string, string>> = {
  id: 'No.',
  name: 'Name',
  email: 'E-mail',
  origin: 'Address of the website',
  birthdate: 'Date of birth',
  summary: 'In short',
  benefit_type: 'Kind',
  site_url: 'Website',
  home_country: 'Home country',
  list_plans_without_subscription: 'Show plans to people without a membership',
  extended_until: 'Extended until',
  parcels: 'Parcels',
  shipped: 'Shipped',
  online_benefits: 'What members get online',
  annotations: 'Notes beside the plan',
  details: 'Details',
  rules: 'Rules',
  status: 'Status',
  country: 'Country',
  price: 'Price',
  host: 'Seller',
  time_zone: 'Time zone',
  starts_at: 'Starts',
  ends_at: 'Ends',
  doors_open: 'Doors open',
  created_at: 'Added',
  api_key: 'API key',
  plan_class: 'Plan',
  last_used_at: 'Last used',
  revoked_at: 'Revoked',
  main: 'Main key',
  url: 'Address (URL)',
  publish_start: 'Shown from',
  publish_end: 'Shown until',
  codes: 'Presale codes',
  code_instructions: 'How to use the codes',
  exclusive: 'Members only',
  ship_date: 'Shipped on',
  tracking_url: 'Tracking address',
  lists_opt_in: 'Wants news',
  at_renewal_cap: 'Has used all renewals',
  customer: 'Member',
  postalcode: 'Postal code',
  lat: 'Latitude',
  lon: 'Longitude',
  q: 'Search',
};

/** Labels for words of the API that are not readable as they are. */
const WORDS: Readonly<Record<string, string>> = {
  none: 'No membership',
  trial: 'On trial',
  over: 'Ended',
  gift_purchase: 'Bought as a gift',
  sale: 'Bought',
  comp: 'Given',
  open: 'Not completed',
  complete: 'Completed',
  batched: 'On a packing list',
  given_up: 'Failed',
  batch: 'Packing list',
  item_type: 'Choice',
  period: 'Sales period',
  address: 'Address',
  option: 'Choice',
  subscription: 'Membership',
  fulfilment: 'Fulfilment',
  fanclub: 'Fan club settings',
  confirm_address: 'Confirm an e-mail address',
  confirm_new_address: 'Confirm a changed e-mail address',
  address_change_notice: 'Notice of a changed e-mail address',
  address_replaced: 'E-mail address changed by staff: to the former one',
  address_removed: 'E-mail address changed by staff: to one that was never confirmed',
  address_set: 'E-mail address changed by staff: to the new one',
  connection_notice: 'Notice of a connected account',
  reset_password: 'Forgotten password',
  confirm_contact: 'Confirm that somebody wants news',
  parcel_shipped: 'Parcel is on its way',
  parcel_needs_address: 'Parcel needs an address',
  parcel_needs_option: 'Parcel needs a choice',
  stray: 'Payment without an order',
  created: 'Begun',
  surplus: 'Paid twice, goes back',
  unknown: 'No answer yet',
  presale_code: 'Presale code',
  receipt: 'Receipt',
  refund_issued: 'Refund',
  refund_failed: 'Refund that failed',
  renewal_announced: 'Renewal: price and day of the charge',
  renewal_open: 'Renewal: can be renewed by hand',
  trial_ending: 'Trial is ending',
  payment_failed: 'Renewal: declined, tried again',
  payment_action_needed: 'Renewal: the member has to pay',
  card_expiring: 'Renewal: the card expires',
  membership_ending: 'Membership is ending',
  renewal_given_up: 'Renewal: given up',
  auto_renewal_stopped: 'Automatic renewal has stopped',
  'catalogue.imported': 'Fan club imported from a file',
};

/** A word of the API as people say it: `Trusted domain added` for `trusted_domain.added`. */
export function wordOf(code: unknown): string {
  if (typeof code !== 'string' || code === '') return '–';
  const text = (
    WORDS[code] ??
    code
      .split('.')
      .map((part) => WORDS[part] ?? part)
      .join(' ')
  ).replaceAll('_', ' ');
  return capitalized(text);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Failed (insufficient funds)`. @param failure the provider's code */
export const outcomeOf = (state: string, failure: string | null): string =>
  failure === null ? wordOf(state) : `${wordOf(state)} (${failure.replaceAll('_', ' ')})`;

/** The names of card brands that are not words. */
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** `Visa ending in 4242`. */
export const cardOf = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand] ?? wordOf(brand)} ending in ${last4}`;

/** `Member created` for `member.created`, also where another list has other words for it. */
export const wordsOfKey = (key: string): string => capitalized(key.replaceAll(/[._]/g, ' '));

/** A field as the app calls it; links and the like are counted from 1. */
export const labelOf = (field: string): string =>
  /^\d+$/.test(field) ? String(Number(field) + 1) : (LABELS[field] ?? wordOf(field));

/** What an empty list says: what it is for, and what to do first. */
export const EMPTY: Readonly<Record<string, { title: string; help: string }>> = {
  events: {
    title: 'No events yet',
    help: 'Add a concert or meeting with its ticket links. Members see it at once, with the codes that are for them.',
  },
  renewals: {
    title: 'No renewals yet',
    help: 'A renewal is listed here as soon as a membership can be renewed: when its season is over, or a month before its end.',
  },
  periods: {
    title: 'No sales periods yet',
    help: 'A sales period is a season in which plans are sold. Add one first, then its plans.',
  },
  plans: {
    title: 'No plans yet',
    help: 'A plan is what people buy to become members. Add a sales period first, then a plan with its price and package.',
  },
  benefits: {
    title: 'No benefits yet',
    help: 'Add what members get, such as presales, and tick the plans that have it.',
  },
  item_types: {
    title: 'No choices yet',
    help: 'Add what members choose for an item of their package, such as a T-shirt size. Then name it at the item, in the plan.',
  },
  pools: {
    title: 'No presale codes yet',
    help: 'If a seller gave you a code for each member, make a pool, upload the codes, and choose the ticket links that take them.',
  },
  redeem_batches: {
    title: 'No codes yet',
    help: 'Make gift codes that each pay a plan, or coupons that lower the price. Export them once, and give them away.',
  },
  contests: {
    title: 'No contests yet',
    help: 'Add a contest with its dates. Members enter on your website.',
  },
  members: {
    title: 'No members yet',
    help: 'People appear here when they register. You can also import a list, if your role allows it.',
  },
  orders: { title: 'No orders yet', help: 'Orders appear here when somebody buys a plan.' },
  parcels: {
    title: 'No parcels are waiting',
    help: 'A parcel appears here when a member orders a plan with a package.',
  },
  batches: { title: 'No packing lists yet', help: 'Make one from the parcels that wait.' },
  contacts: { title: 'No contacts yet', help: 'People who ask for news on your website appear here.' },
  domains: {
    title: 'No trusted domains yet',
    help: 'Add the address of your website, so that its pages can log members in.',
  },
  hosts: {
    title: 'No hosts yet',
    help: 'Add a host of your own domain, so that log-in and checkout are part of your website.',
  },
  applications: {
    title: 'No applications yet',
    help: 'Add your forum, shop or app, so that members log in there with their account.',
  },
  forums: {
    title: 'No forums yet',
    help: 'Connect your Discourse forum, so that its groups follow memberships. Add it as an application first.',
  },
  keys: { title: 'No keys yet', help: 'Your website needs a key to ask the service. Add one.' },
  organization_keys: {
    title: 'No organization keys yet',
    help: 'Partners look up members of all your fan clubs with such a key. Add one for each partner.',
  },
  login_providers: {
    title: 'No login providers yet',
    help: 'Add one if members should log in with another account of theirs.',
  },
  program_keys: {
    title: 'No keys for programs yet',
    help: 'With a key your own programs import, export and read reports. Add one for each program.',
  },
  webhook_endpoints: {
    title: 'No webhooks yet',
    help: 'Add an endpoint if your forum, shop or mailing list must hear of what happens here.',
  },
  webhook_deliveries: { title: 'Nothing was sent yet', help: 'Every message to an endpoint is listed here.' },
  mails: {
    title: 'No mails yet',
    help: 'Every mail to a member is listed here, with its state but without its content.',
  },
  people: { title: 'Nobody works here yet', help: 'Invite the people who help you, each with a role.' },
  audits: { title: 'Nothing was changed yet', help: 'Every change that staff make is listed here.' },
  mail_templates: { title: 'No mails can be changed', help: '' },
};
