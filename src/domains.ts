import { AccountsModule } from '#domains/accounts';
import { BenefitsModule } from '#domains/benefits';
import { BoughtGiftsModule } from '#domains/bought-gifts';
import { CheckoutModule } from '#domains/checkout';
import { ContactsModule } from '#domains/contacts';
import { ContestsModule } from '#domains/contests';
import { DashboardModule } from '#domains/dashboard';
import { EventsModule } from '#domains/events';
import { ExclusiveContentModule } from '#domains/exclusive-content';
import { FanclubModule } from '#domains/fanclub';
import { ForumsModule } from '#domains/forums';
import { ImagesModule } from '#domains/images';
import { MembersModule } from '#domains/members';
import { OpenidModule } from '#domains/openid';
import { OrdersModule } from '#domains/orders';
import { PaymentProvidersModule } from '#domains/payment-providers';
import { PaymentsModule } from '#domains/payments';
import { PlansModule } from '#domains/plans';
import { PresaleCodesModule } from '#domains/presale-codes';
import { PrivacyModule } from '#domains/privacy';
import { RedeemCodesModule } from '#domains/redeem-codes';
import { RenewalsModule } from '#domains/renewals';
import { RetentionModule } from '#domains/retention';
import { SearchModule } from '#domains/search';
import { SessionsModule } from '#domains/sessions';
import { ShippingModule } from '#domains/shipping';
import { SignInModule } from '#domains/sign-in';
import { SocialModule } from '#domains/social';
import { StockModule } from '#domains/stock';
import { SubscriptionsModule } from '#domains/subscriptions';
import { WebhookEndpointsModule } from '#domains/webhook-endpoints';

/** The domains of the API. A new one adds a line. */
export const DOMAINS = [
  FanclubModule,
  AccountsModule,
  BenefitsModule,
  BoughtGiftsModule,
  CheckoutModule,
  ContactsModule,
  ContestsModule,
  DashboardModule,
  EventsModule,
  ExclusiveContentModule,
  ForumsModule,
  ImagesModule,
  MembersModule,
  OpenidModule,
  OrdersModule,
  PaymentProvidersModule,
  PaymentsModule,
  PlansModule,
  PresaleCodesModule,
  PrivacyModule,
  RedeemCodesModule,
  RenewalsModule,
  RetentionModule,
  SearchModule,
  SessionsModule,
  ShippingModule,
  SignInModule,
  SocialModule,
  StockModule,
  SubscriptionsModule,
  WebhookEndpointsModule,
];
