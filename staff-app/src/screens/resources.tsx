import type { ResourceProps } from 'react-admin';
import { lazyScreen } from './lazy-screen';
import { wordOf } from '../texts';

/** The screens, by the names of the API's resources. */
export const RESOURCES: readonly ResourceProps[] = [
  {
    name: 'members',
    list: lazyScreen(async () => (await import('./members')).MemberList),
    show: lazyScreen(async () => (await import('./member-page')).MemberPage),
    edit: lazyScreen(async () => (await import('./member-page')).MemberEdit),
    recordRepresentation: 'email',
  },
  {
    name: 'orders',
    list: lazyScreen(async () => (await import('./orders')).OrderList),
    show: lazyScreen(async () => (await import('./orders')).OrderPage),
  },
  {
    name: 'renewals',
    list: lazyScreen(async () => (await import('./renewals')).RenewalList),
    show: lazyScreen(async () => (await import('./renewals')).RenewalPage),
  },
  { name: 'parcels', list: lazyScreen(async () => (await import('./parcels')).ParcelList) },
  {
    name: 'batches',
    list: lazyScreen(async () => (await import('./parcels')).BatchList),
    show: lazyScreen(async () => (await import('./parcels')).BatchPage),
  },
  {
    name: 'contacts',
    list: lazyScreen(async () => (await import('./contacts')).ContactList),
    show: lazyScreen(async () => (await import('./contacts')).ContactPage),
    recordRepresentation: 'email',
  },
  {
    name: 'events',
    list: lazyScreen(async () => (await import('./events')).EventList),
    edit: lazyScreen(async () => (await import('./events')).EventEdit),
    create: lazyScreen(async () => (await import('./events')).EventCreate),
    recordRepresentation: 'title',
  },
  {
    name: 'contests',
    list: lazyScreen(async () => (await import('./contests')).ContestList),
    edit: lazyScreen(async () => (await import('./contests')).ContestEdit),
    create: lazyScreen(async () => (await import('./contests')).ContestCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'pools',
    list: lazyScreen(async () => (await import('./pools')).PoolList),
    show: lazyScreen(async () => (await import('./pool-page')).PoolPage),
    edit: lazyScreen(async () => (await import('./pools')).PoolEdit),
    create: lazyScreen(async () => (await import('./pools')).PoolCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'periods',
    list: lazyScreen(async () => (await import('./periods')).PeriodList),
    edit: lazyScreen(async () => (await import('./periods')).PeriodEdit),
    create: lazyScreen(async () => (await import('./periods')).PeriodCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'plans',
    list: lazyScreen(async () => (await import('./plans')).PlanList),
    edit: lazyScreen(async () => (await import('./plans')).PlanEdit),
    create: lazyScreen(async () => (await import('./plans')).PlanCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'benefits',
    list: lazyScreen(async () => (await import('./benefits')).BenefitList),
    edit: lazyScreen(async () => (await import('./benefits')).BenefitEdit),
    create: lazyScreen(async () => (await import('./benefits')).BenefitCreate),
    recordRepresentation: 'summary',
  },
  {
    name: 'item_types',
    list: lazyScreen(async () => (await import('./item-types')).ItemTypeList),
    edit: lazyScreen(async () => (await import('./item-types')).ItemTypeEdit),
    create: lazyScreen(async () => (await import('./item-types')).ItemTypeCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'redeem_batches',
    list: lazyScreen(async () => (await import('./redeem-batches')).RedeemBatchList),
    show: lazyScreen(async () => (await import('./redeem-batches')).RedeemBatchPage),
    create: lazyScreen(async () => (await import('./redeem-batches')).RedeemBatchCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'domains',
    list: lazyScreen(async () => (await import('./access')).DomainList),
    create: lazyScreen(async () => (await import('./access')).DomainCreate),
    recordRepresentation: 'origin',
  },
  {
    name: 'hosts',
    list: lazyScreen(async () => (await import('./hosts')).HostList),
    create: lazyScreen(async () => (await import('./hosts')).HostCreate),
    recordRepresentation: 'host',
  },
  {
    name: 'keys',
    list: lazyScreen(async () => (await import('./access')).KeyList),
    recordRepresentation: 'name',
  },
  {
    name: 'organization_keys',
    list: lazyScreen(async () => (await import('./access')).OrganizationKeyList),
    recordRepresentation: 'name',
  },
  {
    name: 'program_keys',
    list: lazyScreen(async () => (await import('./program-keys')).ProgramKeyList),
    recordRepresentation: 'name',
  },
  {
    name: 'applications',
    list: lazyScreen(async () => (await import('./applications')).ApplicationList),
    edit: lazyScreen(async () => (await import('./applications')).ApplicationEdit),
    recordRepresentation: 'name',
  },
  {
    name: 'login_providers',
    list: lazyScreen(async () => (await import('./login-providers')).ProviderList),
    edit: lazyScreen(async () => (await import('./login-providers')).ProviderEdit),
    create: lazyScreen(async () => (await import('./login-providers')).ProviderCreate),
    recordRepresentation: 'name',
  },
  {
    name: 'webhook_endpoints',
    list: lazyScreen(async () => (await import('./webhooks')).EndpointList),
    edit: lazyScreen(async () => (await import('./webhooks')).EndpointEdit),
    recordRepresentation: 'name',
  },
  {
    name: 'webhook_deliveries',
    list: lazyScreen(async () => (await import('./webhook-deliveries')).DeliveryList),
  },
  {
    name: 'mail_templates',
    list: lazyScreen(async () => (await import('./mails')).TemplateList),
    edit: lazyScreen(async () => (await import('./mails')).TemplateEdit),
    recordRepresentation: ({ kind }) => wordOf(kind),
  },
  { name: 'mails', list: lazyScreen(async () => (await import('./mails')).MailList) },
  {
    name: 'people',
    list: lazyScreen(async () => (await import('./people')).PeopleList),
    recordRepresentation: 'name',
  },
  { name: 'audits', list: lazyScreen(async () => (await import('./records')).AuditList) },
  { name: 'organization_audits', list: lazyScreen(async () => (await import('./records')).AuditList) },
  { name: 'security_events', list: lazyScreen(async () => (await import('./records')).SecurityEventList) },
];
