import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { minorUnitsPerUnit } from '#libs/money';
import { OutsideApi } from '#platform/access';
import { Config } from '#platform/config';
import { BankRefusal } from './bank';
import { DemoBank } from './demo-bank.service';
import type { BankFailure, Stored } from './objects';
import { cardPage, confirmationPage, endedPage, policyOf, switchesPage, unknownPage } from './page';
import { testCard } from './test-cards';

type Form = Record<string, string | undefined>;

const PROBLEMS: Readonly<Record<string, string>> = {
  insufficient_funds: 'The card has not enough money. Use another one, or try again later.',
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
    private readonly bank: DemoBank,
    private readonly config: Config,
  ) {}

  @Get('pay/:session')
  async show(@Param('session') ref: string, @Res() reply: FastifyReply): Promise<void> {
    const session = await this.find(ref);
    await this.answer(reply, session, {}, null);
  }

  @Post('pay/:session')
  async pay(
    @Param('session') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const account = await this.bank.accountOfSession(ref);
    if (account === null) return this.answer(reply, null, {}, null);
    const form = request.body as Form;
    if (form.confirm !== undefined) {
      const agrees = form.confirm === 'yes';
      return this.answer(reply, await this.bank.act(account, (bank) => bank.confirm(ref, agrees)), {}, null);
    }
    const card = testCard(form.number ?? '');
    const [name, country] = [form.name?.trim() ?? '', form.country?.trim().toUpperCase() ?? ''];
    const problem = !card
      ? 'This bank takes only the test cards below.'
      : name === '' || !/^[A-Z]{2}$/.test(country)
        ? 'Enter the name on the card, and two letters for the country.'
        : null;
    if (!card || problem !== null) return this.answer(reply, await this.find(ref), form, problem);
    const postalCode = form.postal_code?.trim() || null;
    const session = await this.bank.act(account, (bank) =>
      bank.submit(ref, { card, name, country, postalCode }),
    );
    return this.answer(reply, session, form, null);
  }

  @Get('switches')
  async switches(@Res() reply: FastifyReply): Promise<void> {
    await this.html(reply, switchesPage(await this.bank.accounts()), this.config.publicUrl);
  }

  @Post('switches')
  async set(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const form = request.body as Form;
    const isOn = (name: string): boolean => form[name] === 'on';
    await this.bank.change(form.account ?? '', {
      switches: {
        ...{ unavailable: isOn('unavailable'), slow: isOn('slow'), disordered: isOn('disordered') },
        ...{ repeating: isOn('repeating'), silent: isOn('silent') },
      },
    });
    reply.redirect(`${new URL(this.config.publicUrl).pathname.replace(/\/$/, '')}/demo-bank/switches`, 303);
  }

  private async find(ref: string): Promise<Stored<'session'> | null> {
    const account = await this.bank.accountOfSession(ref);
    if (account === null) return null;
    return this.bank
      .act(account, (bank) => bank.session(ref))
      .catch((error: unknown) => {
        if (error instanceof BankRefusal) return null;
        throw error;
      });
  }

  private async answer(
    reply: FastifyReply,
    session: Stored<'session'> | null,
    form: Form,
    problem: string | null,
  ): Promise<void> {
    if (!session) return this.html(reply.status(404), unknownPage(), this.config.publicUrl);
    const { content } = session;
    const isSent = Object.keys(form).length > 0 || content.billing !== null;
    if (content.status === 'complete' && isSent && reply.request.method === 'POST')
      return void reply.redirect(content.returnUrl, 303);
    const shown = problem ?? problemOf(content.failure);
    await this.html(
      reply.status(shown === null ? 200 : 422),
      await this.pageOf(session, form, shown),
      content.returnUrl,
    );
  }

  private async pageOf(
    { ref, content: session }: Stored<'session'>,
    form: Form,
    problem: string | null,
  ): Promise<string> {
    if (session.status !== 'open') return endedPage(session);
    if (session.confirms !== null) return confirmationPage(session);
    const { name = '', postal_code = '', country } = form;
    const typed = { name, postal_code, ...(country !== undefined && { country }) };
    const decimals = minorUnitsPerUnit(session.currency) === 1n ? 0 : 2;
    const account = (await this.bank.accountOfSession(ref))!;
    const { content } = await this.bank.act(account, (bank) => bank.customer(session.customer));
    return cardPage(session, { email: content.email, problem, typed, decimals });
  }

  private async html(reply: FastifyReply, html: string, leadsTo: string): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyOf(leadsTo))
      .header('cache-control', 'no-store')
      .send(html);
  }
}
