import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions';
import { FormTokens } from './form-tokens';
import { LoginController } from './login.controller';
import { NoticesController } from './notices.controller';
import { PageAddresses } from './page-addresses';
import { PageAnswers } from './page-answers';
import { PageViews } from './page-views';

/** The hosted pages: what a fan club's links lead to where it has no page of its own. */
@Module({
  imports: [SessionsModule],
  controllers: [LoginController, NoticesController],
  providers: [FormTokens, PageAddresses, PageAnswers, PageViews],
})
export class PagesModule {}
