import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SocialModule } from '#domains/social';
import { SessionJobs } from './session.jobs';
import { LoginFailures } from './login-failures';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';
import { SocialLoginService } from './social-login.service';
import { Session } from './session.entity';

@Module({
  imports: [TypeOrmModule.forFeature([Session]), SocialModule],
  controllers: [SessionsController],
  providers: [LoginFailures, SessionJobs, SessionsService, SocialLoginService],
  exports: [SessionsService],
})
export class SessionsModule {}
