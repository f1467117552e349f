import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Bare } from '#libs/envelope';
import { OutsideApi } from '#platform/access';
import type { Bank } from './bank';
import { type DatabaseStore, KeyInUse } from './bank-store';
import { accountOf, DemoBankService, pageOf } from './demo-bank.service';
import { BankRefusal } from './ledger';
import { movementsOf } from './movements';
import type { BankAccount } from './objects';
import { ChargeBody, checked, CustomerBody, RefundBody, SessionBody } from './requests';

/** The kinds of objects that are listed by name. */
const LISTS: Readonly<Partial<Record<string, 'event' | 'dispute'>>> = {
  events: 'event',
  disputes: 'dispute',
};

type Act = (
  bank: Bank,
  key: string,
  body: unknown,
  context: { readonly store: DatabaseStore; readonly account: BankAccount },
) => Promise<unknown>;

/** The API of the demo bank. Amounts are in minor units. A POST that creates an object needs an `idempotency-key`. */
@Controller('demo-bank/v1')
@OutsideApi()
export class DemoBankApiController {
  constructor(private readonly bank: DemoBankService) {}

  @Get('account')
  @Bare()
  account(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, () => Promise.resolve({ ref: accountOf(secretOf(request)) }));
  }

  @Post('customers')
  @Bare()
  addCustomer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, (bank, key, body) =>
      bank.addCustomer(checked(CustomerBody, body), key),
    );
  }

  @Post('customers/:ref')
  @Bare()
  updateCustomer(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank, _key, body) =>
      bank.updateCustomer(ref, checked(CustomerBody, body)),
    );
  }

  @Post('customers/:ref/delete')
  @Bare()
  deleteCustomer(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank) => bank.deleteCustomer(ref));
  }

  @Post('sessions')
  @Bare()
  openSession(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, async (bank, key, body, { account }) => {
      const opened = await bank.openSession(checked(SessionBody, body), key);
      return { ...opened, page: pageOf(opened.ref, account) };
    });
  }

  /** A page, with its payment and card. */
  @Get('sessions/:ref')
  @Bare()
  session(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, async (bank) => withParts(bank, await bank.session(ref)));
  }

  @Post('sessions/:ref/expire')
  @Bare()
  expire(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, async (bank) => withParts(bank, await bank.expire(ref)));
  }

  @Post('payments')
  @Bare()
  charge(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, (bank, key, body) => bank.charge(checked(ChargeBody, body), key));
  }

  @Get('payments/:ref')
  @Bare()
  payment(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank) => bank.paymentOf(ref));
  }

  @Get('payments/:ref/refunds')
  @Bare()
  refundsOf(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank) => bank.refunds.ofPayment(ref));
  }

  @Get('payments/:ref/disputes')
  @Bare()
  disputesOf(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank) => bank.disputes.ofPayment(ref));
  }

  @Post('refunds')
  @Bare()
  refund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, (bank, key, body) =>
      bank.refunds.make(checked(RefundBody, body), key),
    );
  }

  @Get('refunds/:ref')
  @Bare()
  observeRefund(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank) => bank.refunds.observe(ref));
  }

  @Get('cards/:ref')
  @Bare()
  card(@Param('ref') ref: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, (bank) => bank.card(ref));
  }

  @Post('cards/:ref/delete')
  @Bare()
  deleteCard(
    @Param('ref') ref: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (bank) => bank.deleteCard(ref));
  }

  /** The `events`, `disputes` or `payments` of a time span, with `from` and `to`. */
  @Get('list/:kind')
  @Bare()
  list(
    @Param('kind') kind: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.answer(request, reply, (_bank, _key, _body, { store }) =>
      store.list(LISTS[kind] ?? 'payment', ...spanOf(request)),
    );
  }

  /** The movements of money in a time span, with `from` and `to`. */
  @Get('movements')
  @Bare()
  movements(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.answer(request, reply, (_bank, _key, _body, { store }) =>
      movementsOf(store, ...spanOf(request)),
    );
  }

  /** The page or payment with an id of the client in its metadata; null if there is none. */
  @Get('find/:id')
  @Bare()
  find(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { from = '' } = request.query as Record<string, string>;
    return this.answer(request, reply, async (bank) => {
      const found = await bank.findById(id, new Date(from));
      return found && withParts(bank, found);
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, act: Act): Promise<void> {
    const ref = accountOf(secretOf(request));
    const account = await this.bank.account(ref);
    if (!account) return void reply.status(401).send({ code: 'unknown_key' });
    if (account.switches.unavailable) return void reply.status(503).send({ code: 'unavailable' });
    const key = String(request.headers['idempotency-key'] ?? '');
    try {
      const result = await this.bank.act(ref, (bank, store) =>
        act(bank, key, request.body, { store, account }),
      );
      reply.send({ result: result ?? null });
    } catch (error) {
      if (error instanceof KeyInUse) return void reply.status(503).send({ code: 'key_in_use' });
      if (!(error instanceof BankRefusal)) throw error;
      reply.status(error.status).send({ code: error.code });
    }
  }
}

const secretOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

/** A page with its payment and card. */
async function withParts(bank: Bank, found: Awaited<ReturnType<Bank['findById']>>): Promise<unknown> {
  if (!found || !('mode' in found.content)) return { session: null, payment: found, card: null };
  const { payment, card } = found.content;
  return {
    session: found,
    payment: payment === null ? null : await bank.paymentOf(payment),
    card: card === null ? null : await bank.card(card),
  };
}

/** @throws BankRefusal if a time is missing or invalid */
function spanOf({ query }: FastifyRequest): [from: Date, to: Date] {
  const { from = '', to = '' } = query as Record<string, string>;
  const span = [from, to].map((at) => new Date(at)) as [Date, Date];
  if (span.some((at) => Number.isNaN(at.getTime()))) throw new BankRefusal('invalid_time');
  return span;
}
