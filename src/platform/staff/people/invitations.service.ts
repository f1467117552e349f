import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { hashToken } from '#libs/token';
import { type Asker, SecurityEvents } from '#platform/audit';
import { Config } from '#platform/config';
import { ManagerStatements, type RowOf, Sql, type Statements } from '#platform/database';
import { clientNetwork } from '#platform/http';
import { Mails } from '#platform/mail';
import type { Acceptance } from '../login/dto/login.dto';
import { FactorsService } from '../login/factors.service';
import {
  ADD_STAFF,
  FIND_STAFF_TOKEN,
  FORGET_RESETS,
  GIVE_CLUB_ROLE,
  GIVE_ORGANIZATION_ROLE,
  USE_STAFF_TOKEN,
} from './invitations.queries';
import { type LinkToMail, mailStaffLink, officeFanclub, staffAddress } from './mail-staff-link';
import { appendAudits, type AuditEntry } from '../audit/staff-audits';
import { StaffLoginService } from '../login/staff-login.service';
import { isLastOwner, LOCK_ORGANIZATION, PEOPLE } from './staff-people.queries';
import { PasskeysService } from '../login/passkeys.service';
import { PROBLEMS, invalidField, conflict } from '../staff-problems';
import { StaffSessionsService } from '../login/staff-sessions.service';
import type { Exchange } from '../staff-context';
import type { StaffViewer } from '../staff-viewer';
import { STAFF_BY_EMAIL } from './staff.queries';
import type { OpenedLink } from './dto/people.answers';

/** What the link of a mail gives. */
export type StaffLink = RowOf<typeof FIND_STAFF_TOKEN>;

/** Invites people to the staff, and lets them set up how they log in. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly sql: Sql,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly mails: Mails,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly logins: StaffLoginService,
    private readonly sessions: StaffSessionsService,
    private readonly events: SecurityEvents,
  ) {}

  /** As {@link mailStaffLink}. */
  mail(tx: Statements, link: LinkToMail): Promise<string> {
    return mailStaffLink(tx, { config: this.config, mails: this.mails, now: this.clock.now() }, link);
  }

  /** Mails an owner that a person's log-in was reset in their name. */
  async notify(tx: Statements, { scope, person }: Pick<StaffViewer, 'scope' | 'person'>): Promise<void> {
    const link = `${staffAddress(this.config)}#/people`;
    const mail = { kind: 'staff_reset_notice', to: person.email, firstName: null, link } as const;
    await this.mails.queue(tx, await officeFanclub(tx, scope), mail);
  }

  /** Opens a link, without taking it up. @throws Problem (404) if it is unknown, used, replaced or too old */
  async open(token: string): Promise<OpenedLink> {
    const { purpose, email, organization, fanclub, role } = await this.look(token);
    const known = purpose === 'invite' && (await this.sql.first(STAFF_BY_EMAIL, { email })) !== null;
    const passkey = await this.passkeys.beginRegistration({ email, name: email }, null);
    const totp = await this.factors.beginTotp(email);
    return { purpose, email, organization, fanclub, role, known, passkey, totp };
  }

  /** What a link gives. @throws Problem (404) if it is unknown, used, replaced or too old */
  private async look(token: string): Promise<StaffLink> {
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
      await this.dataSource.transaction((manager) =>
        this.join(manager, acceptance.token, known.id, exchange),
      );
      return null;
    }
    if (link.purpose === 'invite' && acceptance.name === undefined) {
      throw invalidField('#/name', 'is needed');
    }
    const name = known?.name ?? acceptance.name ?? '';
    const store = await this.factors.prepare({ email: link.email, name, network }, acceptance);
    const { staffId, codes } = await this.dataSource.transaction(async (manager) => {
      const tx = new ManagerStatements(manager);
      const staffId = link.staffId ?? (await this.added(tx, link.email, acceptance.name ?? ''));
      const codes = await store(tx, staffId);
      await this.sessions.endAll(tx, staffId, null);
      await this.join(manager, acceptance.token, staffId, exchange);
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
  private async join(
    manager: EntityManager,
    token: string,
    staff: number,
    { request }: Exchange,
  ): Promise<void> {
    const tx = new ManagerStatements(manager);
    const link = await tx.first(USE_STAFF_TOKEN, this.usable(token));
    if (!link) throw linkExpired();
    const { fanclubId: fanclub } = link;
    const source = { network: clientNetwork(request), requestId: request.id };
    const asker: Asker = {
      fanclub: fanclub === null ? null : { id: fanclub },
      actor: { kind: 'staff', id: staff },
      source,
    };
    const action = link.purpose === 'invite' ? 'staff.joined' : 'staff.factors_changed';
    await this.events.record(tx, asker, { action });
    if (link.purpose === 'reset') await tx.run(FORGET_RESETS, { staff });
    else await this.giveRole(manager, link, staff);
  }

  /** Gives the role of an invitation, and records it. @throws Problem (409) if it would take the last owner's */
  private async giveRole(
    manager: EntityManager,
    { organizationId, fanclubId, role }: StaffLink,
    staff: number,
  ): Promise<void> {
    const tx = new ManagerStatements(manager);
    const [organization, fanclub] = [organizationId, fanclubId];
    await tx.rows(LOCK_ORGANIZATION, { organization });
    const people = await tx.rows(PEOPLE, { organization, fanclub });
    const former = people.find((one) => one.staffId === staff && one.fanclubId === fanclub);
    if (former && role !== 'owner' && isLastOwner(people, former.id)) {
      throw conflict('You are the last owner. Make somebody else an owner first.');
    }
    const given =
      fanclub === null
        ? await tx.first(GIVE_ORGANIZATION_ROLE, { staff, organization, role })
        : await tx.first(GIVE_CLUB_ROLE, { staff, organization, fanclub, role });
    const entry: AuditEntry = {
      action: former ? 'role.changed' : 'role.created',
      subject: { type: 'role', id: given!.id },
      before: former ? { role: former.role } : null,
      after: { role, staff_id: staff },
    };
    const actor = { staffId: staff, sessionId: null, keyName: null };
    await appendAudits(manager, { organizationId, fanclubId }, actor, this.clock.now(), [entry]);
  }

  private usable(token: string) {
    return { tokenHash: hashToken(token), now: this.clock.now() };
  }
}

const linkExpired = (): Problem =>
  new Problem(PROBLEMS.notFound, {
    detail: 'This link no longer works: it was used, it is older than three days, or a newer one was sent.',
  });
