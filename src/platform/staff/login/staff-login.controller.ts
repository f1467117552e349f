import { Controller, Delete, Post, Get } from '@nestjs/common';
import { PasskeyResponse, PasswordLogin, SecondFactor } from './dto/login.dto';
import { PasskeysService } from './passkeys.service';
import { StaffOpen, StaffSelf } from '../staff-access';
import { StaffBody } from '../staff-body';
import { CurrentExchange, CurrentVisit, type Exchange } from '../staff-context';
import { StaffLoginService } from './staff-login.service';
import { StaffSessionsService } from './staff-sessions.service';
import type { StaffVisit } from '../staff-viewer';
import { Answers } from '#platform/reference';
import { DONE } from '../answers';
import { PasskeyStep, PasswordStep, Me } from './dto/login.answers';
import { StaffSelfService } from './staff-self.service';

/** Logging in and out. */
@Controller('staff/api/session')
export class StaffLoginController {
  constructor(
    private readonly logins: StaffLoginService,
    private readonly passkeys: PasskeysService,
    private readonly sessions: StaffSessionsService,
  ) {}

  /** The first step by password. `token` is for the second step; null: the person is logged in. */
  @Post('password')
  @StaffOpen()
  @Answers({ 200: PasswordStep })
  async password(@StaffBody() { email, password }: PasswordLogin, @CurrentExchange() exchange: Exchange) {
    return { token: await this.logins.withPassword(exchange, email, password) };
  }

  /** The second step by password: a code. */
  @Post('second-factor')
  @StaffOpen()
  @Answers(DONE)
  async secondFactor(@StaffBody() { token, code }: SecondFactor, @CurrentExchange() exchange: Exchange) {
    await this.logins.withSecondFactor(exchange, token, code);
  }

  /** Begins a log-in by passkey. */
  @Post('passkey/options')
  @StaffOpen()
  @Answers({ 200: PasskeyStep })
  passkeyOptions() {
    return this.passkeys.beginLogin(null);
  }

  @Post('passkey')
  @StaffOpen()
  @Answers(DONE)
  async passkey(@StaffBody() { token, response }: PasskeyResponse, @CurrentExchange() exchange: Exchange) {
    await this.logins.withPasskey(exchange, token, response);
  }

  /** Logs out. */
  @Delete()
  @StaffSelf()
  @Answers(DONE)
  async end(@CurrentVisit() visit: StaffVisit, @CurrentExchange() { reply }: Exchange) {
    await this.sessions.end(visit, reply);
  }
}

/** The logged-in person, about themselves. */
@Controller('staff/api/me')
export class StaffSelfController {
  constructor(private readonly self: StaffSelfService) {}

  @Get()
  @StaffSelf()
  @Answers({ 200: Me })
  me(@CurrentVisit() visit: StaffVisit) {
    return this.self.show(visit);
  }
}
