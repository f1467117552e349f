import { Delete, Get, Headers, Patch, Post } from '@nestjs/common';
import { NewInvitation, NewRole } from './dto/login.dto';
import { ListOf, type ListPage, type ListQuery, pageOf } from './list-query';
import { ClubStaffController, StaffOnly } from './staff-access';
import type { StaffAnswer } from './staff-answers.interceptor';
import { StaffBody } from './staff-body';
import { CurrentStaff } from './staff-context';
import { ItemId } from './staff-items.service';
import { StaffPeople } from './staff-people.service';
import type { StaffViewer } from './staff-viewer';

/** Who works for a fan club. */
@ClubStaffController('people')
export class StaffPeopleController {
  constructor(private readonly people: StaffPeople) {}

  @Get()
  @StaffOnly('staff.read')
  async list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['name', 'email', 'role', 'id', 'last_seen_at'], filters: ['role'] }) query: ListQuery,
  ): Promise<ListPage<object>> {
    return pageOf(await this.people.list(viewer), query, ({ name, email }) => [name, email]);
  }

  @Get('invitations')
  @StaffOnly('staff.read')
  async invited(@CurrentStaff() viewer: StaffViewer): Promise<ListPage<object>> {
    const data = await this.people.invited(viewer);
    return { data, total: data.length };
  }

  @Post('invitations')
  @StaffOnly('staff.write', { proof: true })
  async invite(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewInvitation): Promise<void> {
    await this.people.invite(viewer, body.email, body.role);
  }

  @Delete('invitations/:id')
  @StaffOnly('staff.write', { proof: true })
  async withdraw(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    await this.people.withdraw(viewer, id);
  }

  @Get(':id')
  @StaffOnly('staff.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.people.one(viewer, id);
  }

  /** Gives another role; the person must log in again. */
  @Patch(':id')
  @StaffOnly('staff.write', { proof: true })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @StaffBody() { role }: NewRole,
  ): Promise<StaffAnswer> {
    return this.people.changeRole(viewer, id, version, role);
  }

  @Delete(':id')
  @StaffOnly('staff.write', { proof: true })
  async remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    await this.people.remove(viewer, id);
  }

  /** Mails a link to set up anew how the person logs in. */
  @Post(':id/reset')
  @StaffOnly('staff.write', { proof: true })
  async reset(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    await this.people.reset(viewer, id);
  }
}
