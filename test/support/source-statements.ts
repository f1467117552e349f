import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TypedStatement } from '../../src/platform/database';

const SOURCES = join(__dirname, '../../src');

/** The beginning of a definition, before the name. */
const DEFINITION = /\bstatement\(\s*(?:'([^']+)')?/g;

/** The statements that a file of the service defines, and those that it exports. */
export interface StatementFile {
  /** Below `src`. */
  readonly file: string;
  /** Null if the name is not a literal in the definition. */
  readonly defined: readonly (string | null)[];
  readonly exported: readonly TypedStatement[];
}

/** Loads the files that define statements. */
export function statementFiles(): StatementFile[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .filter((file) => file !== join('platform', 'database', 'statement.ts'))
    .sort()
    .map((file) => ({ file, defined: definedIn(readFileSync(join(SOURCES, file), 'utf8')) }))
    .filter(({ defined }) => defined.length > 0)
    .map(({ file, defined }) => ({
      file,
      defined,
      exported: Object.values(jest.requireActual<object>(join(SOURCES, file))).filter(isStatement),
    }));
}

function definedIn(source: string): (string | null)[] {
  return [...source.matchAll(DEFINITION)].map(([, name]) => name ?? null);
}

function isStatement(value: unknown): value is TypedStatement {
  return typeof value === 'object' && value !== null && 'paramNames' in value;
}
