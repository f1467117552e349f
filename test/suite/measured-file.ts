import { relative, resolve } from 'node:path';
import { measureFile } from './cost';

// Jest loads this before a spec file that runs alone.
measureFile(relative(resolve(__dirname, '../..'), expect.getState().testPath ?? ''));
