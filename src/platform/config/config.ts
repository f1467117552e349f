import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { type DatabaseConfig, databaseConfig, DatabaseEnv } from './database.config';
import { type FilesConfig, filesConfig, FilesEnv, missingForS3 } from './files.config';
import { type HttpConfig, httpConfig, HttpEnv } from './http.config';
import { type LimitsConfig, limitsConfig, LimitsEnv } from './limits.config';
import { type PaymentsConfig, paymentsConfig, PaymentsEnv } from './payments.config';
import { type SecurityConfig, securityConfig, SecurityEnv } from './security.config';
import { type ServiceConfig, serviceConfig, ServiceEnv } from './service.config';
import { type StaffConfig, staffConfig, StaffEnv } from './staff.config';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The environment is not a valid configuration. The message names every invalid variable and the form that it must have. */
export class InvalidConfig extends Error {
  readonly isPlain = true;

  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'InvalidConfig';
  }
}

/** The classes that declare the variables, by topic. Initial values are the defaults. A test compares `.env.example` with them. */
export const ENVIRONMENT = [
  ServiceEnv,
  DatabaseEnv,
  FilesEnv,
  HttpEnv,
  LimitsEnv,
  PaymentsEnv,
  SecurityEnv,
  StaffEnv,
] as const;

/** The names of all variables. */
export const VARIABLES: readonly string[] = ENVIRONMENT.flatMap(variablesOf);

type Settings = ServiceConfig &
  SecurityConfig &
  LimitsConfig & {
    readonly database: DatabaseConfig;
    readonly files: FilesConfig;
    readonly http: HttpConfig;
    readonly payments: PaymentsConfig;
    readonly staff: StaffConfig;
  };

const Base = class {} as unknown as abstract new () => Readonly<Settings>;

/** The settings of this process, read once at start and never changed. A class, because Nest injects by class. */
export abstract class Config extends Base {}

/**
 * Makes the configuration from environment variables. A blank variable counts as absent.
 * @throws InvalidConfig with all faults together.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const read = <E extends object>(topic: new () => E): E => {
    const given = variablesOf(topic).map((name) => [name, environment[name]?.trim() || undefined]);
    const env = plainToInstance(topic, Object.fromEntries(given), { exposeDefaultValues: true });
    faults.push(...faultsOf(env));
    return env;
  };
  const [service, database, http] = [read(ServiceEnv), read(DatabaseEnv), read(HttpEnv)];
  const [limits, security, staff] = [read(LimitsEnv), read(SecurityEnv), read(StaffEnv)];
  if (
    staff.STAFF_SECOND_FACTOR === 'optional' &&
    (staff.STAFF_URL ?? service.PUBLIC_URL)?.startsWith('https:')
  ) {
    faults.push('STAFF_SECOND_FACTOR must be required, since the address of staff begins with https');
  }
  const payments = read(PaymentsEnv);
  if (payments.PAYMENTS_DEMO === 'true' && service.PUBLIC_URL?.startsWith('https:'))
    faults.push('PAYMENTS_DEMO must be false, since PUBLIC_URL begins with https; allow-public allows it');
  const files = read(FilesEnv);
  faults.push(...missingForS3(files).map((name) => `${name} is missing: S3_BUCKET needs it`));
  if (faults.length > 0) throw new InvalidConfig(faults);
  return Object.freeze({
    ...serviceConfig(service),
    ...securityConfig(security),
    ...limitsConfig(limits),
    database: databaseConfig(database),
    files: filesConfig(files, service.DATA_DIR),
    http: httpConfig(http),
    payments: paymentsConfig(payments),
    staff: staffConfig(staff),
  });
}

function faultsOf(env: object): string[] {
  return validateSync(env).map(({ property, constraints, value }) => {
    const form = Object.values(constraints ?? {})
      .map((text) => text.replace(new RegExp(`^${property} `), ''))
      .join(', ');
    return value === undefined ? `${property} is missing: it ${form}` : `${property} ${form}`;
  });
}

function variablesOf(topic: new () => object): string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(topic, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

/**
 * The variables of the environment, and those of a file, if it exists, that the environment does not have. Unlike
 * `process.loadEnvFile` it does not add them to the environment, from which new processes would inherit them instead of reading the
 * file themselves.
 */
export function environmentWith(file: string): NodeJS.ProcessEnv {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...written, ...process.env };
}
