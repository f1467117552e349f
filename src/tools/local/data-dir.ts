import { resolve } from 'node:path';
import { ServiceEnv } from '#platform/config';
import { PROJECT } from '#platform/operations';

/** The folder of `DATA_DIR`, which is relative to the project. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  resolve(PROJECT, environment.DATA_DIR?.trim() || new ServiceEnv().DATA_DIR);
