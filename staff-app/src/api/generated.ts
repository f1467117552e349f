// Generated from the OpenAPI document of the API for staff by `npm run generate`. Do not edit.

export type AcceptedLink = {
  /** Shown only here. Null: the person has other ones already. */
  recovery_codes: string[] | null;
};

export type AccountOfClub = {
  id: number;
  provider: string;
  /** The provider’s name for people. */
  provider_title: string;
  ref: string;
  live: boolean;
  enabled: boolean;
  last_event_at: string | null;
};

export type AddedNote = {
  id: number;
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

export type AlikeMember = {
  id: number;
  email: string | null;
  name: string | null;
};

export type ApplicationOfClub = {
  id: number;
  name: string;
  /** Its name in the protocol, `client_id`. */
  client_id: string;
  /** The address of the fan club’s provider, which applications discover. */
  issuer: string;
  /** Whether it has a secret. */
  confidential: boolean;
  /** Whether members are not asked. */
  first_party: boolean;
  scopes: ('openid' | 'email' | 'profile' | 'membership')[];
  redirect_urls: string[];
  log_out_urls: string[];
  back_channel_log_out_url: string | null;
  created_at: string;
  /** When a member has last logged in there, to the minute. */
  last_used_at: string | null;
};

export type ApplicationOfMember = {
  /** The id of the application. */
  id: number;
  name: string;
  scopes: ('openid' | 'email' | 'profile' | 'membership')[];
  /** When the member has first used it. */
  created_at: string;
  last_used_at: string;
};

export type ApplicationWithSecret = ApplicationOfClub & {
  /** Shown only here. Null: a public application has none. */
  client_secret: string | null;
};

export type AuditRecord = {
  id: number;
  at: string;
  /** Null: an operator. */
  staff_id: number | null;
  /** The name of the key of a program, which `staff_id` made. Null: no program. */
  key_name: string | null;
  /** `<subject>.<verb>`, such as `event.changed`. */
  action: string;
  subject_type: string;
  subject_id: number | null;
  /** The member whom it concerns. */
  customer_id: number | null;
  /** The changed fields. Null for what did not exist. */
  before: {
    [field: string]: JsonValue;
  } | null;
  /** As `before`. */
  after: {
    [field: string]: JsonValue;
  } | null;
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

export type BenefitItemOfClub = {
  id: number;
  benefit: number;
  kind: 'text' | 'file';
  title: string;
  /** The text, as cleaned HTML. Null: a file. */
  html: string | null;
  /** Null: a text. */
  file_name: string | null;
  /** By the content of the file. Null: a text. */
  media_type: string | null;
  /** Bytes. Null: a text. */
  size: number | null;
  /** Of the file, in hexadecimal digits. Null: a text. */
  sha256: string | null;
  created_at: string;
  updated_at: string;
};

export type BenefitItemsOfClub = {
  items: BenefitItemOfClub[];
  /** The most bytes of a file. */
  max_size: number;
};

export type BenefitRecord = {
  id: number;
  summary: string;
  details: string | null;
  benefit_type: string;
  image_url: string | null;
  plans: number[];
};

export type BookedTotalsOfMonth = {
  currency: string;
  /** Paid orders. */
  sales: string;
  /** Payments that nothing was bought with, and that are refunded. */
  surplus: string;
  /** Refunds less those that failed later. */
  refunds: string;
  /** Disputes less those that were won. */
  disputes: string;
  /** The sum of the four. */
  amount: string;
  /** The tax in it. */
  tax: string;
  /** The sum without tax. */
  net: string;
  /** The number of bookings. */
  count: number;
};

export type BookingsOfMonth = {
  /** `2026-10` */
  month: string;
  totals: BookedTotalsOfMonth[];
};

export type Buyer = {
  email: string | null;
  first_name: string | null;
  last_name: string | null;
};

export type CancelledMembership = {
  when: 'now' | 'renewal';
  subscription_ids: number[];
};

export type CardOfPayment = {
  brand: string;
  last4: string;
};

export type CardOfRenewal = {
  brand: string;
  last4: string;
  /** Month and year: 11/2028. */
  expires: string;
};

export type ChangeOfRenewal = {
  at: string;
  from: string;
  to: string;
  cause: string;
};

export type ChangedRenewal = {
  id: number;
  state: 'planned' | 'announced' | 'charging' | 'waiting' | 'action_needed' | 'done' | 'stopped' | 'given_up';
};

export type CheckedHost = HostOfClub & {
  finding:
    | 'served'
    | 'not_found'
    | 'not_public'
    | 'unreachable'
    | 'redirected'
    | 'another_server'
    | 'in_use'
    | 'service_unnamed';
};

export type ClassOfPlans = {
  class: string;
  /** The name of its latest plan. */
  name: string;
};

export type ClassesOfPlans = {
  data: ClassOfPlans[];
};

export type ClubOfStaff = {
  id: number;
  name: string;
  /** IANA name. */
  time_zone: string;
  /** ISO 4217; the currency of its amounts. */
  currency: string;
  organization: OrganizationOfClub;
  /** What the person may do there, and how far. */
  permissions: Partial<Record<Permission, Reach>>;
};

export type Colleague = {
  /** Of the role. */
  id: number;
  /** Of the person. */
  staff_id: number;
  email: string;
  name: string;
  role: Role;
  /** Whether the role is for all fan clubs of the organization. */
  whole_organization: boolean;
  last_seen_at: string | null;
  disabled_at: string | null;
};

export type ContactAnswer = ContactOfClub & {
  /** The member who has or had the address. Null: nobody. */
  member_id: number | null;
};

export type ContactOfClub = {
  id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  birthdate: string | null;
  lists_opt_in_source: string | null;
  confirmed: boolean;
  confirmed_at: string | null;
  custom_fields: {
    [field: string]: JsonValue;
  };
  created_at: string;
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

export type ContestOfEvent = {
  id: number;
  name: string;
};

export type ContestOfMember = {
  id: number;
  name: string;
};

export type ContestRecord = {
  id: number;
  name: string;
  minimum_age: number;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  details: string;
  rules: string;
  event: number | null;
  plans: number[];
  published: boolean;
};

export type ContestZone = {
  /** IANA name. */
  tz: string;
  /** Such as `Pacific Time (US & Canada)`. */
  long: string;
};

export type ContestsToDo = {
  /** Contests that have ended and are not closed. */
  to_close: number;
  /** Contests that are closed and not drawn. */
  to_draw: number;
  /** Winners who have not answered. */
  to_confirm: number;
};

export type CsvChangeOfReport = {
  /** The first line of the row. */
  line: number;
  /** The fields that change, as they are. */
  before: {
    [field: string]: JsonValue;
  };
  /** The same fields after the import. */
  after: {
    [field: string]: JsonValue;
  };
};

export type CsvFaultOfReport = {
  /** The first line of the row, counted from 1; the headings are line 1. */
  line: number;
  /** Null: the whole row. */
  column: string | null;
  detail: string;
};

export type CsvReport = {
  new: number;
  changed: number;
  unchanged: number;
  /** The headings of columns that are not read. */
  ignored: string[];
  /** The first 100 rows that are changed, in the order of the file; none with faults. */
  changes: CsvChangeOfReport[];
  /** In the order of the file. */
  faults: CsvFaultOfReport[];
  /** The faulty rows as a CSV file that can be mended and imported; absent without faults, or if the file cannot be read. */
  error_file?: string;
};

export type Dashboard = {
  at: string;
  parcels: ParcelFigures;
  /** Absent for who sees only the figures of parcels. */
  members?: MemberFigures;
  /** Absent for who sees only the figures of parcels. */
  this_week?: WeekFigures;
  /** Absent for who sees only the figures of parcels. */
  renewals_due?: RenewalFigures;
  /** Absent for who sees only the figures of parcels. */
  renewals?: RenewalsDue;
  /** Absent for who sees only the figures of parcels. */
  mails_given_up?: number;
  /** Absent for who sees only the figures of parcels. */
  payment_problems?: number;
  /** Sales periods whose extension is too short for a renewal. Absent for who sees only the figures of parcels. */
  short_extensions?: number[];
  /** Absent for who sees only the figures of parcels. */
  presale?: PresaleFigures;
  /** Absent for who sees only the figures of parcels. */
  members_by_week?: WeekOfMembers[];
  /** Absent for who sees only the figures of parcels. */
  retention?: MonthOfJoining[];
  /** Absent for who sees only the figures of parcels. */
  members_now?: MembersNow;
  /** Absent for who sees only the figures of parcels. */
  members_by_plan?: PlanOfMembers[];
  /** Absent for who sees only the figures of parcels. */
  churn?: MonthOfChurn[];
  /** Absent for who sees only the figures of parcels. */
  codes_by_event?: EventOfPresale[];
  /** Absent for who sees no money. */
  expected_renewals?: MonthOfRenewals[];
  /** Absent for who sees no money. */
  sales_by_plan?: SalesOfPlan[];
  /** Absent for who sees no money. */
  revenue_by_month?: MonthOfRevenue[];
};

export type Delivery = {
  id: number;
  endpoint_id: number;
  /** The header `webhook-id`. */
  message_id: string;
  type: string;
  at: string;
  state: 'waiting' | 'delivered' | 'failed';
  /** Failed attempts since it was queued last. */
  tries: number;
  delivered_at: string | null;
  attempts: DeliveryAttempt[];
};

export type DeliveryAttempt = {
  at: string;
  /** Milliseconds. */
  duration: number;
  status: number | null;
  failure: 'status' | 'timeout' | 'refused_address' | 'unresolved' | 'connection' | 'internal' | null;
  /** The first kilobyte of the answer. */
  answer: string | null;
};

export type DisputeOfOrder = {
  payment_id: number;
  /** The provider’s id. */
  reference: string;
  /** A decimal number, such as `24.99`. */
  amount: string;
  currency: string;
  /** `won`: the fan club keeps the money. */
  state: 'open' | 'won' | 'lost';
  opened_at: string;
  decided_at: string | null;
};

export type DrawOfContest = {
  /** The id of the contest. */
  id: number;
  step: 'none' | 'entries' | 'closed' | 'drawn';
  /** The contest has ended, so it can be closed. */
  ended: boolean;
  ends_at: string;
  commitment: string | null;
  committed_at: string | null;
  closed_at: string | null;
  /** That take part: in the frozen list, or now. */
  entries: number;
  /** Excluded, too late, or of blacklisted or erased people. */
  left_out: number;
  /** By cause. Empty as well if the contest was closed before the service recorded the causes. */
  left_out_by: LeftOutOfDraw[];
  list_hash: string | null;
  /** Announced with the closing. Null: none, or not closed. */
  beacon_source: string | null;
  /** Empty: drawn without one. */
  beacon: string | null;
  drawn_at: string | null;
  confirm_hours: number | null;
  alternates_until: string | null;
  /** Entries of the ranking that were not selected yet. */
  alternates: number;
  /** Empty: not drawn. */
  prizes: PrizeOfDraw[];
  /** The address of the public page. */
  page: string;
};

export type DuplicateList = {
  data: DuplicatePair[];
  /** There are more pairs. */
  more: boolean;
};

export type DuplicatePair = {
  first: AlikeMember;
  second: AlikeMember;
  /** `name`: the same name and birth date. */
  alike: ('name' | 'address')[];
};

export type Endpoint = {
  id: number;
  name: string;
  /** Without `webhooks.write` only its origin: the path may be a secret. */
  url: string;
  types: string[];
  /** Whether it gets names, addresses and birth dates. */
  personal: boolean;
  enabled: boolean;
  /** Why it is off. `failed`: it failed for three days. */
  off_reason: 'failed' | 'staff' | null;
  /** Since when every attempt fails. */
  failing_since: string | null;
  /** When the next attempt is made. */
  next_attempt_at: string | null;
  /** Until then the former secret signs, too. */
  former_secret_until: string | null;
  /** Messages that wait. */
  waiting: number;
  created_at: string;
};

export type EndpointWithSecret = Endpoint & {
  /** The whole secret, which is shown only here. */
  secret: string;
};

export type EntryOfContest = {
  id: number;
  member_id: number;
  entered_at: string;
  first_name: string | null;
  last_name: string | null;
  /** Absent for who sees entries masked. */
  birthdate?: string | null;
  selected: boolean;
  confirmed: boolean;
  forfeited: boolean;
  /** Null: takes part in the draw. */
  exclusion: Exclusion | null;
};

export type EntryOfMember = {
  id: number;
  contest: ContestOfMember;
  entered_at: string;
  selected: boolean;
  confirmed: boolean;
  forfeited: boolean;
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

export type EventOfPresale = {
  id: number;
  title: string;
  given: number;
  total: number;
};

export type EventRecord = {
  id: number;
  title: string;
  date: string;
  start: string;
  doors_open: string | null;
  description: string;
  tags: string[];
  time_zone: string;
  published: boolean;
  venue: VenueRecord;
  links: TicketLinkRecord[];
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

export type ExcludedEntry = {
  entry_id: number;
  reason: string;
};

export type Exclusion = {
  /** Null for who sees entries masked, because it may name persons. */
  reason: string | null;
  by: string | null;
  at: string;
};

export type ExtendedMembership = {
  subscription_id: number;
  end_date: string;
};

export type FanclubSettingsRecord = {
  name: string;
  site_url: string;
  plans_url: string;
  support_email: string;
  time_zone: string;
  currency: string;
  tax_rate: string | null;
  tax_text: string | null;
  support_refund_limit: string;
  renewal_notice_days: number;
  renewal_try_days: number;
  home_country: string;
  minimum_age: number;
  forum_integration: boolean;
  list_plans_without_subscription: boolean;
  logo_url: string | null;
  accent_color: string | null;
  font: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | 'typewriter' | null;
  links: LinksRecord;
  tracking: TrackingRecord;
  id: number;
};

export type Feed = {
  data: FeedMessage[];
  /** The position to ask for next. Without further messages, that of the request. */
  next: number;
  /** Whether there are further messages now. */
  more: boolean;
};

export type FeedMessage = {
  /** Its number in the fan club, for `since`. */
  position: number;
  /** The header `webhook-id`. */
  id: string;
  type: string;
  timestamp: string;
  data: {
    [field: string]: JsonValue;
  };
};

export type FormerVenue = {
  /** Of the last event there, since venues have no ids. */
  id: number;
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postalcode: string | null;
  country: string;
  lat: string | null;
  lon: string | null;
  time_zone: string;
  /** The number of events there. */
  events: number;
  /** Of the last event there. */
  last_start: string;
};

export type ForumOfClub = {
  id: number;
  name: string;
  url: string;
  /** The user of the forum for whom the API key acts. */
  username: string;
  /** The application by which members log in there. Null: they use DiscourseConnect. */
  application_id: number | null;
  enabled: boolean;
  groups: GroupOfForum[];
  /** What is wrong with groups, in words. */
  group_problems: string[];
  /** When the groups were last in line with memberships. */
  checked_at: string | null;
  /** When a run has last changed a group. */
  changed_at: string | null;
  /** How many places that run gave. */
  added: number;
  /** How many places that run took. */
  removed: number;
  /** Members whom the service has put into groups. */
  in_groups: number;
  /** Members who were in their group before, and stay there. */
  by_hand: number;
  /** Members without an account at the forum, as far as is known. */
  without_account: number;
  /** Why the last run failed. */
  failure:
    | 'refused_address'
    | 'unresolved'
    | 'timeout'
    | 'connection'
    | 'forbidden'
    | 'busy'
    | 'broken'
    | 'not_discourse'
    | 'refused'
    | 'unreadable_key'
    | 'internal'
    | null;
  /** The same in words. */
  problem: string | null;
  /** Since when every run fails. */
  failing_since: string | null;
  /** When the forum is asked again. Null: within a minute. */
  next_attempt_at: string | null;
  created_at: string;
};

export type ForumTest = {
  /** Whether the forum accepts the key and has all groups. */
  works: boolean;
  /** What is wrong; null: nothing. */
  problem: string | null;
};

export type GiftOfOrder = {
  state: 'ordered' | 'ready' | 'disputed' | 'redeeming' | 'redeemed' | 'void';
  /** The id of its code. Null: the order is not paid. */
  code: number | null;
  /** The day on which its mail goes. Null: none is planned. */
  mail_on: string | null;
  /** When the last mail was sent. */
  mailed_at: string | null;
};

export type GivenMembership = {
  order_id: number;
  plan_id: number;
  start_date: string;
  end_date: string | null;
};

export type GivenOnDay = {
  given: number;
  mailed: number;
  used: number;
  /** In the time zone of the fan club. */
  day: string;
};

export type GivenToPlan = {
  given: number;
  mailed: number;
  used: number;
  /** The plan that the members have now. Null: none. */
  plan: number | null;
  name: string | null;
};

export type GroupOfForum = {
  /** The name of the group in the forum. */
  name: string;
  /** The class of plans. Null: everybody with an active membership. */
  plan_class: string | null;
};

export type Happening = {
  at: string;
  /** `order.placed`, or the action of a person of the staff. */
  kind: string;
  /** One line without names and addresses of persons. */
  text: string;
  /** Who of the staff did it; absent if nobody did. */
  by?: string;
};

export type HostOfClub = {
  id: number;
  host: string;
  /** Whether links lead there. */
  main: boolean;
  /** Null: it waits for its check, and does not count. */
  verified_at: string | null;
  created_at: string;
};

export type ImageOfClub = {
  id: number;
  /** The address, which everybody can see until the picture is deleted. */
  url: string;
  /** The name of the uploaded file. */
  file_name: string;
  /** As it is stored: `image/jpeg` or `image/png`. */
  media_type: string;
  width: number;
  height: number;
  /** Bytes. */
  size: number;
  created_at: string;
};

export type Invitation = {
  id: number;
  email: string;
  role: Role;
  expires_at: string;
};

export type IssueCount = {
  members: number;
  /** Those who were not asked within a week. */
  can_be_asked: number;
};

export type IssueCounts = {
  address: IssueCount;
  option: IssueCount;
};

export type IssueOfMember = {
  kind:
    | 'unpaid_order'
    | 'lacks_address'
    | 'lacks_option'
    | 'renewal_failed'
    | 'mail_given_up'
    | 'other_amount'
    | 'waits'
    | 'account_refuses'
    | 'disputed'
    | 'refund_failed'
    | 'refund_waits'
    | 'event_fails'
    | 'stray'
    | 'customer_stays';
  since: string;
  order_id: number | null;
  renewal_id: number | null;
  /** The code of a failure, or the state of a renewal. */
  code: string | null;
  /** Where the member pays an open order, after logging in. */
  payment_link: string | null;
};

export type IssuedFanclubKey = IssuedKey & {
  /** Whether catalogue files and the guide’s examples name it. */
  main: boolean;
};

export type IssuedKey = {
  id: number;
  name: string | null;
  /** Its first characters. */
  prefix: string;
  created_at: string;
  /** Null if it was not used. The use of fan club keys is not recorded. */
  last_used_at: string | null;
  revoked_at: string | null;
};

export type IssuedStaffKey = {
  id: number;
  name: string;
  /** Its first characters. */
  prefix: string;
  scopes: Permission[];
  /** The person who made it. The key never reaches further than this person does. */
  staff_id: number;
  created_at: string;
  expires_at: string;
  /** Up to a minute late. Null: not used. */
  last_used_at: string | null;
  revoked_at: string | null;
};

export type ItemOfParcel = {
  name: string;
  option: string | null;
};

export type ItemOption = {
  id: number;
  name: string;
  selected: boolean;
};

export type ItemOptionRecord = {
  id: number;
  name: string;
};

export type ItemTypeRecord = {
  id: number;
  name: string;
  options: ItemOptionRecord[];
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

export type KeyScopes = {
  scopes: Permission[];
};

export type LeftOutOfDraw = {
  cause: 'staff' | 'late' | 'blacklisted' | 'erased';
  /** Null for other causes, for all but the 20 most frequent reasons, and for who sees entries masked, because it may name persons. */
  reason: string | null;
  count: number;
};

export type LegalsRecord = {
  privacy: string | null;
  terms: string | null;
};

export type LinkOfPool = {
  id: number;
  name: string;
  event: number;
  /** Of the event. */
  title: string;
  start: string;
  /** Of the venue. */
  time_zone: string;
  /** Whether fans see the event. */
  published: boolean;
  /** Its pool. Null: none. */
  pool: number | null;
  /** The address of the page that gives its code. */
  page: string;
};

export type LinksRecord = {
  login: string | null;
  logout: string | null;
  password_reset: string | null;
  saved_card: string | null;
  redeem: string | null;
  forum: string | null;
  ipboard: string | null;
  legals: LegalsRecord;
};

export type LoginOfMember = {
  id: number;
  created_at: string;
  last_seen_at: string;
  /** Whether the session has ended. */
  over: boolean;
};

export type LoginProviderOfClub = {
  id: number;
  name: string;
  app_id: string;
  login_path: string | null;
  enabled: boolean;
  /** Of OpenID Connect. Null: the provider signs requests. */
  issuer: string | null;
  label: string | null;
  apple_team_id: string | null;
  apple_key_id: string | null;
};

export type MadeStaffKey = IssuedStaffKey & {
  /** The whole key, which is shown only here. */
  key: string;
};

export type MailOfClub = {
  id: number;
  kind: string;
  state: 'waiting' | 'sent' | 'given_up';
  /** `a…@m….example`; null once it was sent. */
  to: string | null;
  created_at: string;
  sent_at: string | null;
  attempts: number;
  error: string | null;
};

export type MailOfMember = {
  id: number;
  kind: string;
  /** Where it went. Masked for who sees members masked. */
  to: string | null;
  sent_at: string;
  /** Whether its text is kept: for 90 days, unless it has a code. */
  has_text: boolean;
};

export type MailOfRenewal = {
  kind: string;
  queued_at: string;
};

export type MailOfWinner = {
  /** When it was queued. */
  queued_at: string;
  /** Null: not known any more, because mails are deleted after 30 days. */
  state: 'waiting' | 'sent' | 'given_up' | null;
  /** Since when it has this state. */
  at: string | null;
};

export type MailTextsOfKind = MailWording & {
  kind: string;
  /** Whether any of the texts is the fan club’s own. */
  changed: boolean;
  /** By which the record of changes knows them; null: never changed. */
  record_id: number | null;
};

export type MailWording = {
  subject: string;
  text: string;
  html: string;
};

export type Me = {
  id: number;
  email: string;
  name: string;
  /** When the person last proved a factor. */
  proved_at: string;
  clubs: ClubOfStaff[];
  /** Fan clubs that have moved to another cell. */
  moved: MovedClub[];
};

export type MemberFigures = {
  active: number;
  lapsed: number;
  trial: number;
};

export type MemberListItem = {
  id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  username: string | null;
  state: 'none' | 'active' | 'lapsed';
  trial: boolean;
  plan: PlanOfMember | null;
  /** The end of the membership; null if it has none. */
  until: string | null;
  registered: boolean;
  confirmed: boolean;
  blacklisted: boolean;
  invalid_email: boolean;
  created_at: string;
};

export type MemberOfRenewal = {
  id: number;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Whether the member lets the fan club renew automatically. */
  auto_renewal_enabled: boolean;
};

export type MemberPage = MemberListItem & {
  birthdate: string | null;
  new_email: string | null;
  email_aliases: (string | null)[];
  confirmed_at: string | null;
  lists_opt_in: boolean;
  lists_opt_in_source: string | null;
  lists_opt_in_changed_at: string | null;
  auto_renewal_enabled: boolean;
  locked_plan_id: number | null;
  renewals: number;
  /** When the member is to be erased, as they asked. */
  erase_at: string | null;
  /** When the member was erased. Then names and addresses are null. */
  erased_at: string | null;
  /** The member into whom this one was merged; null: none. */
  merged_into: number | null;
  /** What is open; problems of payments first. */
  issues: IssueOfMember[];
  /** The latest first. None for who sees members masked. */
  notes: NoteOfMember[];
  /** The latest first. */
  mails: MailOfMember[];
  subscriptions: TermOfMember[];
  queued: QueuedTermOfMember[];
  orders: OrderOfMember[];
  /** Null if there is none, and for who sees members masked. */
  address: Address | null;
  has_address: boolean;
  options: OptionOfMember[];
  entries: EntryOfMember[];
  logins: LoginOfMember[];
  /** The latest first. */
  timeline: Happening[];
};

export type MembersNow = {
  paid: number;
  /** In plans whose price is zero. */
  free: number;
  /** Given by staff, in plans with a price. */
  given: number;
  /** At the beginning of this month. */
  paid_before: number;
  /** At the beginning of this month. */
  free_before: number;
  /** At the beginning of this month. */
  given_before: number;
};

export type MergePreview = {
  /** Why it is refused now. None: it can be made. */
  obstacles: string[];
  /** With obstacles, all rows are listed as kept. */
  tables: MergedTableAnswer[];
  /** What the other member has then. */
  memberships: RemainingTermAnswer[];
};

export type MergedTableAnswer = {
  table: string;
  /** How many the other member has before. */
  present: number;
  /** Their ids, or what else identifies them: belong to the other member then. */
  moved: string[];
  /** Their ids, or what else identifies them: void, because the other member has one that is alike. */
  voided: string[];
  /** Their ids, or what else identifies them: deleted, or lead to nobody any more. */
  removed: string[];
  /** Their ids, or what else identifies them: stay with the empty account, for the record. */
  kept: string[];
};

export type MonthOfChurn = {
  month: string;
  members: number;
  joined: number;
  left: number;
  /** Null: the month began without members. */
  percent_left: number | null;
};

export type MonthOfJoining = {
  month: string;
  joined: number;
  /** Null: not all have reached that day. */
  stayed_1: number | null;
  /** Null: not all have reached that day. */
  stayed_3: number | null;
  /** Null: not all have reached that day. */
  stayed_6: number | null;
  /** Null: not all have reached that day. */
  stayed_12: number | null;
  percent_1: number | null;
  percent_3: number | null;
  percent_6: number | null;
  percent_12: number | null;
};

export type MonthOfRenewals = {
  month: string;
  currency: string;
  /** Charged to saved cards, unless their members stop it. */
  automatic: number;
  /** A decimal number, such as `24.99`. */
  automatic_amount: string;
  /** Left to their members. */
  by_hand: number;
  /** A decimal number, such as `24.99`. */
  by_hand_amount: string;
};

export type MonthOfRevenue = {
  month: string;
  currency: string;
  /** A decimal number, such as `24.99`. */
  amount: string;
  orders: number;
};

export type MovedClub = {
  id: number;
  name: string;
  /** The cell: `cell 1`. */
  moved_to: string;
  /** Where staff log in there; null if this service does not know. */
  url: string | null;
};

export type NewFanclubKey = IssuedFanclubKey & {
  /** The whole key, which is shown only here. */
  key: string;
};

export type NewOrganizationKey = IssuedKey & {
  /** The whole key, which is shown only here. */
  key: string;
};

export type NewPackingList = {
  id: number;
  parcels: number;
};

export type NewRefund = {
  refund_id: number;
  /** `requested` if the provider did not answer; a job tries again. */
  state: 'requested' | 'pending' | 'succeeded' | 'failed';
};

export type NextPeriod = {
  id: number;
  name: string;
  starts_at: string;
  ends_at: string;
  extended_until: string | null;
  plans: PlanRecord[];
};

export type NoteOfMember = {
  id: number;
  at: string;
  /** Who wrote it; null: a person who was deleted. */
  by: string | null;
  text: string;
  /** Whether the asking person may delete it. */
  deletable: boolean;
};

export type OpenedLink = {
  purpose: 'invite' | 'reset';
  email: string;
  organization: string;
  /** Null: all fan clubs of the organization. */
  fanclub: string | null;
  role: Role;
  /** Whether the person is on the staff already and only needs to log in. */
  known: boolean;
  passkey: PasskeyStep;
  totp: TotpSetup;
};

export type OptionOfMember = {
  item: string;
  option: string;
};

export type OrderOfMember = {
  id: number;
  plan_name: string;
  total: string | null;
  kind: 'sale' | 'comp';
  created_at: string;
  paid_at: string | null;
  refunded_at: string | null;
  parcels: number;
  ship_dates: string[];
};

export type OrderOfRenewal = {
  id: number;
  plan_name: string;
  total: string | null;
  currency: string | null;
  state: 'open' | 'paid' | 'refunded' | 'closed';
  created_at: string;
};

export type OrganizationOfClub = {
  id: number;
  name: string;
};

export type OriginVerdict = {
  allowed: boolean;
  reason: 'not_an_origin' | 'trusted_domain' | 'own_website' | 'not_trusted';
};

export type OwnFactors = {
  has_password: boolean;
  has_totp: boolean;
  recovery_codes_left: number;
  passkeys: OwnPasskey[];
  sessions: OwnSession[];
};

export type OwnPasskey = {
  id: number;
  /** The person’s name for it. */
  name: string;
  created_at: string;
  last_used_at: string | null;
};

export type OwnSession = {
  id: number;
  browser: string;
  began_at: string;
  last_seen_at: string;
  /** Whether it is the session of the request. */
  present: boolean;
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

export type PackageItemRecord = {
  name: string;
  thumbnail: string | null;
  item_type: number | null;
  required: boolean;
};

export type PackageRecord = {
  name: string;
  description: string | null;
  shipping_and_handling: ShippingAndHandlingRecord;
  items: PackageItemRecord[];
};

export type PackingList = PackingListItem & {
  list: Parcel[];
};

export type PackingListItem = {
  id: number;
  created_at: string;
  /** Who made it. */
  by: string | null;
  parcels: number;
  shipped: number;
  waiting: number;
};

export type Pagination = {
  current_page: number;
  total_pages: number;
};

export type Parcel = {
  id: number;
  order_id: number;
  member_id: number;
  plan: PlanOfParcel;
  state: 'waiting' | 'batched' | 'shipped';
  /** What it waits for. */
  issues: ('address' | 'option')[];
  ship_date: string | null;
  tracking_url: string | null;
  /** Its packing list. */
  batch_id: number | null;
  country: string | null;
  /** Null if there is none, and for who only reads. */
  address: Address | null;
  items: ItemOfParcel[];
  created_at: string;
};

export type ParcelFigures = {
  /** Counted up to 10,001, which stands for more than 10,000. */
  waiting: number;
  /** Of the parcels that were counted. */
  with_issues: number;
  /** Counted up to 10,001, which stands for more than 10,000. */
  batched: number;
};

export type PasskeyStep = {
  /** For the browser’s passkey function. */
  options: {
    [field: string]: JsonValue;
  };
  token: string;
};

export type PasswordStep = {
  /** For the second step. Null: the person is logged in. */
  token: string | null;
};

export type PaymentOfOrder = {
  id: number;
  provider: string;
  /** The provider’s name for people. */
  provider_title: string;
  live: boolean;
  /** The provider’s id of the payment. */
  reference: string | null;
  state:
    'created' | 'open' | 'pending' | 'unknown' | 'succeeded' | 'failed' | 'expired' | 'cancelled' | 'surplus';
  /** A decimal number, such as `24.99`. */
  amount: string;
  /** A decimal number, such as `24.99`. */
  refunded: string;
  currency: string;
  /** Null also for who sees payments masked. */
  card: CardOfPayment | null;
  failure: string | null;
  created_at: string;
  settled_at: string | null;
};

export type PaymentOfRenewal = {
  order_id: number;
  state: string;
  /** Whether the saved card was charged without its owner. */
  automatic: boolean;
  /** A decimal number, such as `24.99`. */
  amount: string;
  currency: string;
  failure: string | null;
  created_at: string;
};

export type PaymentProblem = {
  kind:
    | 'other_amount'
    | 'waits'
    | 'account_refuses'
    | 'disputed'
    | 'refund_failed'
    | 'refund_waits'
    | 'event_fails'
    | 'stray'
    | 'customer_stays';
  ref: string;
  order_id: number | null;
  since: string;
  code: string;
};

export type PaymentsOfClub = {
  accounts: AccountOfClub[];
  /** The number of payments by state. */
  payments: {
    [field: string]: number;
  };
  problems: PaymentProblem[];
};

export type PaymentsOfOrder = {
  receipt_number: number | null;
  /** Where the buyer pays an open order, after logging in. Null also for who sees payments masked. */
  payment_link: string | null;
  payments: PaymentOfOrder[];
  refunds: RefundOfOrder[];
  disputes: DisputeOfOrder[];
  transitions: TransitionOfOrder[];
  /** Null: nothing. */
  refundable: Refundable | null;
};

export type Permission =
  | 'applications.read'
  | 'applications.write'
  | 'audit.networks'
  | 'audit.read'
  | 'bookings.read'
  | 'club.money'
  | 'club.read'
  | 'club.write'
  | 'contacts.export'
  | 'contacts.read'
  | 'contests.draw'
  | 'contests.read'
  | 'contests.write'
  | 'dashboard.read'
  | 'entries.export'
  | 'entries.read'
  | 'events.read'
  | 'events.write'
  | 'forums.read'
  | 'forums.write'
  | 'images.read'
  | 'images.write'
  | 'keys.read'
  | 'keys.write'
  | 'mails.read'
  | 'mails.retry'
  | 'members.comp'
  | 'members.erase'
  | 'members.export'
  | 'members.import'
  | 'members.merge'
  | 'members.notes'
  | 'members.read'
  | 'members.write'
  | 'orders.mail'
  | 'orders.read'
  | 'orders.refund'
  | 'payments.read'
  | 'payments.write'
  | 'plans.read'
  | 'plans.write'
  | 'presale_codes.read'
  | 'presale_codes.resend'
  | 'presale_codes.write'
  | 'redeem_codes.export'
  | 'redeem_codes.read'
  | 'redeem_codes.write'
  | 'renewals.read'
  | 'renewals.write'
  | 'retention.read'
  | 'retention.write'
  | 'shipments.read'
  | 'shipments.write'
  | 'staff.read'
  | 'staff.write'
  | 'webhooks.read'
  | 'webhooks.write';

export type PersonExportOfMember = {
  id: number;
  asked_at: string;
  /** It can be downloaded. */
  ready: boolean;
  /** Null: not made yet. */
  expires_at: string | null;
  json_taken: boolean;
  html_taken: boolean;
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

export type PlanOfForecast = {
  /** The plan that members have now. */
  plan_id: number;
  /** Its automatic renewals. */
  renewals: number;
};

export type PlanOfMatrix = {
  id: number;
  name: string;
  /** A decimal number, such as `24.99`. */
  price: string;
  sales_period: number | null;
};

export type PlanOfMember = {
  id: number;
  name: string;
};

export type PlanOfMembers = {
  plan_id: number;
  plan: string;
  free: boolean;
  members: number;
  /** How many of these were given the membership. */
  given: number;
  members_before: number;
  given_before: number;
};

export type PlanOfOrder = {
  id: number;
  name: string;
};

export type PlanOfParcel = {
  id: number;
  name: string;
};

export type PlanOfRenewal = {
  id: number;
  name: string;
};

export type PlanRecord = {
  id: number;
  name: string;
  description: string | null;
  online_benefits: string | null;
  annotations: string | null;
  tags: string[];
  duration: number | null;
  price: string;
  sales_period: number | null;
  on_sale: boolean;
  deleted: boolean;
  trial: boolean;
  exclusive_access: boolean;
  renewal_cap: number | null;
  renews_into: number | null;
  converts_into: number | null;
  checkout: string | null;
  capacity: number | null;
  package: PackageRecord | null;
  upgrades: UpgradeRecord[];
  benefits: number[];
};

export type PoolFileLine = {
  /** Counted from 1. */
  line: number;
  kind: 'repeated' | 'present' | 'elsewhere' | 'unusable';
  detail: string;
};

export type PoolFileReport = {
  new: number;
  /** The first three of the new codes. */
  first: string[];
  /** More than once in the file. */
  repeated: number;
  /** Already there. */
  present: number;
  /** Already there in another pool; not added. */
  elsewhere: number;
  unusable: number;
  /** The first 1,000 lines that are not new. */
  lines: PoolFileLine[];
};

export type PoolReport = {
  given: number;
  mailed: number;
  used: number;
  id: number;
  total: number;
  free: number;
  voided: number;
  /** Members who are entitled to a code and have none. */
  entitled_without_code: number;
  by_day: GivenOnDay[];
  by_plan: GivenToPlan[];
};

export type PresaleCodeOfMember = {
  id: number;
  pool: number;
  pool_name: string;
  code: string;
  state: 'free' | 'given' | 'used' | 'void';
  assigned_at: string | null;
  /** When its mail was last queued. */
  mailed_at: string | null;
  /** Why it was not mailed. Null: it was, or it is void. */
  not_mailed: 'not_open' | 'no_address' | 'not_sent' | null;
  /** When staff marked it as used. */
  used_at: string | null;
  void_reason: string | null;
};

export type PresaleCodeOfPool = {
  id: number;
  pool: number;
  code: string;
  state: 'free' | 'given' | 'used' | 'void';
  /** Whom it was given to. Null: nobody, or a member who was deleted. */
  customer: number | null;
  /** Null: none, or the person sees no names. */
  first_name: string | null;
  /** Null: none, or the person sees no names. */
  last_name: string | null;
  /** Null: none, or the person sees no names. */
  email: string | null;
  assigned_at: string | null;
  assigned_by: 'member' | 'job' | 'staff' | null;
  /** When its mail was last queued. */
  mailed_at: string | null;
  /** When staff marked it as used. */
  used_at: string | null;
  voided_at: string | null;
  void_reason: string | null;
};

export type PresaleFigures = {
  given: number;
  /** All codes that are not void. */
  total: number;
  /** Pools that are open, or open soon, and have too few codes. */
  short_pools: number[];
};

export type PresalePoolRecord = {
  id: number;
  name: string;
  mode: 'everyone' | 'on_request';
  opens_at: string;
  closes_at: string | null;
  instructions: string | null;
  limit_group: string | null;
  limit_codes: number | null;
  plans: number[];
  notes: string[];
};

export type PrizeOfDraw = {
  name: string;
  winners: number;
  /** Asked, and not answered. */
  selected: number;
  confirmed: number;
  /** No alternate is left, or their time is over. */
  free: number;
};

export type Problem = {
  type:
    | '/staff/problems/invalid-request'
    | '/staff/problems/login-required'
    | '/staff/problems/login-failed'
    | '/staff/problems/proof-required'
    | '/staff/problems/not-allowed'
    | '/staff/problems/foreign-page'
    | '/staff/problems/not-found'
    | '/staff/problems/conflict'
    | '/staff/problems/changed'
    | '/staff/problems/too-large'
    | '/staff/problems/unsupported-type'
    | '/staff/problems/invalid'
    | '/staff/problems/condition-required'
    | '/staff/problems/too-many'
    | '/staff/problems/failure'
    | '/staff/problems/unavailable';
  title: string;
  status: number;
  /** What is wrong with this request, for the person who made it. */
  detail?: string;
  /** The id of the request. */
  instance: string;
  errors?: {
    /** A JSON pointer to the field, such as `#/price`. */
    pointer: string;
    detail: string;
  }[];
};

export type ProviderTest = {
  /** Whether its discovery document was read and names the issuer. */
  works: boolean;
  /** What is wrong; null: nothing. */
  problem: string | null;
  /** The address to enter at the provider. */
  callback: string;
};

export type QueuedMails = {
  mails: number;
};

export type QueuedTermOfMember = {
  id: number;
  plan_name: string;
  created_at: string;
  end_date: string;
  processed_at: string | null;
};

export type Reach = 'full' | 'masked' | 'limited' | 'numbers' | 'parcels';

export type RecoveryCodes = {
  recovery_codes: string[];
};

export type RedeemBatchOfClub = {
  id: number;
  name: string;
  kind: 'gift' | 'coupon';
  /** The plan of a gift, or those of a coupon; empty: all. */
  plans: number[];
  /** Null: a gift. */
  discount: 'amount' | 'percent' | 'price' | null;
  /** An amount, or a percentage. Null: a gift. */
  value: string | null;
  currency: string;
  covers_shipping: boolean;
  first_order_only: boolean;
  /** Of each code. Null: no limit. */
  max_uses: number | null;
  /** Null: no limit. */
  max_per_member: number | null;
  /** Of all codes together, held and used. Null: no limit. */
  capacity: number | null;
  starts_at: string | null;
  ends_at: string | null;
  created_at: string;
  /** Null: the codes can be exported. */
  exported_at: string | null;
  voided_at: string | null;
  /** Members bought its codes as gifts. It can be neither exported nor voided as a whole. */
  sold: boolean;
  codes: number;
  /** Codes that staff have voided. */
  voided: number;
  /** Uses by orders that wait for their payment. */
  held: number;
  /** Uses by settled orders. */
  used: number;
};

export type RedeemCodeOfClub = {
  id: number;
  batch: number;
  held: number;
  used: number;
  max_uses: number | null;
  voided_at: string | null;
};

export type RedeemUseOfClub = {
  /** The id of the order. */
  id: number;
  code: number;
  customer: number;
  plan: number;
  state: 'held' | 'used' | 'released';
  discount: string | null;
  total: string | null;
  created_at: string;
  /** When the order was settled. Null: it was not. */
  used_at: string | null;
};

export type RefundOfOrder = {
  id: number;
  payment_id: number;
  /** A decimal number, such as `24.99`. */
  amount: string;
  currency: string;
  state: 'requested' | 'pending' | 'succeeded' | 'failed';
  effect: 'keep' | 'cancel' | 'cancel_queued' | 'restore';
  /** Null for who sees payments masked. */
  reason: string | null;
  /** How a failed refund was dealt with; null as for `reason`. */
  note: string | null;
  failure: string | null;
  /** Null: an operator, or the service itself. */
  by: string | null;
  created_at: string;
};

export type Refundable = {
  /** A decimal number, such as `24.99`. */
  most: string;
  /** Without the limit of the person’s role. */
  left: string;
  currency: string;
  effects: ('keep' | 'cancel' | 'cancel_queued' | 'restore')[];
};

export type RemainingTermAnswer = {
  plan_name: string;
  /** Null: when no other one is active. */
  starts_at: string | null;
  /** Null: without end. */
  ends_at: string | null;
};

export type RenewalFigures = {
  in_7_days: number;
  in_30_days: number;
};

export type RenewalForecast = {
  /** When they are announced. */
  announced_at: string;
  /** The first charge. Null: there is none. */
  charged_from: string | null;
  plans: PlanOfForecast[];
};

export type RenewalsDue = {
  /** Renewals that are due within 7 days. */
  in_7_days: number;
  in_30_days: number;
  /** Renewals that need their members. */
  action_needed: number;
};

export type ReplacedCode = {
  id: number;
};

export type Replayed = {
  messages: number;
};

export type RetentionAnswer = {
  kinds: RetentionOfKind[];
  operator: RetentionOfOperator;
};

export type RetentionOfKind = {
  kind: 'unconfirmed_accounts' | 'expired_members' | 'contacts' | 'closed_orders' | 'billing_addresses';
  /** Null: it is kept. */
  days: number | null;
  /** Fewer days are not accepted here. */
  least_days: number;
  /** What a run would remove now. Null: it takes too long to count. */
  due: number | null;
  /** When the last run began. Null: none. */
  ran_at: string | null;
  /** What the last run removed. */
  removed: number;
  /** Whether the last run removed all that was due. The next one continues. */
  complete: boolean;
};

export type RetentionOfOperator = {
  security_events_months: number;
  record_of_changes_months: number;
  /** Searches of partners. */
  search_audit_days: number;
};

export type RetriedMails = {
  mails: number;
};

export type Role = 'owner' | 'manager' | 'support' | 'fulfilment' | 'viewer';

export type SalesOfPlan = {
  plan_id: number;
  plan: string;
  currency: string;
  orders: number;
  /** A decimal number, such as `24.99`. */
  amount: string;
  orders_before: number;
  /** A decimal number, such as `24.99`. */
  amount_before: string;
};

export type SalesPeriodRecord = {
  id: number;
  name: string;
  starts_at: string;
  ends_at: string;
  extended_until: string | null;
  notes: string[];
};

export type SecurityEventRecord = {
  id: number;
  at: string;
  /** The kind, with `:` and an id where there is one. */
  actor: string;
  action: string;
  target: string | null;
  reason: string | null;
  /** Null for those who do not own all of where the person works. */
  network: string | null;
};

export type ShippedPackingList = {
  shipped: number;
  /** Parcels whose order is no longer complete. Nothing was written for them. */
  refused: number[];
};

export type ShippedParcel = {
  id: number;
  ship_date: string;
  tracking_url: string | null;
  /** Whether the member gets a mail. */
  mail: boolean;
};

export type ShippingAndHandling = {
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  domestic: string;
  /** A decimal number with at least one decimal, such as `24.99` or `0.0`. */
  international: string;
};

export type ShippingAndHandlingRecord = {
  domestic: string;
  international: string;
};

export type ShippingItem = {
  label: string;
  options: ItemOption[];
};

export type StaffOrder = StaffOrderListItem & {
  /** Only for who sees orders in full. */
  billing_address?: Address | null;
  /** Why it was given. Only for who sees orders in full. */
  reason?: string | null;
  shipments: Parcel[];
};

export type StaffOrderListItem = {
  id: number;
  member_id: number;
  plan: PlanOfOrder;
  /** `gift_purchase`: bought for somebody else. */
  kind: 'sale' | 'comp' | 'gift_purchase';
  state: 'open' | 'complete' | 'refunded';
  created_at: string;
  parcels: number;
  /** Absent for who sees only what shipping needs. */
  member?: Buyer;
  /** Absent for who sees only what shipping needs. */
  totals?: StaffOrderTotals | null;
  /** Absent for who sees only what shipping needs. */
  paid_at?: string | null;
  /** Absent for who sees only what shipping needs. */
  refunded_at?: string | null;
};

export type StaffOrderTotals = {
  shipping: string | null;
  discount: string | null;
  subtotal: string | null;
  /** A decimal number, such as `24.99`. */
  total: string;
};

export type StaffRenewal = StaffRenewalListItem & {
  /** Null if there is none, and for who sees renewals masked. */
  card: CardOfRenewal | null;
  /** Where the member pays. Null if there is none, and for who sees renewals masked. */
  payment_link: string | null;
  announced_at: string | null;
  /** The announced day of the first charge. */
  charge_at: string | null;
  /** Charges that were declined. */
  tries: number;
  /** What can be done with it in this state. */
  controls: ('stop' | 'resume' | 'charge' | 'mail')[];
  created_at: string;
  changes: ChangeOfRenewal[];
  orders: OrderOfRenewal[];
  payments: PaymentOfRenewal[];
  mails: MailOfRenewal[];
};

export type StaffRenewalListItem = {
  id: number;
  member: MemberOfRenewal;
  kind: 'season' | 'term' | 'trial';
  state: 'planned' | 'announced' | 'charging' | 'waiting' | 'action_needed' | 'done' | 'stopped' | 'given_up';
  /** Why it is stopped, or needs the member. */
  reason: string | null;
  /** Whether a charge of the saved card was announced. */
  automatic: boolean;
  /** The plan of the membership. */
  plan: PlanOfRenewal;
  /** The plan that follows. Null: none is known yet. */
  next_plan: PlanOfRenewal | null;
  /** With shipping. Null: it was neither ordered nor announced. */
  amount: string | null;
  currency: string;
  /** The next charge, else the end of the membership. */
  day: string | null;
};

export type StockOfPlan = {
  plan_id: number;
  capacity: number;
  /** Kept for open orders, and for people to whom the waiting list offers it. */
  held: number;
  sold: number;
  /** People in the waiting list to whom nothing is offered yet. */
  waiting: number;
  /** What is free belongs to the waiting list first. */
  sold_out: boolean;
};

export type TermOfMember = {
  id: number;
  plan: PlanOfMember;
  start_date: string;
  end_date: string | null;
  trial: boolean;
  state: 'pending' | 'active' | 'lapsed' | 'over' | 'cancelled';
  /** A cancelled one that has not begun is still `pending`. */
  cancelled: boolean;
};

export type TextOfMail = MailOfMember & {
  subject: string | null;
  /** With `[link]` in the place of the link. Null: not kept. */
  text: string | null;
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

export type TicketLinkRecord = {
  id: number;
  name: string;
  status: 'Show' | 'Show On Specific Dates Only' | 'Sold Out' | 'Hide';
  exclusive: boolean;
  url: string;
  host: string;
  codes: string[];
  code_instructions: string | null;
  affiliate: number | null;
  presale_pool: number | null;
  publish_start: string | null;
  publish_end: string | null;
  plans: number[];
};

export type TotpSetup = {
  /** Base32, for typing it. */
  secret: string;
  /** The QR code as an SVG document. */
  qr: string;
  token: string;
};

export type TrackingRecord = {
  development: string[];
  production: string[];
};

export type TransitionOfOrder = {
  /** `order`, `payment` or `refund`. */
  subject: string;
  number: number;
  from: string;
  to: string;
  cause: string;
  at: string;
};

export type TrustedWebsite = {
  id: number;
  origin: string;
  created_at: string;
};

export type TypeOfMessage = {
  type: string;
  description: string;
  /** An example of `data`. */
  example: {
    [field: string]: JsonValue;
  };
  /** An example of `data.personal`; null: it has none. */
  personal: {
    [field: string]: JsonValue;
  } | null;
};

export type TypesOfMessages = {
  data: TypeOfMessage[];
};

export type UpgradeMatrix = {
  /** Those that are not withdrawn. */
  plans: PlanOfMatrix[];
  /** Ordered by both ids. */
  upgrades: UpgradeOfMatrix[];
};

export type UpgradeOfMatrix = {
  from: number;
  to: number;
  /** Null: the difference of the two prices. */
  price: string | null;
};

export type UpgradeRecord = {
  to: number;
  price: string | null;
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

export type VenueRecord = {
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postalcode: string | null;
  country: string;
  lat: string | null;
  lon: string | null;
};

export type VoidedCodes = {
  voided: number;
};

export type WeekFigures = {
  joined: number;
  left: number;
};

export type WeekOfMembers = {
  at: string;
  /** All members, also free ones. */
  members: number;
  /** How many of them pay. */
  paying: number;
};

export type WinnerOfContest = {
  id: number;
  rank: number;
  entry_id: number;
  /** Null: the entry was deleted. */
  member_id: number | null;
  first_name: string | null;
  last_name: string | null;
  /** Absent for who sees entries masked. */
  birthdate?: string | null;
  prize: string;
  state: 'selected' | 'confirmed' | 'forfeited';
  cause: 'declined' | 'late' | 'staff' | 'ineligible' | null;
  /** Null for who sees entries masked, because it may name persons. */
  reason: string | null;
  /** With the time of holds of the fan club since the selection. */
  confirm_by: string;
  decided_at: string | null;
  /** The newest mail. Null: there was none. */
  mail: MailOfWinner | null;
};
