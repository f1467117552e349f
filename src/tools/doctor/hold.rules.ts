import type { heldFanclubs } from '#platform/tenants';
import { type Finding, problem, warning } from './finding';

/** A fan club that is held; see `heldFanclubs`. */
type Held = Awaited<ReturnType<typeof heldFanclubs>>[number];

/** Names the fan clubs that nobody can write to. */
export const holdFindings = (held: readonly Held[]): readonly Finding[] => held.map(holdFinding);

function holdFinding({ name, heldAt, isByMove, movedTo }: Held): Finding {
  const since = `nothing of “${name}” can be written since ${heldAt.toISOString()}`;
  if (movedTo !== null)
    return problem(
      'held fan clubs',
      `the move of “${name}” to ${movedTo} is not complete, so maybe no database serves it`,
      'Unless the move still runs, repeat it: npx fanclub move KEY --to URL',
    );
  if (isByMove)
    return problem(
      'held fan clubs',
      `${since}: a move holds it`,
      'Unless the move still runs, repeat it: npx fanclub move KEY --to URL; or abort it, with --abort',
    );
  return warning('held fan clubs', since, 'When the maintenance is over, run: npx fanclub release KEY');
}
