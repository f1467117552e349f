import { AccountsModule } from './accounts';
import { BenefitsModule } from './benefits';
import { CheckoutModule } from './checkout';
import { ContactsModule } from './contacts';
import { ContestsModule } from './contests';
import { EventsModule } from './events';
import { FanclubModule } from './fanclub';
import { OrdersModule } from './orders';
import { PagesModule } from './pages';
import { PlansModule } from './plans';
import { SearchModule } from './search';
import { SessionsModule } from './sessions';
import { ShippingModule } from './shipping';
import { SocialModule } from './social';
import { SubscriptionsModule } from './subscriptions';

/** The domains of the API. A new one adds a line. */
export const DOMAINS = [
  FanclubModule,
  AccountsModule,
  BenefitsModule,
  CheckoutModule,
  ContactsModule,
  ContestsModule,
  EventsModule,
  OrdersModule,
  PagesModule,
  PlansModule,
  SearchModule,
  SessionsModule,
  ShippingModule,
  SocialModule,
  SubscriptionsModule,
];
