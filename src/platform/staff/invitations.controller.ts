import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Acceptance, LinkToken } from './dto/login.dto';
import { Factors, type TotpSetup } from './factors.service';
import { Invitations } from './invitations.service';
import { Passkeys, type PasskeyStep } from './passkeys.service';
import type { Role } from './permissions';
import { StaffOpen } from './staff-access';
import { StaffBody } from './staff-body';
import { CurrentVisit } from './staff-context';
import type { StaffVisit } from './staff-viewer';
import { STAFF_BY_EMAIL } from './staff.queries';
import { Sql } from '#platform/database';

/** What the page behind a mailed link shows, and what it needs to set up ways to log in. */
interface OpenedLink {
  readonly purpose: 'invite' | 'reset';
  readonly email: string;
  readonly organization: string;
  /** Null: all fan clubs of the organization. */
  readonly fanclub: string | null;
  readonly role: Role;
  /** Whether the person is on the staff already and only needs to log in. */
  readonly known: boolean;
  readonly passkey: PasskeyStep<object>;
  readonly totp: TotpSetup;
}

/** The links of mails to staff. Their tokens travel in bodies, so that no log has them. */
@Controller('staff/api/links')
export class InvitationsController {
  constructor(
    private readonly sql: Sql,
    private readonly invitations: Invitations,
    private readonly factors: Factors,
    private readonly passkeys: Passkeys,
  ) {}

  @Post('open')
  @StaffOpen()
  async open(@StaffBody() { token }: LinkToken): Promise<OpenedLink> {
    const { purpose, email, organization, fanclub, role } = await this.invitations.look(token);
    const known = purpose === 'invite' && (await this.sql.first(STAFF_BY_EMAIL, { email })) !== null;
    const passkey = await this.passkeys.beginRegistration({ email, name: email }, null);
    const totp = await this.factors.beginTotp(email);
    return { purpose, email, organization, fanclub, role, known, passkey, totp };
  }

  /** Takes up the invitation or reset. The recovery codes are shown only here. */
  @Post('accept')
  @StaffOpen()
  async accept(
    @StaffBody() acceptance: Acceptance,
    @CurrentVisit() visit: StaffVisit | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ recovery_codes: string[] | null }> {
    const codes = await this.invitations.accept({ request, reply }, acceptance, visit?.person.id ?? null);
    return { recovery_codes: codes };
  }
}
