import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '#platform/config';
import { dataSourceOptions } from './data-source-options';
import { Replicas } from './replicas';
import { Sql } from './sql';

/** The one data source of the process, and {@link Sql} over it. Migrates nothing: that is done before, by `migrate`. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: ({ database }: Config) => ({
        ...dataSourceOptions(database.url, {
          ...database,
          max: database.poolSize,
          onPoolError: oncePerSecond(({ message }) =>
            new Logger('database').warn(`connection lost: ${message}`),
          ),
        }),
        // Those of every `TypeOrmModule.forFeature` in the application.
        autoLoadEntities: true,
        // A database that starts with us has half a minute, and is not kept waiting.
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

/** A database that goes away takes all connections along: one line about that is enough. */
function oncePerSecond(tell: (error: Error) => void): (error: Error) => void {
  let told = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - told < 1_000) return;
    told = now;
    tell(error);
  };
}
