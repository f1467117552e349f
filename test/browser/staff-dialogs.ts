import { daysFrom } from '#samples';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { withModelBank } from '../support/payments/with-model-bank';
import { runJob } from '../support/run-job';
import { Shopper } from '../support/shoppers';
import type { TestApp } from '../support/start-test-app';

/** Where a dialog or form is. */
export interface Scene {
  readonly path: string;
  /** The tab that has the button. */
  readonly tab?: string;
  /** A button of the page that shows the fields. */
  readonly first?: string;
  /** The button that opens the dialog. Absent: the form is on the page. */
  readonly opens?: string;
  /** The button that sends it, if not the one that submits its form. */
  readonly sends?: string;
  /** A field of the form, if the page has several. */
  readonly has?: string;
  /** What it sends besides what people type and choose. */
  readonly fixed?: string;
}

const SAVE = { sends: 'Save' };

/** A fan club with a record for each dialog and form, and where each is. */
export async function scenesOfApp(t: TestApp): Promise<Readonly<Record<string, Scene>>> {
  const { given } = t;
  const now = t.clock.now();
  await given.fanclub({ name: 'The Lanterns' });
  const bank = await withModelBank(t);
  const period = await given.salesPeriod({
    name: '2026',
    startsAt: daysFrom(now, -30),
    endsAt: daysFrom(now, 300),
  });
  const plan = await given.plan({ name: 'Gold', price: '24.99', salesPeriodId: period.id });
  const other = await given.plan({ name: 'Silver', price: '14.99', salesPeriodId: period.id });
  await given.upgrade(other, plan);
  const draft = await given.salesPeriod({
    name: '2027',
    startsAt: daysFrom(now, 301),
    endsAt: daysFrom(now, 600),
  });
  await given.plan({ name: 'Gold', salesPeriodId: draft.id, deleted: true });
  const itemType = await given.itemType();
  await given.package(plan, [{ name: 'Shirt', itemTypeId: itemType.id }]);

  const ada = await given.customer({ firstName: 'Ada', email: 'ada@fans.example' });
  await given.shippingAddress({ customer: ada, ...postalAddress() });
  const order = await (await Shopper.of(t, ada)).buyAndPay(plan, bank);
  const subscription = await given.subscription({ customer: ada, plan });
  const bo = await given.customer({ firstName: 'Bo', blacklisted: true });
  const cy = await given.customer({ firstName: 'Cy' });
  const renewal = (state: 'announced' | 'stopped', subscriptionOf = subscription) =>
    given.renewal({
      subscription: subscriptionOf,
      nextAt: daysFrom(now, 20),
      state,
      ...(state === 'stopped' && { reason: 'staff' }),
    });
  const announced = await renewal('announced');
  const stopped = await renewal('stopped', await given.subscription({ plan }));
  await given.shipment({ order: await given.order({ customer: ada, plan }), shipDate: null });
  const batch = await given.parcelBatch();
  await given.paymentStray();

  const event = await given.event({ title: 'Oslo' });
  const pool = await given.presalePool();
  await given.ticketLink({ eventId: event.id, name: 'Box office' });
  await given.presaleCode({ pool, customer: ada });
  await given.presaleCode({ pool });
  const benefit = await given.benefit({ plans: [plan] });
  await given.benefitItem({ benefit });
  const contact = await given.contact();
  const closed = await given.contest({ when: 'ended', entriesClosedAt: now });
  const entry = await given.entry({ contest: closed, customer: ada });
  await given.contestDraw({ contest: closed, entries: [entry.id] });
  const winner = await given.contestWinner();
  const contest = await given.contest({ when: 'ended' });
  await given.entry({ contest, customer: ada, enteredAt: daysFrom(now, -15) });
  await runJob(t, 'contests.commit');
  const colleague = await given.staff();
  await given.staffRole({ staffId: colleague.id, role: 'viewer' });
  await given.fanclubKey();
  const provider = await given.loginProvider();
  const application = await given.application();
  const endpoint = await given.webhookEndpoint();
  const forum = await given.forum();
  const invitation = await given.invitation();

  const member = `/members/${ada.id}/show`;
  const on = (path: string, ...labels: string[]): Record<string, Scene> =>
    Object.fromEntries(labels.map((opens) => [opens, { path, opens }]));
  const named = (file: string, scenes: Record<string, Scene>): Record<string, Scene> =>
    Object.fromEntries(
      Object.entries(scenes).map(([label, scene]) => [`screens/${file}.tsx: ${label}`, scene]),
    );
  const form = (path: string): Scene => ({ path, ...SAVE });
  return {
    ...named('access', { DomainCreate: form('/domains/create'), ...on('/keys', 'Add a key') }),
    ...named('applications', {
      ...on('/applications', 'Add an application'),
      ApplicationEdit: form(`/applications/${application.id}`),
    }),
    ...named('benefit-content', {
      ...on(`/benefits/${benefit.id}`, 'Add a text'),
      'text | Edit | Rename': { path: `/benefits/${benefit.id}`, opens: 'Edit' },
    }),
    ...named('benefits', {
      BenefitEdit: form(`/benefits/${benefit.id}`),
      BenefitCreate: form('/benefits/create'),
    }),
    ...named('club', { ClubPage: form('/club') }),
    ...named('contacts', on(`/contacts/${contact.id}/show`, 'Erase the contact')),
    ...named('contest-draw', {
      ...on(`/contests/${contest.id}`, 'Close the contest'),
      ...on(`/contests/${closed.id}`, 'Draw the winners'),
    }),
    ...named('contest-winners', on(`/contests/${winner.contestId}`, 'Take away')),
    ...named('contests', {
      ContestEdit: form(`/contests/${contest.id}`),
      ContestCreate: form('/contests/create'),
      ...on(`/contests/${contest.id}`, 'Exclude'),
    }),
    ...named('events', {
      ...on(`/events/${event.id}`, 'Copy for a tour'),
      EventEdit: form(`/events/${event.id}`),
      EventCreate: form('/events/create'),
    }),
    ...named('forums', {
      ForumEdit: form(`/forums/${forum.id}`),
      ForumCreate: form('/forums/create'),
    }),
    ...named('hosts', { HostCreate: form('/hosts/create') }),
    ...named('item-types', {
      ItemTypeEdit: form(`/item_types/${itemType.id}`),
      ItemTypeCreate: form('/item_types/create'),
    }),
    ...named('login-providers', {
      ProviderEdit: form(`/login_providers/${provider.id}`),
      ProviderCreate: form('/login_providers/create'),
    }),
    ...named('mails', { TemplateEdit: form('/mail_templates/confirm_address') }),
    ...named('member-actions', {
      ...on(member, 'Comp', 'Change plan', 'Extend', 'Cancel membership', 'Lock to a plan', 'Blacklist'),
      ...on(`/members/${bo.id}/show`, 'Take off the blacklist'),
    }),
    ...named('member-corrections', {
      'Correct address and choices': {
        ...{ path: member, tab: 'Address and choices' },
        opens: 'Correct address and choices',
      },
      ...on(member, 'Propose an e-mail address', 'Change the e-mail address now'),
    }),
    ...named('member-notes', { 'Add a note': { path: member, tab: 'Notes', opens: 'Add a note' } }),
    ...named('member-page', { MemberEdit: form(`/members/${ada.id}`) }),
    ...named('member-privacy', {
      'Erase the member': { path: member, tab: 'Personal data', opens: 'Erase the member' },
    }),
    ...named('merge', on(`/members/${ada.id}/merges/${cy.id}`, 'Merge')),
    ...named('next-season', { NextDialog: { path: `/periods/${period.id}`, opens: 'Open the next season' } }),
    ...named('order-payments', on(`/orders/${order}/show`, 'Refund')),
    ...named('parcels', {
      'Correct | Mark shipped': { path: '/parcels', opens: 'Mark shipped' },
      ...on(`/batches/${batch.id}/show`, 'Mark all shipped'),
    }),
    ...named('payments', on('/payments', 'Mark as done')),
    ...named('people', on('/people', 'Change role', 'Invite')),
    ...named('periods', { PeriodCreate: form('/periods/create'), PeriodEdit: form(`/periods/${period.id}`) }),
    ...named('plans', { PlanEdit: form(`/plans/${plan.id}`), PlanCreate: form('/plans/create') }),
    ...named('pool-codes', on(`/pools/${pool.id}/show`, 'Replace', 'Void')),
    ...named('pool-page', on(`/pools/${pool.id}/show`, 'Void the rest')),
    ...named('pools', { PoolEdit: form(`/pools/${pool.id}`), PoolCreate: form('/pools/create') }),
    ...named('program-keys', on('/program_keys', 'Add a key')),
    ...named('redeem-batches', { RedeemBatchCreate: form('/redeem_batches/create') }),
    ...named('renewals', {
      ...on(`/renewals/${announced.id}/show`, 'Stop'),
      ...on(`/renewals/${stopped.id}/show`, 'Resume'),
    }),
    ...named('retention-rules', { Rules: form('/retention') }),
    ...named('webhooks', {
      'Add an endpoint': { path: '/webhook_endpoints', opens: 'Add an endpoint', fixed: 'types' },
      ...on(`/webhook_endpoints/${endpoint.id}`, 'Send a period again', 'New secret'),
      EndpointEdit: form(`/webhook_endpoints/${endpoint.id}`),
    }),
    'login/account-page.tsx: AccountPage': { path: '/account', has: 'new_password' },
    'login/join-page.tsx: JoinPage': {
      ...{ path: `/join/${invitation.token}`, opens: '', sends: 'Accept the invitation' },
      first: 'Use a password and an authenticator app instead',
    },
  };
}

/** The dialogs and forms in which nothing wrong can be typed, or which others contain. */
export const WITHOUT_FAULTS: Readonly<Record<string, string>> = {
  'layout/member-search.tsx: MemberSearch': 'searches',
  'screens/access.tsx: Try an address': 'answers in words, also that it is no address',
  'screens/contests.tsx: Entries': 'searches',
  'screens/pool-codes.tsx: PoolCodes': 'searches',
  'screens/member-privacy.tsx: MergeOther': 'leads to a page, which says that there is no such member',
  'login/gate.tsx: Gate': 'asks who the person is; what is wrong is not said of one field',
  'login/login-form.tsx: LoginForm': 'the same',
  'login/login-form.tsx: ProofForm': 'the same',
  'parts/action-button.tsx: ActionDialog': 'the dialog of the buttons that are listed',
  'parts/code-file.tsx: CodeFile': 'the dialog of the buttons that are listed',
  'parts/form.tsx: StaffForm': 'the form of the pages that are listed',
  'parts/form.tsx: StaffEdit': 'the same',
  'parts/form.tsx: StaffCreate': 'the same',
  'parts/conflict-dialog.tsx: Choices': 'chooses between two values; the form shows faults',
  'parts/csv.tsx: CsvImport': 'chooses a file, whose faults are listed by line',
  'screens/events.tsx: EventList': 'the same',
  'screens/members.tsx: MemberList': 'the same',
  'screens/plans.tsx: PlanList': 'the same',
  'screens/parcels.tsx: Import tracking': 'the same',
  'parts/image-input.tsx: Pictures': 'chooses a file',
  'parts/preview.tsx: PreviewDialog': 'shows',
  'parts/rich-text-editor.tsx: LinkDialog': 'its button works only with an address',
  'screens/member-mails.tsx: MailText': 'shows',
  'screens/view-as.tsx: ViewAs': 'shows',
  'screens/pool-links.tsx: PoolLinksButton': 'ticks',
  'screens/pool-page.tsx: Upload codes': 'lists what is wrong by line',
  'screens/pool-page.tsx: Mark used codes': 'the same',
  'screens/publish-plans.tsx: PublishDialog': 'ticks',
  'screens/retention-rules.tsx: Confirmation': 'asks for a yes',
};
