import { Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import { Overloaded } from '#platform/http';

/** What every domain may need and none owns: the time, password hashing, sealing of secrets. */
@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    {
      provide: Passwords,
      inject: [Config],
      useFactory: ({ passwordQueue: { size, patience } }: Config) =>
        new Passwords({ queue: size, patience, busy: () => new Overloaded() }),
    },
    {
      provide: Sealer,
      inject: [Config],
      useFactory: (config: Config) => new Sealer([...config.encryptionKeys]),
    },
  ],
  exports: [Clock, Passwords, Sealer],
})
export class CoreModule {}
