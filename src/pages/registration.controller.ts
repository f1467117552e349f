import { Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AccountsService } from '#domains/accounts';
import { CurrentViewer, type FanclubInfo, HostedPage, SessionKeeper, type Viewer } from '#platform/access';
import { formView, type Problems, type SentForm } from './form.rules';
import { formPage, notice, type Page, SeeOther } from './page';
import { type LoginOptions, PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsOf } from './problems';
import { registrationFields, registrationOf, termsConsent } from './registration-form';
import { visitorName } from './visitor-name';

/** Registers customers with a password, as POST /accounts does. Also for buyers of a free plan. */
@PageController('/register')
@HostedPage()
export class RegistrationController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly keeper: SessionKeeper,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Query('popup') popup: unknown,
  ): Page | SeeOther {
    const way = { redirect, popup };
    return this.elsewhere(viewer, way) ?? this.formPage(viewer, way, {});
  }

  @Post()
  async register(
    @CurrentViewer() viewer: Viewer,
    @Query('redirect') redirect: unknown,
    @Query('popup') popup: unknown,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const way = { redirect, popup };
    const elsewhere = this.elsewhere(viewer, way);
    if (elsewhere) return elsewhere;
    const returnTo = this.addresses.allowed(fanclub, redirect);
    const problems = await problemsOf(async () => {
      const { token } = await this.accounts.create(viewer, registrationOf(form), returnTo);
      if (token !== null) this.keeper.setCookie(reply, fanclub.id, token);
    });
    return problems ? this.formPage(viewer, way, form, problems) : this.toSent(fanclub, redirect);
  }

  @Get('sent')
  sent(@CurrentViewer() viewer: Viewer, @Query('redirect') redirect: unknown): Page {
    const { fanclub, visit } = viewer;
    // Only the browser that registered may see the address.
    const address = visit?.customer.confirmed === false ? visit.customer.email : null;
    return notice(
      'Check your email',
      [
        `A message with a link is on its way to ${address ?? 'the address that you entered'}. Open the link to confirm the address; then you can log in.`,
        `The link works for 7 days. If nothing arrives, check your spam folder, or write to ${fanclub.supportEmail}.`,
      ],
      this.addresses.back(fanclub, redirect),
    );
  }

  /** Visitors who have an account cannot register another. */
  private elsewhere(viewer: Viewer, way: LoginOptions): Page | SeeOther | null {
    const { fanclub, customer, unregistered, visit } = viewer;
    if (customer) {
      const paragraphs = [`You are logged in as ${visitorName(viewer)}.`];
      // A website gets the tokens of a session of its own, so its visitors log in.
      const isForSite = this.addresses.tokenSite(fanclub, way) !== null;
      const href = isForSite
        ? this.addresses.loginTo(fanclub, way)
        : this.addresses.destination(fanclub, way.redirect);
      return notice('You have an account', paragraphs, { label: 'Continue', href });
    }
    return visit && !unregistered ? this.toSent(fanclub, way.redirect) : null;
  }

  private toSent(fanclub: FanclubInfo, redirect: unknown): SeeOther {
    const sent = this.addresses.own(fanclub.id, 'register/sent');
    return new SeeOther(this.addresses.withAllowed(sent, fanclub, redirect));
  }

  private formPage(viewer: Viewer, way: LoginOptions, sent: SentForm, problems?: Problems): Page {
    const { fanclub, unregistered } = viewer;
    const plan = unregistered?.membership?.plan.name;
    const content = {
      lead:
        plan === undefined
          ? `Register to log in to ${fanclub.name}.`
          : `Register to keep your membership “${plan}”. It is yours once you have confirmed your email address.`,
      login: this.addresses.loginTo(fanclub, way),
      ways: this.addresses.ways(fanclub, way),
    };
    const consent = termsConsent(this.addresses.linked(fanclub, 'terms'), sent);
    const form = formView('Register', registrationFields(fanclub, sent), problems, {}, consent);
    return formPage('register', 'Register', content, form);
  }
}
