import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffAuditChain } from './staff-audit-chain.entity';
import { StaffAudit } from './staff-audit.entity';
import { StaffLimit } from './staff-limit.entity';
import { StaffPasskey } from './staff-passkey.entity';
import { StaffRecoveryCode } from './staff-recovery-code.entity';
import { StaffRequest } from './staff-request.entity';
import { StaffRole } from './staff-role.entity';
import { StaffSession } from './staff-session.entity';
import { StaffToken } from './staff-token.entity';
import { Staff } from './staff.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      Staff,
      StaffAudit,
      StaffAuditChain,
      StaffLimit,
      StaffPasskey,
      StaffRecoveryCode,
      StaffRequest,
      StaffRole,
      StaffSession,
      StaffToken,
    ]),
  ],
})
export class StaffModule {}
