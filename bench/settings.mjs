// The command line.
import { parseArgs } from 'node:util';
import { Failure } from '../scripts/support/project.mjs';
import { FULL, QUICK } from './seed/seed.mjs';

const USAGE = `Usage: npm run bench -- [--quick] [--only pattern] [--seconds n] [--rounds n] [--pin-postgres] [--output file]
  --quick         a fiftieth of the data and short rounds: only shows that everything works
  --only          the rows whose name matches the regular expression; may be given several times
  --seconds       of each round of each server (default 1.5)
  --rounds        of each row, odd (default 5)
  --pin-postgres  PostgreSQL on the core of the load generator, instead of where the scheduler puts it
  --output        where the figures go as JSON (default bench/results/<time>.json)`;

/** The settings of a run. @throws Failure with the usage */
export function readSettings(parameters) {
  const { values } = parsed(parameters);
  const { quick, only } = values;
  return {
    quick,
    sizes: quick ? QUICK : FULL,
    seconds: positive(values.seconds ?? (quick ? '0.2' : '1.5')),
    rounds: positive(values.rounds ?? (quick ? '1' : '5')),
    pinPostgres: values['pin-postgres'],
    output: values.output ?? null,
    wants: (name) => only === undefined || only.some((pattern) => new RegExp(pattern).test(name)),
  };
}

function parsed(args) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        'pin-postgres': { type: 'boolean', default: false },
        output: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Failure(`${error.message}\n\n${USAGE}`);
  }
}

function positive(text) {
  const value = Number(text);
  if (!(value > 0)) throw new Failure(USAGE);
  return value;
}
