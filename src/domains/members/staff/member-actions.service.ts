import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { instantOf, isoUtc } from '#libs/format';
import { Problem } from '#libs/problem';
import type { FanclubInfo } from '#platform/access';
import type { ClubAsker } from '#platform/audit';
import { LimitsService, mailboxOf, type Subjects } from '#platform/limits';
import { Published } from '#platform/published';
import {
  type AuditAction,
  type ClubChange,
  differences,
  PROBLEMS,
  type Repeatable,
  requireMatch,
  type StaffViewer,
  StaffWorkService,
  invalidField,
  notFound,
} from '#platform/staff';
import { AccountControlsService, usernameFault } from '#domains/accounts';
import { type Gift, GiftsService } from '#domains/checkout';
import { MembershipChangesService } from '#domains/subscriptions';
import { requireFirstTerm, requireOneTerm, requirePlan, requireWithinTerm } from './gift-limits';
import { heldMember } from './held-member';
import { memberOf } from './staff-members.service';
import type {
  CancelBody,
  ChangePlanBody,
  CompBody,
  CorrectMemberBody,
  ExtendBody,
} from './dto/member.bodies';

const iso = (at: Date | null): string | null => at && isoUtc(at);

/** A membership that staff give, and how it is recorded. */
interface GiftByStaff {
  readonly plan_id: number;
  readonly starts: Gift['starts'];
  readonly reason: string;
  readonly action: 'member.comped' | 'member.plan_changed';
}

/** What staff do for members, by the use cases of the domains, each with its record. */
@Injectable()
export class MemberActionsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: AccountControlsService,
    private readonly gifts: GiftsService,
    private readonly memberships: MembershipChangesService,
    private readonly published: Published,
    private readonly clock: Clock,
    private readonly limits: LimitsService,
  ) {}

  /** Gives one term of a plan. @throws Problem (403, 404, 409, 422) */
  comp(viewer: StaffViewer, id: number, request: Repeatable, body: CompBody): Promise<object> {
    return this.give(viewer, id, request, { ...body, action: 'member.comped' });
  }

  /** Gives another plan until the present end, for what is left of the membership. @throws Problem (403, 404, 409, 422) */
  changePlan(viewer: StaffViewer, id: number, request: Repeatable, body: ChangePlanBody): Promise<object> {
    return this.give(viewer, id, request, { ...body, starts: 'in_place', action: 'member.plan_changed' });
  }

  private async give(
    viewer: StaffViewer,
    id: number,
    request: Repeatable,
    { plan_id: planId, starts, reason, action }: GiftByStaff,
  ): Promise<object> {
    const fanclub = await this.fanclub(viewer);
    return this.work.once(viewer, request, async (change) => {
      await this.hold(change, id);
      const now = this.clock.now();
      if (isLimited(viewer)) await requireFirstTerm(change, id, planId, now);
      const gift = { customerId: id, planId, starts, reason };
      const given = await this.gifts.give(change.statements, fanclub, gift);
      if (isLimited(viewer) && starts === 'in_place') await requireWithinTerm(change, planId, given);
      const { orderId } = given;
      // The member has not agreed to the price of the other plan.
      const isStopped = starts === 'in_place' && given.isDearer;
      if (isStopped) await this.accounts.stopRenewal(change.statements, of(change, id));
      const term = { start_date: isoUtc(given.start), end_date: iso(given.end) };
      const stopped = isStopped ? { auto_renewal_enabled: false } : {};
      this.audit(change, action, id, { plan_id: planId, order_id: orderId, ...term, ...stopped, reason });
      return { order_id: orderId, plan_id: planId, ...term };
    });
  }

  /** Moves the end of the membership that ends last. @throws Problem (403, 404, 409, 422) */
  extend(viewer: StaffViewer, id: number, request: Repeatable, body: ExtendBody): Promise<object> {
    return this.work.once(viewer, request, async (change) => {
      await this.hold(change, id);
      const [last] = await this.memberships.hold(change.statements, change.fanclubId, id);
      const end = instantOf(body.end_date);
      if (!end) throw invalidField('#/end_date', 'must be a time such as 2027-01-01T00:00:00Z');
      if (isLimited(viewer)) await requireOneTerm(change, id, last, end, this.clock.now());
      await this.memberships.extend(change.statements, change.fanclubId, last, end);
      const after = { subscription_id: last.id, end_date: isoUtc(end), reason: body.reason };
      this.audit(change, 'member.extended', id, after, { end_date: iso(last.endDate) });
      return { subscription_id: last.id, end_date: isoUtc(end) };
    });
  }

  /** Ends all memberships, or only turns auto renewal off. @throws Problem (404, 409, 422) */
  cancel(viewer: StaffViewer, id: number, request: Repeatable, body: CancelBody): Promise<object> {
    return this.work.once(viewer, request, async (change) => {
      await this.hold(change, id);
      const { when, reason } = body;
      const ended =
        when === 'now' ? await this.memberships.hold(change.statements, change.fanclubId, id) : [];
      await this.memberships.cancel(change.statements, change.fanclubId, ended);
      await this.accounts.stopRenewal(change.statements, of(change, id));
      const subscription_ids = ended.map((one) => one.id);
      this.audit(change, 'member.cancelled', id, { when, subscription_ids, reason });
      return { when, subscription_ids };
    });
  }

  /** Corrects fields. @param version `If-Match` @throws Problem (404, 412, 422, 428) */
  async correct(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    body: CorrectMemberBody,
  ): Promise<void> {
    await this.work.change(viewer, async (change) => {
      const held = await this.hold(change, id);
      const before = {
        first_name: held.firstName,
        last_name: held.lastName,
        birthdate: held.birthdate,
        username: held.username,
        invalid_email: held.invalidEmail,
      };
      requireMatch(version, before);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const after = { ...before, ...given };
      requireRight(after, this.clock.now());
      await this.accounts.correct(change.statements, of(change, id), {
        firstName: after.first_name,
        lastName: after.last_name,
        birthdate: after.birthdate,
        username: after.username,
        invalidEmail: after.invalid_email,
      });
      const changed = differences(before, after);
      this.audit(change, 'member.changed', id, changed.after, changed.before);
    });
  }

  /** @param planId null removes the lock. @throws Problem (404, 422) */
  async lockPlan(viewer: StaffViewer, id: number, planId: number | null): Promise<void> {
    await this.work.change(viewer, async (change) => {
      const { lockedPlanId } = await this.hold(change, id);
      if (planId !== null) await requirePlan(change, planId);
      await this.accounts.lockPlan(change.statements, of(change, id), planId);
      const action = planId === null ? 'member.unlocked' : 'member.locked';
      this.audit(change, action, id, { locked_plan_id: planId }, { locked_plan_id: lockedPlanId });
    });
  }

  /** Blacklists a member and ends the sessions, or lifts it. @throws Problem (404) */
  async blacklist(viewer: StaffViewer, id: number, blacklisted: boolean, reason: string): Promise<void> {
    await this.work.change(viewer, async (change) => {
      const held = await this.hold(change, id);
      await this.accounts.setBlacklisted(change.statements, askerOf(viewer), id, blacklisted);
      const action = blacklisted ? 'member.blacklisted' : 'member.unblacklisted';
      this.audit(change, action, id, { blacklisted, reason }, { blacklisted: held.blacklisted });
    });
  }

  /** Mails a new link to confirm the address. @throws Problem (404, 422, 429) */
  async resendConfirmation(viewer: StaffViewer, id: number): Promise<void> {
    await this.countMail(viewer, id, (mailbox) => ({ signUpMailbox: mailbox }));
    await this.work.change(viewer, async (change) => {
      await this.hold(change, id);
      await this.accounts.resendConfirmation(change.statements, of(change, id));
      this.audit(change, 'member.confirmation_resent', id);
    });
  }

  /** Mails a link to choose a new password. @throws Problem (404, 422, 429) */
  async mailPasswordReset(viewer: StaffViewer, id: number): Promise<void> {
    await this.countMail(viewer, id, (mailbox) => ({ resetEmail: mailbox }));
    await this.work.change(viewer, async (change) => {
      await this.hold(change, id);
      await this.accounts.mailPasswordReset(change.statements, of(change, id));
      this.audit(change, 'member.password_mailed', id);
    });
  }

  /** Logs a member out everywhere. @throws Problem (404) */
  async endSessions(viewer: StaffViewer, id: number): Promise<void> {
    await this.work.change(viewer, async (change) => {
      await this.hold(change, id);
      await this.accounts.endSessions(change.statements, askerOf(viewer), id);
      this.audit(change, 'member.sessions_ended', id);
    });
  }

  /** Counts a mail as if the member had asked for it (contract 3.11). @throws Problem (404, 429) */
  private async countMail(
    viewer: StaffViewer,
    id: number,
    subjectsOf: (mailbox: string) => Subjects,
  ): Promise<void> {
    const { email } = await this.work.read(viewer, (rows) => memberOf(rows, id, this.clock.now()));
    if (email !== null) await this.limits.count(askerOf(viewer), subjectsOf(mailboxOf(email)));
  }

  /** Locks the member. @throws Problem (404) */
  private hold(change: ClubChange, id: number) {
    return heldMember(this.accounts, change, id);
  }

  private audit(change: ClubChange, action: AuditAction, id: number, after?: object, before?: object): void {
    const facts = { ...(before && { before: { ...before } }), ...(after && { after: { ...after } }) };
    change.audit({ action, subject: { type: 'member', id }, customerId: id, ...facts });
  }

  private async fanclub({ fanclubId }: StaffViewer): Promise<FanclubInfo> {
    const found = await this.published.byId(fanclubId);
    if (!found) throw notFound();
    return found;
  }
}

const of = ({ fanclubId }: ClubChange, customerId: number) => ({ fanclubId, customerId });

/** The origin of security events that concern the fan club. */
export const askerOf = (viewer: StaffViewer): ClubAsker => ({
  fanclub: { id: viewer.fanclubId },
  actor: viewer.asker.actor,
  source: viewer.source,
});

const isLimited = (viewer: StaffViewer): boolean => viewer.reach('members.comp') === 'limited';

/** The rules that members obey. @throws Problem (422) */
function requireRight(after: { username: string | null; birthdate: string | null }, now: Date): void {
  const fault = usernameFault(after.username, {});
  const isLater = after.birthdate !== null && after.birthdate > isoUtc(now).slice(0, 10);
  const errors = [
    ...(fault === null ? [] : [{ pointer: '#/username', detail: fault }]),
    ...(isLater ? [{ pointer: '#/birthdate', detail: 'must not be in the future' }] : []),
  ];
  if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
}
