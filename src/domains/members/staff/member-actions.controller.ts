import { Headers, Patch, Post } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  type Repeatable,
  RepeatableRequest,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import {
  CancelBody,
  CompBody,
  CorrectMemberBody,
  EmptyBody,
  ExtendBody,
  LockBody,
  ReasonBody,
} from './dto/member.bodies';
import { MemberActions } from './member-actions.service';
import { StaffMembers } from './members.service';

/** What staff do for a member. Actions that give or take a membership are carried out once per `Idempotency-Key`. */
@ClubStaffController('members')
export class MemberActionsController {
  constructor(
    private readonly actions: MemberActions,
    private readonly members: StaffMembers,
  ) {}

  /** Answers with the member as it is now. */
  @Patch(':id')
  @StaffOnly('members.write')
  async correct(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @StaffBody() body: CorrectMemberBody,
  ): Promise<StaffAnswer> {
    await this.actions.correct(viewer, id, version, body);
    return this.members.one(viewer, id);
  }

  @Post(':id/comp')
  @StaffOnly('members.comp')
  comp(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: CompBody,
  ): Promise<object> {
    return this.actions.comp(viewer, id, request, body);
  }

  @Post(':id/extend')
  @StaffOnly('members.comp')
  extend(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: ExtendBody,
  ): Promise<object> {
    return this.actions.extend(viewer, id, request, body);
  }

  @Post(':id/cancel')
  @StaffOnly('members.comp')
  cancel(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @RepeatableRequest() request: Repeatable,
    @StaffBody() body: CancelBody,
  ): Promise<object> {
    return this.actions.cancel(viewer, id, request, body);
  }

  @Post(':id/lock')
  @StaffOnly('members.write')
  lock(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { plan_id: plan }: LockBody,
  ): Promise<void> {
    return this.actions.lockPlan(viewer, id, plan);
  }

  @Post(':id/unlock')
  @StaffOnly('members.write')
  unlock(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() _: EmptyBody,
  ): Promise<void> {
    return this.actions.lockPlan(viewer, id, null);
  }

  @Post(':id/blacklist')
  @StaffOnly('members.write')
  blacklist(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { reason }: ReasonBody,
  ): Promise<void> {
    return this.actions.blacklist(viewer, id, true, reason);
  }

  @Post(':id/unblacklist')
  @StaffOnly('members.write')
  unblacklist(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { reason }: ReasonBody,
  ): Promise<void> {
    return this.actions.blacklist(viewer, id, false, reason);
  }

  @Post(':id/resend_confirmation')
  @StaffOnly('members.write')
  resendConfirmation(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() _: EmptyBody,
  ): Promise<void> {
    return this.actions.resendConfirmation(viewer, id);
  }

  /** A link by which the member chooses a new password. */
  @Post(':id/password_mail')
  @StaffOnly('members.write')
  mailPasswordReset(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() _: EmptyBody,
  ): Promise<void> {
    return this.actions.mailPasswordReset(viewer, id);
  }

  @Post(':id/end_sessions')
  @StaffOnly('members.write')
  endSessions(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() _: EmptyBody,
  ): Promise<void> {
    return this.actions.endSessions(viewer, id);
  }
}
