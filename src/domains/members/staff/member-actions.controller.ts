import { Patch, Post } from '@nestjs/common';
import {
  IfMatch,
  ClubStaffController,
  CurrentStaff,
  EmptyBody,
  ItemId,
  type Repeatable,
  RepeatableRequest,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  DONE,
} from '#platform/staff';
import {
  CancelBody,
  ChangePlanBody,
  CompBody,
  CorrectMemberBody,
  ExtendBody,
  LockBody,
  ReasonBody,
} from './dto/member.bodies';
import { MemberActionsService } from './member-actions.service';
import { StaffMembersService } from './staff-members.service';
import { Answers } from '#platform/reference';
import { CancelledMembership, ExtendedMembership, GivenMembership, MemberPage } from './dto/member.answers';

/** What staff do for a member. Actions that give or take a membership are carried out once per `Idempotency-Key`. */
@ClubStaffController('members')
export class MemberActionsController {
  constructor(
    private readonly actions: MemberActionsService,
    private readonly members: StaffMembersService,
  ) {}

  /** Answers with the member as it is now. */
  @Patch(':id')
  @StaffOnly('members.write')
  @Answers({ 200: MemberPage })
  async correct(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @StaffBody() body: CorrectMemberBody,
  ) {
    await this.actions.correct(viewer, id, version, body);
    return this.members.one(viewer, id);
  }

  @Post(':id/comp')
  @StaffOnly('members.comp')
  @Answers({ 200: GivenMembership })
  comp(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: CompBody,
  ) {
    return this.actions.comp(viewer, id, request, body);
  }

  /** Without a payment: the membership goes on with another plan until its present end. */
  @Post(':id/change_plan')
  @StaffOnly('members.comp')
  @Answers({ 200: GivenMembership })
  changePlan(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: ChangePlanBody,
  ) {
    return this.actions.changePlan(viewer, id, request, body);
  }

  @Post(':id/extend')
  @StaffOnly('members.comp')
  @Answers({ 200: ExtendedMembership })
  extend(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: ExtendBody,
  ) {
    return this.actions.extend(viewer, id, request, body);
  }

  @Post(':id/cancel')
  @StaffOnly('members.comp')
  @Answers({ 200: CancelledMembership })
  cancel(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: CancelBody,
  ) {
    return this.actions.cancel(viewer, id, request, body);
  }

  @Post(':id/lock')
  @StaffOnly('members.write')
  @Answers(DONE)
  lock(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { plan_id: plan }: LockBody) {
    return this.actions.lockPlan(viewer, id, plan);
  }

  @Post(':id/unlock')
  @StaffOnly('members.write')
  @Answers(DONE)
  unlock(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: EmptyBody) {
    return this.actions.lockPlan(viewer, id, null);
  }

  @Post(':id/blacklist')
  @StaffOnly('members.write')
  @Answers(DONE)
  blacklist(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { reason }: ReasonBody) {
    return this.actions.blacklist(viewer, id, true, reason);
  }

  @Post(':id/unblacklist')
  @StaffOnly('members.write')
  @Answers(DONE)
  unblacklist(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { reason }: ReasonBody,
  ) {
    return this.actions.blacklist(viewer, id, false, reason);
  }

  @Post(':id/resend_confirmation')
  @StaffOnly('members.write')
  @Answers(DONE)
  resendConfirmation(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: EmptyBody) {
    return this.actions.resendConfirmation(viewer, id);
  }

  /** A link by which the member chooses a new password. */
  @Post(':id/password_mail')
  @StaffOnly('members.write')
  @Answers(DONE)
  mailPasswordReset(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: EmptyBody) {
    return this.actions.mailPasswordReset(viewer, id);
  }

  @Post(':id/end_sessions')
  @StaffOnly('members.write')
  @Answers(DONE)
  endSessions(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: EmptyBody) {
    return this.actions.endSessions(viewer, id);
  }
}
