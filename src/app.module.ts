import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { PagesModule } from '#pages';
import type { Config } from '#platform/config';
import { DOMAINS } from './domains';
import { PlatformModule } from './platform/platform.module';

/** The whole service. */
@Module({})
export class AppModule {
  /** @param additions more modules, such as the help for developers of `npm start` */
  static with(config: Config, additions: readonly Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.with(config), ...DOMAINS, PagesModule, ...additions],
    };
  }
}
