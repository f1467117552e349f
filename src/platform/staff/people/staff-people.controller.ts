import { Delete, Get, Inject, Patch, Post, Controller } from '@nestjs/common';
import { NewInvitation, NewRole, Acceptance, LinkToken } from '../login/dto/login.dto';
import { listAnswer, ListOf, type ListQuery, pageOf } from '../items/list-query';
import { ClubStaffController, OrganizationStaffController, StaffOnly, StaffOpen } from '../staff-access';
import { StaffBody } from '../staff-body';
import { CurrentExchange, CurrentStaff, CurrentVisit, type Exchange } from '../staff-context';
import { ItemId } from '../items/staff-items.service';
import { StaffPeopleService } from './staff-people.service';
import type { StaffViewer, StaffVisit } from '../staff-viewer';
import { Answers } from '#platform/reference';
import { DONE } from '../answers';
import { Colleague, Invitation, AcceptedLink, OpenedLink } from './dto/people.answers';
import { IfMatch } from '../items/etag';
import { InvitationsService } from './invitations.service';

/** The base class of the controllers of a scope's staff. */
function peopleController() {
  class PeopleController {
    @Inject(StaffPeopleService)
    private readonly people: StaffPeopleService;

    @Get()
    @StaffOnly('staff.read')
    @Answers({ 200: listAnswer(Colleague) })
    async list(
      @CurrentStaff() viewer: StaffViewer,
      @ListOf({ sort: ['name', 'email', 'role', 'id', 'last_seen_at'], filters: ['role'] }) query: ListQuery,
    ) {
      return pageOf(await this.people.list(viewer), query, ({ name, email }) => [name, email]);
    }

    @Get('invitations')
    @StaffOnly('staff.read')
    @Answers({ 200: listAnswer(Invitation) })
    async invited(@CurrentStaff() viewer: StaffViewer) {
      const data = await this.people.invited(viewer);
      return { data, total: data.length };
    }

    @Post('invitations')
    @StaffOnly('staff.write', { proof: true })
    @Answers(DONE)
    async invite(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewInvitation) {
      await this.people.invite(viewer, body.email, body.role);
    }

    @Delete('invitations/:id')
    @StaffOnly('staff.write', { proof: true })
    @Answers(DONE)
    async withdraw(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
      await this.people.withdraw(viewer, id);
    }

    @Get(':id')
    @StaffOnly('staff.read')
    @Answers({ 200: Colleague })
    one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
      return this.people.one(viewer, id);
    }

    /** Gives another role; the person must log in again. */
    @Patch(':id')
    @StaffOnly('staff.write', { proof: true })
    @Answers({ 200: Colleague })
    change(
      @CurrentStaff() viewer: StaffViewer,
      @ItemId() id: number,
      @IfMatch() version: string | undefined,
      @StaffBody() { role }: NewRole,
    ) {
      return this.people.changeRole(viewer, id, version, role);
    }

    @Delete(':id')
    @StaffOnly('staff.write', { proof: true })
    @Answers(DONE)
    async remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
      await this.people.remove(viewer, id);
    }

    /** Mails a link with which the person sets up the log-in again. */
    @Post(':id/reset')
    @StaffOnly('staff.write', { proof: true })
    @Answers(DONE)
    async reset(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
      await this.people.reset(viewer, id);
    }
  }
  return PeopleController;
}

/** Who works for a fan club. */
@ClubStaffController('people')
export class StaffPeopleController extends peopleController() {}

/** Who works for all fan clubs of an organization. */
@OrganizationStaffController('people')
export class OrganizationPeopleController extends peopleController() {}

/** The links of mails to staff. Their tokens travel in bodies, so that no log has them. */
@Controller('staff/api/links')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post('open')
  @StaffOpen()
  @Answers({ 200: OpenedLink })
  open(@StaffBody() { token }: LinkToken) {
    return this.invitations.open(token);
  }

  /** Takes up the invitation or reset. The recovery codes are shown only here. */
  @Post('accept')
  @StaffOpen()
  @Answers({ 200: AcceptedLink })
  async accept(
    @StaffBody() acceptance: Acceptance,
    @CurrentVisit() visit: StaffVisit | null,
    @CurrentExchange() exchange: Exchange,
  ) {
    const codes = await this.invitations.accept(exchange, acceptance, visit?.person.id ?? null);
    return { recovery_codes: codes };
  }
}
