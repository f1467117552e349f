import { type DynamicModule, Module } from '@nestjs/common';
import { EnvelopeModule, type EnvelopeTexts } from '#libs/envelope';
import { AccessModule } from './access';
import { type Config, ConfigModule } from './config';
import { CoreModule } from './core.module';
import { DatabaseModule } from './database/database.module';
import { DOMAINS } from './domains';
import { MailModule } from './mail';
import { OperationsModule } from './operations';
import { TokensModule } from './tokens';

/** The sentences that belong to no domain (specification, Errors; decisions 1.12, 2.4). */
export const TEXTS: EnvelopeTexts = {
  unexpected: 'An error has occurred, please try again later.',
  notFound: 'The requested resource was not found on the server.',
  tooLarge: 'Request is too large.',
  unsupportedType: 'Request body must be JSON.',
  malformed: 'Request is not valid.',
};

/** The whole service. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        CoreModule,
        DatabaseModule,
        EnvelopeModule.forRoot(TEXTS),
        AccessModule,
        TokensModule,
        OperationsModule,
        MailModule,
        ...DOMAINS,
      ],
    };
  }
}
