import { Global, Logger, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Config } from '#platform/config';
import { Metrics } from '#platform/metrics';
import { Cell } from './cell.entity';
import { dataSourceOptions } from './data-source-options';
import { Figures } from './figures';
import { PoolMetrics } from './pool-metrics';
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
          onRole: logRole(),
        }),
        autoLoadEntities: true,
        // Retries for half a minute, because the database may start at the same time.
        retryAttempts: 30,
        retryDelay: 1_000,
      }),
    }),
    TypeOrmModule.forFeature([Cell]),
  ],
  providers: [
    PoolMetrics,
    Figures,
    {
      provide: Replicas,
      inject: [Config, PoolMetrics, Metrics],
      useFactory: (config: Config, pools: PoolMetrics, metrics: Metrics) =>
        config.database.replicas.urls.length > 0 ? new Replicas(config, pools, metrics) : null,
    },
    {
      provide: Sql,
      inject: [DataSource, Replicas, PoolMetrics, Metrics],
      useFactory: (
        dataSource: DataSource,
        replicas: Replicas | null,
        pools: PoolMetrics,
        metrics: Metrics,
      ) => {
        const sql = new Sql(dataSource, replicas);
        pools.watch(sql.pool(), 'requests');
        metrics.gauge(
          'fanclub_database_refusing',
          '1 while statements are refused because the database could not be reached',
          () => Number(sql.isAway),
        );
        return sql;
      },
    },
  ],
  exports: [Sql, PoolMetrics, Figures],
})
export class DatabaseModule {}

/** Logs that the database is a standby, and that it is the primary again, once each. */
function logRole(): (isStandby: boolean) => void {
  let wasStandby = false;
  return (isStandby) => {
    if (isStandby === wasStandby) return;
    wasStandby = isStandby;
    const log = new Logger('database');
    if (isStandby) log.warn('DATABASE_URL connects to a standby, which is not used: waiting for the primary');
    else log.warn('DATABASE_URL connects to the primary again');
  };
}

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
