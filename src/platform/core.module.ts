import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, SystemClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { Overloaded } from '#platform/http';
import { Metrics } from '#platform/metrics';

/** Providers of no particular folder: the configuration, the time, password hashing, sealing of secrets. */
@Module({})
export class CoreModule {
  static with(config: Config, metrics: Metrics): DynamicModule {
    const { passwordQueue, encryptionKeys } = config;
    return {
      module: CoreModule,
      global: true,
      providers: [
        { provide: Config, useValue: config },
        { provide: Metrics, useValue: metrics },
        { provide: Clock, useClass: SystemClock },
        {
          provide: Passwords,
          useFactory: () => {
            const passwords = new Passwords({ ...passwordQueue, busy: () => new Overloaded() });
            countPasswords(passwords, metrics);
            return passwords;
          },
        },
        { provide: Sealer, useFactory: () => new Sealer(encryptionKeys) },
      ],
      exports: [Config, Metrics, Clock, Passwords, Sealer],
    };
  }
}

function countPasswords(passwords: Passwords, metrics: Metrics): void {
  metrics.gauge('fanclub_passwords_waiting', 'Passwords that wait to be hashed', () => passwords.waiting);
  metrics.total('fanclub_passwords_verified_total', 'Verified passwords', () => passwords.verifications);
}
