import { type DynamicModule, Module } from '@nestjs/common';
import { EnvelopeModule } from '#libs/envelope';
import { AccessModule } from './access';
import { type Config, ConfigModule } from './config';
import { CoreModule } from './core.module';
import { DatabaseModule } from './database/database.module';
import { DOMAINS } from './domains';
import { OperationsModule } from './operations';

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
        EnvelopeModule.forRoot({
          unexpected: 'An error has occurred, please try again later.',
          notFound: 'The requested resource was not found on the server.',
        }),
        AccessModule,
        OperationsModule,
        ...DOMAINS,
      ],
    };
  }
}
