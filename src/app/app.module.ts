import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { DemoBankModule } from '#demo-bank';
import { PagesModule } from '#pages';
import type { Config } from '#platform/config';
import { Metrics } from '#platform/metrics';
import { DOMAINS } from '../domains';
import { PlatformModule } from '../platform/platform.module';

/** The whole service. */
@Module({})
export class AppModule {
  /**
   * @param additions more modules, such as the help for developers of `npm start`
   * @param metrics a worker's metrics exist before its modules
   */
  static with(
    config: Config,
    additions: readonly Type[] = [],
    metrics = new Metrics(config.metrics !== null),
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(config, metrics),
        ...DOMAINS,
        PagesModule,
        ...(config.payments.hasDemoBank ? [DemoBankModule] : []),
        ...additions,
      ],
    };
  }
}
