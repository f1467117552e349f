import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, SystemClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { Overloaded } from '#platform/http';

/** Providers of no particular folder: the configuration, the time, password hashing, sealing of secrets. */
@Module({})
export class CoreModule {
  static with(config: Config): DynamicModule {
    const { passwordQueue, encryptionKeys } = config;
    return {
      module: CoreModule,
      global: true,
      providers: [
        { provide: Config, useValue: config },
        { provide: Clock, useClass: SystemClock },
        {
          provide: Passwords,
          useFactory: () => new Passwords({ ...passwordQueue, busy: () => new Overloaded() }),
        },
        { provide: Sealer, useFactory: () => new Sealer(encryptionKeys) },
      ],
      exports: [Config, Clock, Passwords, Sealer],
    };
  }
}
