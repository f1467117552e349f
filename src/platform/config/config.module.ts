import { type DynamicModule, Module } from '@nestjs/common';
import { Config } from './config';

/** Makes the configuration injectable everywhere by its class. */
@Module({})
export class ConfigModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Config, useValue: config }],
      exports: [Config],
    };
  }
}
