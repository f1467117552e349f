import { sep } from 'node:path';
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

/** The statements of the service, or of the domain. */
export const onlyDomain = (): TypedStatement[] =>
  statementFiles()
    .filter(({ file }) => ONLY === undefined || file.startsWith(`domains/${ONLY}/`))
    .flatMap(({ exported }) => exported);

/** Those that are not in a folder `staff`. */
export const onlyStatements = (): TypedStatement[] => onlyDomain().filter(({ name }) => !OF_STAFF.has(name));

/** Those in the folders `staff`. */
export const onlyStaffStatements = (): TypedStatement[] =>
  onlyDomain().filter(({ name }) => OF_STAFF.has(name));

/** A list of all samples, or of the domain's. */
export function onlyListed<Name extends Lists>(name: Name): Listed<Name> {
  return ONLY === undefined ? merged(name) : (SAMPLES.get(ONLY)?.[name] ?? {});
}

/** The same, about these statements. */
export function listedAbout<Name extends Lists>(
  name: Name,
  statements: readonly TypedStatement[],
): Listed<Name> {
  const wanted = new Set(statements.map((statement) => statement.name));
  return Object.fromEntries(Object.entries(onlyListed(name)).filter(([statement]) => wanted.has(statement)));
}

type Lists = 'acrossFanclubs' | 'filteredById' | 'guardedBy' | 'notAsked';
type Listed<Name extends Lists> = ReturnType<typeof merged<Name>>;

const OF_STAFF = new Set(
  statementFiles()
    .filter(({ file }) => file.split(sep).includes('staff'))
    .flatMap(({ exported }) => exported.map(({ name }) => name)),
);
