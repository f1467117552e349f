import type { ResourceProps } from 'react-admin';
import {
  DomainCreate,
  DomainList,
  KeyList,
  OrganizationKeyList,
  ProviderCreate,
  ProviderEdit,
  ProviderList,
} from './access';
import { BenefitCreate, BenefitEdit, BenefitList } from './benefits';
import { ContactList, ContactPage } from './contacts';
import { ContestCreate, ContestEdit, ContestList } from './contests';
import { EventCreate, EventEdit, EventList } from './events';
import { ItemTypeCreate, ItemTypeEdit, ItemTypeList } from './item-types';
import { MailList, TemplateEdit, TemplateList } from './mails';
import { MemberEdit, MemberPage } from './member-page';
import { MemberList } from './members';
import { OrderList, OrderPage } from './orders';
import { BatchList, BatchPage, ParcelList } from './parcels';
import { PeopleList } from './people';
import { PeriodCreate, PeriodEdit, PeriodList } from './periods';
import { wordOf } from '../texts';
import { PlanCreate, PlanEdit, PlanList } from './plans';
import { AuditList, SecurityEventList } from './records';
import { PoolPage } from './pool-page';
import { PoolCreate, PoolEdit, PoolList } from './pools';
import { RedeemBatchCreate, RedeemBatchList, RedeemBatchPage } from './redeem-batches';
import { RenewalList, RenewalPage } from './renewals';

/** The screens, by the names of the API's resources. */
export const RESOURCES: readonly ResourceProps[] = [
  { name: 'members', list: MemberList, show: MemberPage, edit: MemberEdit, recordRepresentation: 'email' },
  { name: 'orders', list: OrderList, show: OrderPage },
  { name: 'renewals', list: RenewalList, show: RenewalPage },
  { name: 'parcels', list: ParcelList },
  { name: 'batches', list: BatchList, show: BatchPage },
  { name: 'contacts', list: ContactList, show: ContactPage, recordRepresentation: 'email' },
  { name: 'events', list: EventList, edit: EventEdit, create: EventCreate, recordRepresentation: 'title' },
  {
    name: 'contests',
    list: ContestList,
    edit: ContestEdit,
    create: ContestCreate,
    recordRepresentation: 'name',
  },
  {
    name: 'pools',
    list: PoolList,
    show: PoolPage,
    edit: PoolEdit,
    create: PoolCreate,
    recordRepresentation: 'name',
  },
  { name: 'periods', list: PeriodList, edit: PeriodEdit, create: PeriodCreate, recordRepresentation: 'name' },
  { name: 'plans', list: PlanList, edit: PlanEdit, create: PlanCreate, recordRepresentation: 'name' },
  {
    name: 'benefits',
    list: BenefitList,
    edit: BenefitEdit,
    create: BenefitCreate,
    recordRepresentation: 'summary',
  },
  {
    name: 'item_types',
    list: ItemTypeList,
    edit: ItemTypeEdit,
    create: ItemTypeCreate,
    recordRepresentation: 'name',
  },
  {
    name: 'redeem_batches',
    list: RedeemBatchList,
    show: RedeemBatchPage,
    create: RedeemBatchCreate,
    recordRepresentation: 'name',
  },
  { name: 'domains', list: DomainList, create: DomainCreate, recordRepresentation: 'origin' },
  { name: 'keys', list: KeyList, recordRepresentation: 'name' },
  { name: 'organization_keys', list: OrganizationKeyList, recordRepresentation: 'name' },
  {
    name: 'login_providers',
    list: ProviderList,
    edit: ProviderEdit,
    create: ProviderCreate,
    recordRepresentation: 'name',
  },
  {
    name: 'mail_templates',
    list: TemplateList,
    edit: TemplateEdit,
    recordRepresentation: ({ kind }) => wordOf(kind),
  },
  { name: 'mails', list: MailList },
  { name: 'people', list: PeopleList, recordRepresentation: 'name' },
  { name: 'audits', list: AuditList },
  { name: 'organization_audits', list: AuditList },
  { name: 'security_events', list: SecurityEventList },
];
