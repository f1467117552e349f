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
export const onlyStatements = (): TypedStatement[] =>
  statementFiles()
    .filter(({ file }) => ONLY === undefined || file.startsWith(`domains/${ONLY}/`))
    .flatMap(({ exported }) => exported);

/** A list of all samples, or of the domain's. */
export const onlyListed = <Name extends 'filteredById' | 'guardedBy' | 'notAsked'>(
  name: Name,
): ReturnType<typeof merged<Name>> => (ONLY === undefined ? merged(name) : (SAMPLES.get(ONLY)?.[name] ?? {}));
