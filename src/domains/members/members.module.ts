import { Module } from '@nestjs/common';
import { StaffMembersModule } from './staff/staff-members.module';

/** Members for staff. There is no public side: customers are the members, and other domains own their rows. */
@Module({ imports: [StaffMembersModule] })
export class MembersModule {}
