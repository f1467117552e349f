import { sep } from 'node:path';
import { BY_STAFF } from '#samples';
import { merged, SAMPLES } from '../samples/registry';
import { statementFiles } from '../support/source-statements';
import type { TypedStatement } from '../../src/platform/database';
import type { Cell } from './judge';

/** `npm run example` sets this to the domain that it has added. Then only cells and statements of this domain are tried. */
const ONLY = process.env.ONLY_DOMAIN;

/** Whether a route, as `GET /contests/:id`, is tried. */
export const isTried = (route: string): boolean =>
  ONLY === undefined || route in (SAMPLES.get(ONLY)?.routes ?? {});

/** Whether a route for staff, as `GET /fanclubs/:fanclubId/events`, is tried. */
export const isTriedForStaff = (route: string): boolean =>
  ONLY === undefined || route in (SAMPLES.get(ONLY)?.staff ?? {});

/** Of these cells those of routes that are tried. Their names begin with the route. */
export const onlyCells = (cells: readonly Cell[]): readonly Cell[] =>
  ONLY === undefined ? cells : cells.filter(({ name }) => isTried(name.split(' ', 2).join(' ')));

/** The statements of the service, or of the domain, except those that only staff cause. */
export const onlyStatements = (): TypedStatement[] => tried().filter((one) => !isOfStaff(one.name));

/** The statements that only staff cause. */
export const onlyStaffStatements = (): TypedStatement[] => tried().filter((one) => isOfStaff(one.name));

/** A list of all samples, or of the domain's, about {@link onlyStatements}. */
export const onlyListed = <Name extends Lists>(name: Name): Listed<Name> =>
  listed(name, (statement) => !isOfStaff(statement));

/** The same, about {@link onlyStaffStatements}. */
export const onlyStaffListed = <Name extends Lists>(name: Name): Listed<Name> => listed(name, isOfStaff);

type Lists = 'filteredById' | 'guardedBy' | 'notAsked';
type Listed<Name extends Lists> = ReturnType<typeof merged<Name>>;

function listed<Name extends Lists>(name: Name, isWanted: (statement: string) => boolean): Listed<Name> {
  const all: Listed<Name> = ONLY === undefined ? merged(name) : (SAMPLES.get(ONLY)?.[name] ?? {});
  const wanted = Object.entries(all).filter(([statement, by]) => by !== BY_STAFF && isWanted(statement));
  return Object.fromEntries(wanted) as Listed<Name>;
}

const tried = (): TypedStatement[] =>
  statementFiles()
    .filter(({ file }) => ONLY === undefined || file.startsWith(`domains/${ONLY}/`))
    .flatMap(({ exported }) => exported);

/** Those in the folders `staff`, and those that the samples list as caused by staff. */
const OF_STAFF = new Set([
  ...statementFiles()
    .filter(({ file }) => file.split(sep).includes('staff'))
    .flatMap(({ exported }) => exported.map(({ name }) => name)),
  ...Object.entries(merged('notAsked')).flatMap(([name, by]) => (by === BY_STAFF ? [name] : [])),
]);

const isOfStaff = (statement: string): boolean => OF_STAFF.has(statement);
