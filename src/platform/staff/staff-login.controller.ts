import { Controller, Delete, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PasskeyResponse, PasswordLogin, SecondFactor } from './dto/login.dto';
import { Passkeys, type PasskeyStep } from './passkeys.service';
import { StaffOpen, StaffSelf } from './staff-access';
import { StaffBody } from './staff-body';
import { CurrentVisit } from './staff-context';
import { StaffLogins } from './staff-login.service';
import { StaffSessions } from './staff-sessions.service';
import type { StaffVisit } from './staff-viewer';

/** Logging in and out. */
@Controller('staff/api/session')
export class StaffLoginController {
  constructor(
    private readonly logins: StaffLogins,
    private readonly passkeys: Passkeys,
    private readonly sessions: StaffSessions,
  ) {}

  /** The first step by password. `token` is for the second step; null: the person is logged in. */
  @Post('password')
  @StaffOpen()
  async password(
    @StaffBody() { email, password }: PasswordLogin,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ token: string | null }> {
    return { token: await this.logins.withPassword({ request, reply }, email, password) };
  }

  /** The second step by password: a code. */
  @Post('second-factor')
  @StaffOpen()
  async secondFactor(
    @StaffBody() { token, code }: SecondFactor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.logins.withSecondFactor({ request, reply }, token, code);
  }

  /** Begins a log-in by passkey. */
  @Post('passkey/options')
  @StaffOpen()
  passkeyOptions(): Promise<PasskeyStep<object>> {
    return this.passkeys.beginLogin(null);
  }

  @Post('passkey')
  @StaffOpen()
  async passkey(
    @StaffBody() { token, response }: PasskeyResponse,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.logins.withPasskey({ request, reply }, token, response);
  }

  /** Logs out. */
  @Delete()
  @StaffSelf()
  async end(
    @CurrentVisit() visit: StaffVisit,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(visit, reply);
  }
}
