import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { SecurityEvents } from '#platform/audit';
import { Sql, type Statements } from '#platform/database';
import { mailboxOf } from '#platform/limits';
import { REVOKE_STAFF_KEYS } from '../keys/staff-api-keys.queries';
import { etagOf, requireMatch } from '../items/etag';
import { FORGET_FACTORS } from './invitations.queries';
import { InvitationsService } from './invitations.service';
import { maskedEmail } from '../items/masked';
import type { Role } from '../permissions';
import { StaffLimits } from '../login/staff-limits';
import { StaffAnswer } from '../staff-answers.interceptor';
import {
  CHANGE_ROLE,
  INVITATIONS,
  LOCK_ORGANIZATION,
  PEOPLE,
  REMOVE_ROLE,
  WITHDRAW_INVITATION,
  isLastOwner,
  type Person,
  WITHDRAW_INVITATIONS_TO,
  WORKING_ELSEWHERE,
} from './staff-people.queries';
import type { Colleague } from './dto/people.answers';
import { PROBLEMS, notFound, conflict } from '../staff-problems';
import { StaffSessionsService } from '../login/staff-sessions.service';
import type { Scope, StaffViewer } from '../staff-viewer';
import { type ScopeChange, StaffWorkService } from '../staff-work.service';

/** Who works for a fan club, or for all of an organization, and as what. */
@Injectable()
export class StaffPeopleService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly work: StaffWorkService,
    private readonly invitations: InvitationsService,
    private readonly sessions: StaffSessionsService,
    private readonly events: SecurityEvents,
    private readonly limits: StaffLimits,
  ) {}

  /** Also those who work for all fan clubs of the organization; their roles are changed there. */
  async list({ scope }: StaffViewer) {
    return (await this.sql.rows(PEOPLE, scopeOf(scope))).map(printed);
  }

  /** One of the list, with its version. @throws Problem (404) */
  async one({ scope }: StaffViewer, id: number): Promise<StaffAnswer> {
    const person = (await peopleOf(this.sql, scope)).find((one) => one.id === id);
    if (!person) throw notFound();
    return versioned(person);
  }

  /**
   * Gives another role. The person must log in again.
   * @param version `If-Match`
   * @throws Problem (404, 409, 412, 428)
   */
  changeRole(viewer: StaffViewer, id: number, version: string | undefined, role: Role): Promise<StaffAnswer> {
    return this.work.changeScope(viewer, async (change) => {
      const person = await this.changeable(change, viewer, id, role);
      requireMatch(version, editable(person));
      await change.statements.run(CHANGE_ROLE, { ...scopeOf(viewer.scope), id, role });
      await this.sessions.endAll(change.statements, person.staffId, null);
      const subject = { type: 'role', id } as const;
      change.audit({ action: 'role.changed', subject, before: { role: person.role }, after: { role } });
      return versioned({ ...person, role });
    });
  }

  /** Takes the role away, and with it the keys of the person's programs there. @throws Problem (404, 409) */
  async remove(viewer: StaffViewer, id: number): Promise<void> {
    await this.work.changeScope(viewer, async (change) => {
      const { role, staffId } = await this.changeable(change, viewer, id, null);
      await change.statements.run(REMOVE_ROLE, { ...scopeOf(viewer.scope), id });
      await change.statements.run(WITHDRAW_INVITATIONS_TO, { ...scopeOf(viewer.scope), staff: staffId });
      await this.sessions.endAll(change.statements, staffId, null);
      const lost = { ...scopeOf(viewer.scope), staff: staffId, now: this.clock.now() };
      await change.statements.run(REVOKE_STAFF_KEYS, lost);
      const before = { role, staff_id: staffId };
      change.audit({ action: 'role.removed', subject: { type: 'role', id }, before });
    });
  }

  /**
   * Logs the person out, removes how they log in, and mails a link to set it up again. It affects all
   * roles of the person, so the viewer must own every scope in which the person works.
   * @throws Problem (403, 404, 409, 429)
   */
  async reset(viewer: StaffViewer, id: number): Promise<void> {
    const found = (await peopleOf(this.sql, viewer.scope)).find((one) => one.id === id);
    if (!found) throw notFound();
    await this.countMail(viewer, found.email);
    await this.work.changeScope(viewer, async (change) => {
      const { staffId, email, role } = await this.changeable(change, viewer, id, 'owner');
      await this.requireOwnerOfAll(change, viewer, staffId);
      const target = `staff:${staffId}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'staff.reset', target });
      await this.sessions.endAll(change.statements, staffId, null);
      await change.statements.run(FORGET_FACTORS, { staff: staffId });
      await this.invitations.mail(change.statements, { email, scope: viewer.scope, role, staffId });
      await this.invitations.notify(change.statements, viewer);
      change.audit({
        action: 'role.reset_mailed',
        subject: { type: 'role', id },
        after: { staff_id: staffId },
      });
    });
  }

  /** The invitations that were not taken up yet. */
  async invited({ scope }: StaffViewer) {
    const rows = await this.sql.rows(INVITATIONS, { ...scopeOf(scope), now: this.clock.now() });
    return rows.map(({ expiresAt, ...row }) => ({ ...row, expires_at: expiresAt.toISOString() }));
  }

  /** Mails an invitation; an older one to the same address stops working. @throws Problem (429) */
  async invite(viewer: StaffViewer, email: string, role: Role): Promise<void> {
    await this.countMail(viewer, email);
    await this.work.changeScope(viewer, async (change) => {
      await this.events.record(change.statements, viewer.asker, { action: 'staff.invited' });
      await this.invitations.mail(change.statements, { email, scope: viewer.scope, role, staffId: null });
      change.audit({
        action: 'invitation.created',
        subject: { type: 'invitation', id: null },
        after: { email: maskedEmail(email), role },
      });
    });
  }

  /** @throws Problem (404) */
  async withdraw(viewer: StaffViewer, id: number): Promise<void> {
    await this.work.changeScope(viewer, async (change) => {
      const removed = await change.statements.run(WITHDRAW_INVITATION, { ...scopeOf(viewer.scope), id });
      if (removed === 0) throw notFound();
      change.audit({ action: 'invitation.deleted', subject: { type: 'invitation', id } });
    });
  }

  /** Counted before the transaction, because a refused one counts as well. @throws Problem (429) */
  private async countMail({ person, source, asker }: StaffViewer, email: string): Promise<void> {
    await this.limits.count('invitations', String(person.id), source, asker.actor);
    await this.limits.count('mailbox', mailboxOf(email), source, asker.actor);
  }

  /** @throws Problem (403) if the person also works in a scope that the viewer does not own */
  private async requireOwnerOfAll({ statements }: ScopeChange, { person }: StaffViewer, staff: number) {
    if (!(await statements.first(WORKING_ELSEWHERE, { ids: [staff], owner: person.id }))) return;
    throw new Problem(PROBLEMS.notAllowed, {
      detail:
        'This person also works where you are not an owner. Somebody who owns all of it, or the operator, can reset the log-in.',
    });
  }

  /**
   * The person with a role of exactly this scope, locked against other changes of roles.
   * @param next the role afterwards; null: none
   * @throws Problem (404; 409 for oneself, and for the last owner)
   */
  private async changeable(
    { statements }: ScopeChange,
    viewer: StaffViewer,
    id: number,
    next: Role | null,
  ): Promise<Person> {
    const { scope, person } = viewer;
    await statements.rows(LOCK_ORGANIZATION, { organization: scope.organizationId });
    const people = await peopleOf(statements, scope);
    const found = people.find((one) => one.id === id && one.fanclubId === scope.fanclubId);
    if (!found) throw notFound();
    if (found.staffId === person.id)
      throw conflict('Nobody changes their own role. Another owner must do it.');
    if (next !== 'owner' && isLastOwner(people, id)) {
      throw conflict('This is the last owner. Make somebody else an owner first.');
    }
    return found;
  }
}

const scopeOf = ({ organizationId, fanclubId }: Scope) => ({
  organization: organizationId,
  fanclub: fanclubId,
});

const peopleOf = (statements: Statements, scope: Scope): Promise<Person[]> =>
  statements.rows(PEOPLE, scopeOf(scope));

const printed = ({
  id,
  staffId,
  fanclubId,
  role,
  email,
  name,
  lastSeenAt,
  disabledAt,
}: Person): Colleague => ({
  id,
  staff_id: staffId,
  email,
  name,
  role,
  whole_organization: fanclubId === null,
  last_seen_at: lastSeenAt?.toISOString() ?? null,
  disabled_at: disabledAt?.toISOString() ?? null,
});

/** What the version of a person depends on: only fields that can be changed here, so a log-in does not change it. */
const editable = ({ id, role }: Person): object => ({ id, role });

const versioned = (person: Person): StaffAnswer =>
  new StaffAnswer(printed(person), { etag: etagOf(editable(person)) });
