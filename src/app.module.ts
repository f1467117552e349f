import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { EnvelopeModule } from '#libs/envelope';
import { AccessModule } from './access';
import { AnswersModule } from './answers';
import { AuditModule } from './audit';
import { type Config, ConfigModule } from './config';
import { CoreModule } from './core.module';
import { DatabaseModule } from './database/database.module';
import { DOMAINS } from './domains';
import { TEXTS } from './http';
import { LimitsModule } from './limits';
import { MailModule } from './mail';
import { OperationsModule } from './operations';
import { PublishedModule } from './published';
import { TokensModule } from './tokens';

/** The whole service. */
@Module({})
export class AppModule {
  static with(config: Config, additions: readonly Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        CoreModule,
        DatabaseModule,
        EnvelopeModule.forRoot(TEXTS),
        PublishedModule,
        AuditModule,
        AccessModule,
        AnswersModule,
        LimitsModule,
        TokensModule,
        OperationsModule,
        MailModule,
        ...DOMAINS,
        ...additions,
      ],
    };
  }
}
