import { Module } from '@nestjs/common';
import { AccountsModule } from '#domains/accounts';
import { BoughtGiftsModule } from '#domains/bought-gifts';
import { CheckoutModule } from '#domains/checkout';
import { PaymentsModule } from '#domains/payments';
import { PrivacyModule } from '#domains/privacy';
import { PresaleCodesModule } from '#domains/presale-codes';
import { RenewalsModule } from '#domains/renewals';
import { ShippingModule } from '#domains/shipping';
import { StockModule } from '#domains/stock';
import { SubscriptionsModule } from '#domains/subscriptions';
import { CheckoutPages } from './checkout-pages';
import { ContestDrawController, DrawFileController } from './contest-draw.controller';
import { ContestWinController } from './contest-win.controller';
import { ContestsModule } from '#domains/contests';
import { DrawPages } from './draw-pages';
import { ContactsModule } from '#domains/contacts';
import { ExclusiveContentModule } from '#domains/exclusive-content';
import { ImagesModule } from '#domains/images';
import { EventsModule } from '#domains/events';
import { Arrivals } from './arrivals';
import { ConnectionsController } from './connections.controller';
import { SignInPostController } from './sign-in-posts.controller';
import { SignInController } from './sign-in.controller';
import { SignInModule } from '#domains/sign-in';
import { OpenidModule } from '#domains/openid';
import { SessionsModule } from '#domains/sessions';
import { BuyerDetails } from './buyer-details';
import { CalendarController } from './calendar.controller';
import { ImagesController } from './images.controller';
import { Calendars } from './calendars';
import { CheckoutController } from './checkout.controller';
import { ConfirmationsController } from './confirmations.controller';
import { ContentController, OwnContentController } from './content.controller';
import { ContactPagesController } from './contact-pages.controller';
import { FormTokens } from './form-tokens';
import { EnteredCodes } from './entered-codes';
import { GiftPages } from './gift-pages';
import { GiftsController } from './gifts.controller';
import { Home } from './home';
import { LinkCodesController } from './link-codes.controller';
import { LoginController } from './login.controller';
import { MembershipController } from './membership.controller';
import { MembershipPages } from './membership-pages';
import { AllowController, ApplicationLogOutController } from './openid.controller';
import { OpenidRedirects } from './openid-redirects';
import { OpenedRenewals } from './opened-renewals';
import { OrderPagesController } from './order-pages.controller';
import { NoticesController } from './notices.controller';
import { EraseAccountController, OwnDataController, OwnDataFileController } from './own-data.controller';
import { OwnDataPages } from './own-data-pages';
import { OwnGiftsController } from './own-gifts.controller';
import { PageAddresses } from './page-addresses';
import { PageAnswers } from './page-answers';
import { PageViews } from './page-views';
import { PaymentRedirect } from './payment-redirect';
import { PasswordsController, RecoveryController } from './passwords.controller';
import { RedeemController } from './redeem.controller';
import { RedeemCodesModule } from '#domains/redeem-codes';
import { RegistrationController } from './registration.controller';
import { RenewalLinkController } from './renewal-link.controller';
import { WaitingListController, WaitingPlaceController } from './waiting-list.controller';
import { WaitingListPages } from './waiting-list-pages';

/** The hosted pages, for fan clubs without their own pages. */
@Module({
  imports: [
    AccountsModule,
    BoughtGiftsModule,
    CheckoutModule,
    ContactsModule,
    ContestsModule,
    EventsModule,
    ExclusiveContentModule,
    ImagesModule,
    OpenidModule,
    PaymentsModule,
    PresaleCodesModule,
    PrivacyModule,
    RedeemCodesModule,
    RenewalsModule,
    SessionsModule,
    SignInModule,
    ShippingModule,
    StockModule,
    SubscriptionsModule,
  ],
  controllers: [
    AllowController,
    ApplicationLogOutController,
    CalendarController,
    ImagesController,
    CheckoutController,
    ConfirmationsController,
    ContactPagesController,
    ContentController,
    ContestDrawController,
    ContestWinController,
    DrawFileController,
    EraseAccountController,
    GiftsController,
    LinkCodesController,
    LoginController,
    ConnectionsController,
    SignInController,
    SignInPostController,
    MembershipController,
    OrderPagesController,
    OwnContentController,
    OwnDataController,
    OwnDataFileController,
    OwnGiftsController,
    RedeemController,
    NoticesController,
    PasswordsController,
    RecoveryController,
    RegistrationController,
    RenewalLinkController,
    WaitingListController,
    WaitingPlaceController,
  ],
  providers: [
    BuyerDetails,
    Calendars,
    CheckoutPages,
    DrawPages,
    EnteredCodes,
    Arrivals,
    FormTokens,
    GiftPages,
    Home,
    MembershipPages,
    OpenedRenewals,
    OpenidRedirects,
    OwnDataPages,
    PageAddresses,
    PageAnswers,
    PageViews,
    PaymentRedirect,
    WaitingListPages,
  ],
  exports: [PageAnswers],
})
export class PagesModule {}
