import { Module } from '@nestjs/common';
import { SocialModule } from '#domains/social';
import { LoginFailures } from './login-failures';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';
import { SocialLoginService } from './social-login.service';
import './sessions.declarations';

@Module({
  imports: [SocialModule],
  controllers: [SessionsController],
  providers: [LoginFailures, SessionsService, SocialLoginService],
  exports: [SessionsService, SocialLoginService],
})
export class SessionsModule {}
