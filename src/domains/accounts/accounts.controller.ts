import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/clock';
import {
  AnyVisitor,
  CurrentViewer,
  type CustomerSession,
  type LoggedInViewer,
  RequireCustomer,
  SessionKeeper,
  SessionTokens,
  type Viewer,
} from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { NOT_OLD_ENOUGH, TERMS_NOT_ACCEPTED } from './account.rules';
import { AccountUpdatesService } from './account-updates.service';
import { AccountsService } from './accounts.service';
import { accountOf, createdShape } from './customer.serializer';
import { CreateAccountBody, NewPassword, UpdateAccountBody } from './dto/account.bodies';
import { blank, messagesOf } from '#libs/validation';
import { Chapter, Operation, orNull } from '#platform/reference';
import {
  AlreadyRegistered,
  CurrentPasswordIncorrect,
  CustomerRequired,
  EmailTaken,
  UsernameTaken,
} from './accounts.errors';
import { Account, CreatedCustomer } from './dto/customer.answer';

@Controller()
@Chapter('Accounts', 'Customer accounts and log-in.')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly updates: AccountUpdatesService,
    private readonly sessions: SessionKeeper,
    private readonly clock: Clock,
    private readonly tokens: SessionTokens,
  ) {}

  @Get('account')
  @Operation({
    id: 'showAccount',
    summary: 'Shows the current customer',
    description:
      '`customer` is null without a log-in. A customer who bought a free plan and has not registered has null in all ' +
      'fields of the identity.',
    answer: { customer: orNull(Account) },
  })
  @AnyVisitor()
  @CachedAnswer()
  show(@CurrentViewer() viewer: Viewer) {
    return { customer: accountOf(viewer, this.clock.now()) };
  }

  /** Only checks that a cookie or a token is present; it is neither decrypted nor looked up (contract 3.3). */
  @Get('account/status')
  @Operation({
    id: 'showLoginStatus',
    summary: 'Tells whether the browser has the cookie of a session',
    description: 'The session itself is not checked.',
    answer: { logged_in: { type: 'boolean' } },
  })
  @AnyVisitor({ session: false, withoutDatabase: true })
  status(@CurrentViewer() { fanclub }: Viewer, @Req() request: FastifyRequest) {
    return { logged_in: this.tokens.has(request, fanclub.id) };
  }

  @Post('account')
  @Operation({
    id: 'updateAccount',
    isLimited: true,
    summary: 'Updates the current customer',
    description:
      'Absent fields stay as they are. The fields may also be inside `customer`. A new e-mail address becomes ' +
      '`new_email` until it is confirmed; the present address withdraws it.',
    answer: { customer: CreatedCustomer },
    failures: [
      ...blank('email', 'username'),
      EmailTaken,
      UsernameTaken,
      CurrentPasswordIncorrect,
      ...messagesOf(NewPassword),
    ],
  })
  @RequireCustomer()
  async update(
    @CurrentViewer() viewer: LoggedInViewer,
    @Body() body: UpdateAccountBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // The answer has no place for new tokens (contract 3.12).
    const keepsLogIn = !reply.request.usesTokens;
    return this.answer(viewer, reply, await this.updates.update(viewer, body, keepsLogIn));
  }

  @Post('accounts')
  @Operation({
    id: 'createAccount',
    isLimited: true,
    summary: 'Creates an account',
    description:
      'The fields may also be inside `customer`, and the password beside the other fields. The customer is not logged ' +
      'in until the address is confirmed. In the session of a free purchase, registers its customer.',
    answer: { customer: CreatedCustomer },
    failures: [
      CustomerRequired,
      EmailTaken,
      NOT_OLD_ENOUGH,
      ...blank('username'),
      UsernameTaken,
      TERMS_NOT_ACCEPTED,
      AlreadyRegistered,
    ],
  })
  @AnyVisitor()
  async create(
    @CurrentViewer() viewer: Viewer,
    @Body() body: CreateAccountBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(viewer, reply, await this.accounts.create(viewer, body));
  }

  private answer({ fanclub }: Viewer, reply: FastifyReply, { customer, token }: CustomerSession) {
    this.sessions.setCookie(reply, fanclub.id, token);
    return { customer: createdShape(customer, fanclub, this.clock.now()) };
  }
}
