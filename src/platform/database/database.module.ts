import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '#platform/config';
import { dataSourceOptions } from './data-source-options';
import { Replicas } from './replicas';
import { Sql } from './sql';

/** The data source of the process, and {@link Sql} over it. The schema must be migrated before, by `migrate`. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: ({ database }: Config) => ({
        ...dataSourceOptions(database.url, {
          ...database,
          onPoolError: oncePerSecond(({ message }) =>
            new Logger('database').warn(`connection lost: ${message}`),
          ),
        }),
        autoLoadEntities: true,
        // Retries for half a minute, because the database may start at the same time.
        retryAttempts: 30,
        retryDelay: 1_000,
      }),
    }),
  ],
  providers: [
    {
      provide: Replicas,
      inject: [Config],
      useFactory: (config: Config) =>
        config.database.replicas.urls.length > 0 ? new Replicas(config) : null,
    },
    {
      provide: Sql,
      inject: [DataSource, Replicas],
      useFactory: (dataSource: DataSource, replicas: Replicas | null) => new Sql(dataSource, replicas),
    },
  ],
  exports: [Sql],
})
export class DatabaseModule {}

/** When the database stops, all connections are lost; this logs it once. */
function oncePerSecond(log: (error: Error) => void): (error: Error) => void {
  let loggedAt = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - loggedAt < 1_000) return;
    loggedAt = now;
    log(error);
  };
}
