import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { hashToken } from '#libs/token';
import { type Asker, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { type RowOf, Sql, type Statements } from '#platform/database';
import { clientNetwork } from '#platform/http';
import { Mails } from '#platform/mail';
import type { Acceptance } from './dto/login.dto';
import { Factors } from './factors.service';
import {
  ADD_STAFF,
  FIND_STAFF_TOKEN,
  GIVE_CLUB_ROLE,
  GIVE_ORGANIZATION_ROLE,
  USE_STAFF_TOKEN,
} from './invitations.queries';
import { type LinkToMail, mailStaffLink } from './mail-staff-link';
import { type Exchange, StaffLogins } from './staff-login.service';
import { PROBLEMS } from './staff-problems';
import { StaffSessions } from './staff-sessions.service';
import { STAFF_BY_EMAIL } from './staff.queries';

/** What the link of a mail gives. */
export type StaffLink = RowOf<typeof FIND_STAFF_TOKEN>;

/** Invites people to the staff, and lets them set up how they log in. */
@Injectable()
export class Invitations {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly mails: Mails,
    private readonly factors: Factors,
    private readonly logins: StaffLogins,
    private readonly sessions: StaffSessions,
    private readonly events: SecurityEvents,
  ) {}

  /** As {@link mailStaffLink}. */
  mail(tx: Statements, link: LinkToMail): Promise<string> {
    return mailStaffLink(tx, { config: this.config, mails: this.mails, now: this.clock.now() }, link);
  }

  /** What a link gives. @throws Problem (404) if it is unknown, used, replaced or too old */
  async look(token: string): Promise<StaffLink> {
    const found = await this.sql.first(FIND_STAFF_TOKEN, this.usable(token));
    if (!found) throw linkExpired();
    return found;
  }

  /**
   * Takes up an invitation or a reset, and logs the person in. A person who is on the staff already keeps their ways to log in:
   * an invitation only adds the role, and then they must be logged in.
   * @returns the recovery codes, to be shown once; null if the person keeps theirs
   * @throws Problem
   */
  async accept(exchange: Exchange, acceptance: Acceptance, visitor: number | null): Promise<string[] | null> {
    const link = await this.look(acceptance.token);
    const network = clientNetwork(exchange.request);
    const known = await this.sql.first(STAFF_BY_EMAIL, { email: link.email });
    if (link.purpose === 'invite' && known) {
      if (visitor !== known.id) {
        throw new Problem(PROBLEMS.loginRequired, {
          detail: 'You are on the staff already. Please log in first, then open the link again.',
        });
      }
      await this.sql.transaction((tx) => this.join(tx, acceptance.token, known.id, exchange));
      return null;
    }
    if (link.purpose === 'invite' && acceptance.name === undefined) {
      throw new Problem(PROBLEMS.invalid, { errors: [{ pointer: '#/name', detail: 'is needed' }] });
    }
    const store = await this.factors.prepare({ email: link.email, network }, acceptance);
    const { staffId, codes } = await this.sql.transaction(async (tx) => {
      const staffId = link.staffId ?? (await this.added(tx, link.email, acceptance.name ?? ''));
      const codes = await store(tx, staffId);
      await this.join(tx, acceptance.token, staffId, exchange);
      await this.sessions.endAll(tx, staffId, null);
      return { staffId, codes };
    });
    await this.logins.open(exchange, staffId, 'invited');
    return codes;
  }

  private async added(tx: Statements, email: string, name: string): Promise<number> {
    const added = await tx.first(ADD_STAFF, { email, name });
    // Another invitation to the same address was taken up meanwhile.
    if (!added) throw linkExpired();
    return added.id;
  }

  /** Uses the link up and gives what it gives. */
  private async join(tx: Statements, token: string, staff: number, { request }: Exchange): Promise<void> {
    const link = await tx.first(USE_STAFF_TOKEN, this.usable(token));
    if (!link) throw linkExpired();
    const { organizationId: organization, fanclubId: fanclub, role } = link;
    const source = { network: clientNetwork(request), requestId: request.id };
    const asker: Asker = {
      fanclub: fanclub === null ? null : { id: fanclub },
      actor: { kind: 'staff', id: staff },
      source,
    };
    const action = link.purpose === 'invite' ? 'staff.joined' : 'staff.factors_changed';
    await this.events.record(tx, asker, { action });
    if (link.purpose === 'reset') return;
    if (fanclub === null) await tx.run(GIVE_ORGANIZATION_ROLE, { staff, organization, role });
    else await tx.run(GIVE_CLUB_ROLE, { staff, organization, fanclub, role });
  }

  private usable(token: string) {
    return { tokenHash: hashToken(token), now: this.clock.now() };
  }
}

const linkExpired = (): Problem =>
  new Problem(PROBLEMS.notFound, {
    detail: 'This link no longer works: it was used, it is older than three days, or a newer one was sent.',
  });
