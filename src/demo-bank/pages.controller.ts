import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { minorUnitsPerUnit } from '#libs/money';
import { OutsideApi, ownOrigins } from '#platform/access';
import { Config } from '#platform/config';
import { DemoBankService } from './demo-bank.service';
import { BankRefusal } from './ledger';
import type { BankFailure, Stored } from './objects';
import {
  cardPage,
  confirmationPage,
  endedPage,
  foreignPage,
  policyOf,
  switchesPage,
  unknownPage,
} from './page';
import { testCard } from './test-cards';

type Form = Record<string, string | undefined>;

/** A page of an account. */
type Opened = Stored<'session'> & { readonly account: string };

/** One line of text. */
const IS_NAME = /^[^\p{Cc}]{1,100}$/u;

/** The fields of a form that have one value, in one line. */
const formOf = (body: unknown): Form =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && !/\p{Cc}/u.test(field[1]),
    ),
  );

/** A dispute that is unknown, such as on an old page, changes nothing. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof BankRefusal)) throw error;
};

const PROBLEMS: Readonly<Record<string, string>> = {
  insufficient_funds: 'The card has insufficient funds. Use another one, or try again later.',
  authentication_failed: 'The payment was not confirmed. Try again, or use another card.',
  expired_card: 'The card has expired. Use another one.',
};

const problemOf = (failure: BankFailure | null): string | null =>
  failure && (PROBLEMS[failure.code] ?? 'The card was declined. Use another one.');

/** The pages of the demo bank: for buyers, and with the switches for developers. */
@Controller('demo-bank')
@OutsideApi()
export class DemoBankPagesController {
  constructor(
    private readonly bank: DemoBankService,
    private readonly config: Config,
  ) {}

  @Get('pay/:page')
  async show(@Param('page') page: string, @Res() reply: FastifyReply): Promise<void> {
    const opened = await this.bank.opened(page);
    await this.answer(reply, opened && (await this.find(opened)), {}, null);
  }

  @Post('pay/:page')
  async pay(
    @Param('page') page: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const opened = await this.bank.opened(page);
    if (opened === null) return this.answer(reply, null, {}, null);
    const { account, ref } = opened;
    const form = formOf(request.body);
    if (form.confirm !== undefined) {
      const agrees = form.confirm === 'yes';
      const session = await this.bank.act(account, (bank) => bank.confirm(ref, agrees));
      return this.answer(reply, { ...session, account }, {}, null);
    }
    const card = testCard(form.number ?? '');
    const [name, country] = [form.name?.trim() ?? '', form.country?.trim().toUpperCase() ?? ''];
    const problem = !card
      ? 'This bank takes only the test cards below.'
      : !IS_NAME.test(name) || !/^[A-Z]{2}$/.test(country)
        ? 'Enter the name on the card, and choose a country.'
        : null;
    if (!card || problem !== null) return this.answer(reply, await this.find(opened), form, problem);
    const session = await this.bank.act(account, (bank) =>
      bank.submit(ref, { card, name, country, postalCode: null }),
    );
    return this.answer(reply, { ...session, account }, form, null);
  }

  @Get('switches')
  async switches(@Res() reply: FastifyReply): Promise<void> {
    await this.html(reply, switchesPage(await this.bank.accounts()), this.config.publicUrl);
  }

  @Post('switches')
  async set(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.isForeign(request)) return this.html(reply.status(403), foreignPage(), this.config.publicUrl);
    const form = formOf(request.body);
    const isOn = (name: string): boolean => form[name] === 'on';
    await this.bank.change(form.account ?? '', {
      switches: {
        unavailable: isOn('unavailable'),
        slow: isOn('slow'),
        disordered: isOn('disordered'),
        repeating: isOn('repeating'),
        silent: isOn('silent'),
      },
    });
    this.backToSwitches(reply);
  }

  /** Decides a dispute. */
  @Post('disputes')
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.isForeign(request)) return this.html(reply.status(403), foreignPage(), this.config.publicUrl);
    const { account = '', dispute = '', decision } = formOf(request.body);
    const status = decision === 'won' ? 'won' : 'lost';
    if (await this.bank.account(account))
      await this.bank.act(account, (bank) => bank.disputes.decide(dispute, status)).catch(ignoreRefusal);
    this.backToSwitches(reply);
  }

  private backToSwitches(reply: FastifyReply): void {
    reply.redirect(`${new URL(this.config.publicUrl).pathname.replace(/\/$/, '')}/demo-bank/switches`, 303);
  }

  /** Whether a page of another website may have sent the form. */
  private isForeign({ headers }: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site = 'none' } = headers;
    const isOurs = origin === undefined || ownOrigins(this.config.publicUrl).includes(origin);
    return !isOurs || !['none', 'same-origin'].includes(String(site));
  }

  private async find({ account, ref }: { account: string; ref: string }): Promise<Opened> {
    return { ...(await this.bank.act(account, (bank) => bank.session(ref))), account };
  }

  private async answer(
    reply: FastifyReply,
    session: Opened | null,
    form: Form,
    problem: string | null,
  ): Promise<void> {
    if (!session) return this.html(reply.status(404), unknownPage(), this.config.publicUrl);
    const { status, returnUrl, failure } = session.content;
    const isSent = reply.request.method === 'POST';
    if (status === 'complete' && isSent) return void reply.redirect(returnUrl, 303);
    const shown = problem ?? problemOf(failure);
    const page = await this.pageOf(session, form, shown);
    await this.html(reply.status(isSent && shown !== null ? 422 : 200), page, returnUrl);
  }

  private async pageOf(
    { account, content: session }: Opened,
    form: Form,
    problem: string | null,
  ): Promise<string> {
    if (session.status !== 'open') return endedPage(session);
    if (session.confirms !== null) return confirmationPage(session);
    const decimals = minorUnitsPerUnit(session.currency) === 1n ? 0 : 2;
    const { content } = await this.bank.act(account, (bank) => bank.customer(session.customer));
    const { name = content.name ?? '', country } = form;
    const typed = { name, ...(country !== undefined && { country }) };
    return cardPage(session, { email: content.email, problem, typed, decimals });
  }

  private async html(reply: FastifyReply, html: string, leadsTo: string): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(leadsTo))
      .header('cache-control', 'no-store')
      // Without a referrer, browsers would send no origin with the form.
      .header('referrer-policy', 'same-origin')
      .send(html);
  }
}
