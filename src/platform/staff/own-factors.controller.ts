import { Controller, Delete, Get, Param, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#libs/problem';
import { parseId } from '#libs/validation';
import { NewPasskeyBody, NewPassword, NewTotp, PasskeyResponse, ProofCode } from './dto/login.dto';
import { Factors, type TotpSetup } from './factors.service';
import { type OwnFactors, OwnFactorsService } from './own-factors.service';
import { Passkeys, type PasskeyStep } from './passkeys.service';
import { StaffSelf } from './staff-access';
import { StaffBody } from './staff-body';
import { CurrentVisit } from './staff-context';
import { StaffLogins } from './staff-login.service';
import { PROBLEMS } from './staff-problems';
import type { StaffVisit } from './staff-viewer';

/** How the logged-in person logs in. Every change needs a recent proof. */
@Controller('staff/api/me')
export class OwnFactorsController {
  constructor(
    private readonly own: OwnFactorsService,
    private readonly factors: Factors,
    private readonly passkeys: Passkeys,
    private readonly logins: StaffLogins,
  ) {}

  @Get('factors')
  @StaffSelf()
  list(@CurrentVisit() visit: StaffVisit): Promise<OwnFactors> {
    return this.own.list(visit);
  }

  /** Begins a proof by passkey. */
  @Post('proof/passkey/options')
  @StaffSelf()
  proofOptions(@CurrentVisit() { person }: StaffVisit): Promise<PasskeyStep<object>> {
    return this.passkeys.beginLogin(person.id);
  }

  @Post('proof/passkey')
  @StaffSelf()
  async proveByPasskey(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() { token, response }: PasskeyResponse,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.logins.proveByPasskey({ request, reply }, visit, token, response);
  }

  /** A proof by the authenticator app or a recovery code. */
  @Post('proof/code')
  @StaffSelf()
  async proveByCode(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() { code }: ProofCode,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.logins.proveByCode({ request, reply }, visit, code);
  }

  @Post('passkeys/options')
  @StaffSelf({ proof: true })
  passkeyOptions(@CurrentVisit() { person }: StaffVisit): Promise<PasskeyStep<object>> {
    return this.passkeys.beginRegistration(person, person.id);
  }

  @Post('passkeys')
  @StaffSelf({ proof: true })
  async addPasskey(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() body: NewPasskeyBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.own.addPasskey(visit, { request, reply }, body);
  }

  @Delete('passkeys/:id')
  @StaffSelf({ proof: true })
  async removePasskey(
    @CurrentVisit() visit: StaffVisit,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const passkey = parseId(id);
    if (passkey === null) throw new Problem(PROBLEMS.notFound);
    await this.own.removePasskey(visit, { request, reply }, passkey);
  }

  @Post('totp/options')
  @StaffSelf({ proof: true })
  totpOptions(@CurrentVisit() { person }: StaffVisit): Promise<TotpSetup> {
    return this.factors.beginTotp(person.email);
  }

  @Put('totp')
  @StaffSelf({ proof: true })
  async setTotp(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() body: NewTotp,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ recovery_codes: string[] }> {
    return { recovery_codes: await this.own.setTotp(visit, { request, reply }, body) };
  }

  @Put('password')
  @StaffSelf({ proof: true })
  async setPassword(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() { password }: NewPassword,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.own.setPassword(visit, { request, reply }, password);
  }

  @Post('recovery-codes')
  @StaffSelf({ proof: true })
  async renewRecoveryCodes(
    @CurrentVisit() visit: StaffVisit,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ recovery_codes: string[] }> {
    return { recovery_codes: await this.own.renewRecoveryCodes(visit, { request, reply }) };
  }

  /** Ends all other sessions. */
  @Delete('sessions')
  @StaffSelf()
  async endOthers(@CurrentVisit() visit: StaffVisit): Promise<void> {
    await this.own.endOthers(visit);
  }
}
