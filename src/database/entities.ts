import { Customer } from '../accounts/customer.entity';
import { EmailAlias } from '../accounts/email-alias.entity';
import { SecurityEventRow } from '../audit/security-event.entity';
import { BenefitPlan } from '../benefits/benefit-plan.entity';
import { Benefit } from '../benefits/benefit.entity';
import { Contact } from '../contacts/contact.entity';
import { ContestEntry } from '../contests/contest-entry.entity';
import { ContestPlan } from '../contests/contest-plan.entity';
import { Contest } from '../contests/contest.entity';
import { Event } from '../events/event.entity';
import { TicketLinkPlan } from '../events/ticket-link-plan.entity';
import { TicketLink } from '../events/ticket-link.entity';
import { FanclubKey } from '../fanclub/fanclub-key.entity';
import { Fanclub } from '../fanclub/fanclub.entity';
import { LoginProvider } from '../fanclub/login-provider.entity';
import { OrganizationApiKey } from '../fanclub/organization-api-key.entity';
import { Organization } from '../fanclub/organization.entity';
import { TrustedDomain } from '../fanclub/trusted-domain.entity';
import { RateLimit } from '../limits/rate-limit.entity';
import { MailTemplate } from '../mail/mail-template.entity';
import { Mail } from '../mail/mail.entity';
import { Order } from '../orders/order.entity';
import { ShipmentItem } from '../orders/shipment-item.entity';
import { Shipment } from '../orders/shipment.entity';
import { PackageItem } from '../plans/package-item.entity';
import { Package } from '../plans/package.entity';
import { PlanUpgrade } from '../plans/plan-upgrade.entity';
import { Plan } from '../plans/plan.entity';
import { SalesPeriod } from '../plans/sales-period.entity';
import { SearchAudit } from '../search/search-audit.entity';
import { Session } from '../sessions/session.entity';
import { ItemOption } from '../shipping/item-option.entity';
import { ItemSelection } from '../shipping/item-selection.entity';
import { ItemType } from '../shipping/item-type.entity';
import { ShippingAddress } from '../shipping/shipping-address.entity';
import { Authentication } from '../social/authentication.entity';
import { AffiliateCodes } from '../subscriptions/affiliate-codes.entity';
import { Affiliate } from '../subscriptions/affiliate.entity';
import { QueuedSubscription } from '../subscriptions/queued-subscription.entity';
import { Subscription } from '../subscriptions/subscription.entity';
import { OneTimeToken } from '../tokens/one-time-token.entity';

/**
 * Every table of the service. By their files, not through the domains' indexes: a data source is also opened where no domain
 * is loaded, by the command line and by TypeORM's own.
 */
export const ENTITIES = [
  FanclubKey,
  Fanclub,
  LoginProvider,
  OrganizationApiKey,
  Organization,
  TrustedDomain,
  Customer,
  EmailAlias,
  Authentication,
  Session,
  PackageItem,
  Package,
  PlanUpgrade,
  Plan,
  SalesPeriod,
  AffiliateCodes,
  Affiliate,
  QueuedSubscription,
  Subscription,
  BenefitPlan,
  Benefit,
  ItemOption,
  ItemSelection,
  ItemType,
  ShippingAddress,
  Order,
  ShipmentItem,
  Shipment,
  Event,
  TicketLinkPlan,
  TicketLink,
  ContestEntry,
  ContestPlan,
  Contest,
  Contact,
  OneTimeToken,
  MailTemplate,
  Mail,
  SearchAudit,
  SecurityEventRow,
  RateLimit,
] as const;
