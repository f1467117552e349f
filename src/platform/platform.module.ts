import { type DynamicModule, Module } from '@nestjs/common';
import { EnvelopeModule } from '#libs/envelope';
import { AccessModule } from '#platform/access';
import { AnswersModule } from '#platform/answers';
import { AuditModule } from '#platform/audit';
import type { Config } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { FilesModule } from '#platform/files';
import { isApiRequest, TEXTS } from '#platform/http';
import { JobsModule } from '#platform/jobs';
import { LimitsModule } from '#platform/limits';
import { MailModule } from '#platform/mail';
import type { Metrics } from '#platform/metrics';
import { OperationsModule } from '#platform/operations';
import { PublishedModule } from '#platform/published';
import { ReferenceModule } from '#platform/reference';
import { StaffModule } from '#platform/staff';
import { TenantsModule } from '#platform/tenants';
import { TokensModule } from '#platform/tokens';
import { WebhooksModule } from '#platform/webhooks';
import { CoreModule } from './core.module';

/** Everything that all domains use. The modules are global: a domain injects their providers without importing them. */
@Module({})
export class PlatformModule {
  static with(config: Config, metrics: Metrics): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        CoreModule.with(config, metrics),
        DatabaseModule,
        EnvelopeModule.forRoot(TEXTS, isApiRequest),
        TenantsModule,
        PublishedModule,
        FilesModule,
        JobsModule,
        AuditModule,
        AccessModule,
        AnswersModule,
        LimitsModule,
        TokensModule,
        OperationsModule,
        ReferenceModule,
        MailModule,
        StaffModule,
        WebhooksModule,
      ],
    };
  }
}
