import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { parseId } from '#libs/validation';
import { NewPasskeyBody, NewPassword, NewTotp, PasskeyResponse, ProofCode } from './dto/login.dto';
import { FactorsService } from './factors.service';
import { OwnFactorsService } from './own-factors.service';
import { PasskeysService } from './passkeys.service';
import { StaffSelf } from '../staff-access';
import { StaffBody } from '../staff-body';
import { CurrentExchange, CurrentVisit, type Exchange } from '../staff-context';
import { StaffLoginService } from './staff-login.service';
import { notFound } from '../staff-problems';
import type { StaffVisit } from '../staff-viewer';
import { Answers } from '#platform/reference';
import { DONE } from '../answers';
import { OwnFactors, PasskeyStep, RecoveryCodes, TotpSetup } from './dto/login.answers';

/** How the logged-in person logs in. Every change needs a recent proof. */
@Controller('staff/api/me')
export class OwnFactorsController {
  constructor(
    private readonly own: OwnFactorsService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly logins: StaffLoginService,
  ) {}

  @Get('factors')
  @StaffSelf()
  @Answers({ 200: OwnFactors })
  list(@CurrentVisit() visit: StaffVisit) {
    return this.own.list(visit);
  }

  /** Begins a proof by passkey. */
  @Post('proof/passkey/options')
  @StaffSelf()
  @Answers({ 200: PasskeyStep })
  proofOptions(@CurrentVisit() { person }: StaffVisit) {
    return this.passkeys.beginLogin(person.id);
  }

  @Post('proof/passkey')
  @StaffSelf()
  @Answers(DONE)
  async proveByPasskey(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() { token, response }: PasskeyResponse,
    @CurrentExchange() exchange: Exchange,
  ) {
    await this.logins.proveByPasskey(exchange, visit, token, response);
  }

  /** A proof by the authenticator app or a recovery code. */
  @Post('proof/code')
  @StaffSelf()
  @Answers(DONE)
  async proveByCode(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() { code }: ProofCode,
    @CurrentExchange() exchange: Exchange,
  ) {
    await this.logins.proveByCode(exchange, visit, code);
  }

  @Post('passkeys/options')
  @StaffSelf({ proof: true })
  @Answers({ 200: PasskeyStep })
  passkeyOptions(@CurrentVisit() { person }: StaffVisit) {
    return this.passkeys.beginRegistration(person, person.id);
  }

  @Post('passkeys')
  @StaffSelf({ proof: true })
  @Answers(DONE)
  async addPasskey(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() body: NewPasskeyBody,
    @CurrentExchange() exchange: Exchange,
  ) {
    await this.own.addPasskey(visit, exchange, body);
  }

  @Delete('passkeys/:id')
  @StaffSelf({ proof: true })
  @Answers(DONE)
  async removePasskey(
    @CurrentVisit() visit: StaffVisit,
    @Param('id') id: string,
    @CurrentExchange() exchange: Exchange,
  ) {
    const passkey = parseId(id);
    if (passkey === null) throw notFound();
    await this.own.removePasskey(visit, exchange, passkey);
  }

  @Post('totp/options')
  @StaffSelf({ proof: true })
  @Answers({ 200: TotpSetup })
  totpOptions(@CurrentVisit() { person }: StaffVisit) {
    return this.factors.beginTotp(person.email);
  }

  @Put('totp')
  @StaffSelf({ proof: true })
  @Answers({ 200: RecoveryCodes })
  async setTotp(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() body: NewTotp,
    @CurrentExchange() exchange: Exchange,
  ) {
    return { recovery_codes: await this.own.setTotp(visit, exchange, body) };
  }

  @Put('password')
  @StaffSelf({ proof: true })
  @Answers(DONE)
  async setPassword(
    @CurrentVisit() visit: StaffVisit,
    @StaffBody() { password }: NewPassword,
    @CurrentExchange() exchange: Exchange,
  ) {
    await this.own.setPassword(visit, exchange, password);
  }

  @Post('recovery-codes')
  @StaffSelf({ proof: true })
  @Answers({ 200: RecoveryCodes })
  async renewRecoveryCodes(@CurrentVisit() visit: StaffVisit, @CurrentExchange() exchange: Exchange) {
    return { recovery_codes: await this.own.renewRecoveryCodes(visit, exchange) };
  }

  /** Ends all other sessions. */
  @Delete('sessions')
  @StaffSelf()
  @Answers(DONE)
  async endOthers(@CurrentVisit() visit: StaffVisit) {
    await this.own.endOthers(visit);
  }
}
