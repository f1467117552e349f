import type { TypedStatement } from '../../src/platform/database';
import { statementFiles } from '../support/source-statements';
import { inLongForm, it, itInBoth, repetitions } from '../suite/form';
import { testApp } from '../support/start-test-app';
import { type Ask, Asking, type Outcome } from '../tenants/asking';
import { unfiltered } from '../tenants/mutants';
import { onlyDomain, onlyListed } from '../tenants/only';
import { Parameters, type Values } from '../tenants/parameters';
import { readTables } from '../tenants/tables';
import { type StatementWorld, statementWorld } from '../tenants/world';

// Thousands of statements are sent one after the other.
const PATIENCE = 300_000;

/** The maximum of combinations of parameters for a statement. */
const COMBINATIONS = repetitions('COMBINATIONS', { short: 8, long: 32 });

const t = testApp();

/** A statement with combinations of parameters, and their outcomes in a database without other fan clubs. */
interface Question {
  readonly statement: TypedStatement;
  readonly combinations: readonly Values[];
  readonly alone: Outcome[];
}

/** Names of statements. */
interface Findings {
  /** They return, count or write rows of others. */
  readonly leaking: string[];
  /** They take a fan club, and do not leak without their tenant filters either. */
  readonly redundant: string[];
}

async function questions(world: StatementWorld): Promise<Question[]> {
  const parameters = await Parameters.find(t.db, world, t.clock.now());
  const tables = (await readTables(t.db)).filter(({ owner }) => owner !== null);
  const isAbout = new RegExp(`\\b(?:${tables.map(({ name }) => name).join('|')})\\b`);
  const statements = onlyDomain().filter(({ text }) => isAbout.test(text));
  return statements.map((statement) => {
    const known = world.parameters[statement.name] ?? {};
    return { statement, combinations: [...parameters.of(statement, known, COMBINATIONS)], alone: [] };
  });
}

/** Whether to ask each statement without its tenant filters too. */
let triesMutants = false;

async function find(): Promise<Findings> {
  const world = await statementWorld(t);
  const asked = await questions(world);
  const findings: Findings = { leaking: [], redundant: [] };
  await Asking.run(
    t.db,
    { club: world.own, now: t.clock.now() },
    {
      async alone(ask) {
        for (const { statement, combinations, alone } of asked)
          for (const values of combinations) alone.push(await ask(statement, values));
      },
      async beside(ask) {
        for (const question of asked) {
          const { statement } = question;
          const changed = triesMutants && 'fanclub' in statement.params ? unfiltered(statement) : null;
          if (await leaks(ask, question)) findings.leaking.push(statement.name);
          if (changed && !(await leaks(ask, question, changed.text))) findings.redundant.push(statement.name);
        }
      },
    },
  );
  return findings;
}

/** Whether a statement, or another text with its parameters, does something else beside other fan clubs than alone. */
async function leaks(
  ask: Ask,
  { statement, combinations, alone }: Question,
  text = statement.text,
): Promise<boolean> {
  for (const [at, values] of combinations.entries())
    if (differs(statement, alone[at], await ask(statement, values, text))) return true;
  return false;
}

function differs({ params }: TypedStatement, alone: Outcome, beside: Outcome): boolean {
  // A unique key of all fan clubs may refuse a write. Its values are random, so that nobody can guess them.
  if (beside.refused) return false;
  const changesOthers = 'fanclub' in params && beside.changesOthers;
  return changesOthers || beside.own !== alone.own || beside.answer !== alone.answer;
}

/** Both tests use the same findings, which only depend on the statements. */
let findings: Promise<Findings> | undefined;
const found = (): Promise<Findings> => (findings ??= find());

itInBoth(
  'no statement returns, counts or writes rows of other fan clubs, except those that must',
  async () => {
    expect((await found()).leaking.sort()).toEqual(Object.keys(onlyListed('acrossFanclubs')).sort());
  },
  PATIENCE,
);

inLongForm(() => {
  triesMutants = true;
  it(
    'each statement of a fan club would, without its tenant filters',
    async () => {
      expect((await found()).redundant.sort()).toEqual(Object.keys(onlyListed('notAsked')).sort());
    },
    PATIENCE,
  );
});

// No rows could show a join by the id alone, because an id belongs to one fan club.
it('statements of all fan clubs write rows by fan club and id', () => {
  const statements = statementFiles().flatMap(({ exported }) => exported);
  const batches = statements.filter(({ params, text }) => !('fanclub' in params) && joinsById(text));
  expect(batches.length).toBeGreaterThan(2);
  const apart = batches.filter(({ text }) => !/\bfanclub_id = \w+\.fanclub_id\b/.test(text));
  expect(apart.map(({ name }) => name)).toEqual([]);
});

/** Whether a text writes rows whose ids are those of other rows. */
const joinsById = (text: string): boolean =>
  /\b(?:UPDATE|DELETE FROM)\b[^;]*\b\w+\.id = \w+\.id\b/.test(text);
