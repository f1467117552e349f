import { Alert, Box, Button, MenuItem, Paper, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type RaRecord, Title, useGetList, useNotify } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, currentClub } from '../api/clubs';
import type { UpgradeMatrix } from '../api/generated';
import { askAbout, type Conflict } from '../api/conflicts';
import { send, slugOf } from '../api/http';
import { useAction } from '../login/login-form';
import { EMPTY } from '../texts';
import { cellOf, type Cells, cellsOf, keyOf, upgradesOf, UpgradeTable, wordsOf } from './upgrade-table';

type Plan = UpgradeMatrix['plans'][number];

/** From which plan members can change to which, and what that costs: a table for each season. */
export function UpgradesPage(): ReactElement {
  const path = clubPath('plans/upgrades');
  const { data, error, refetch } = useQuery({
    queryKey: ['upgrades', currentClub()?.id],
    queryFn: () => send<UpgradeMatrix>(path),
    gcTime: 0,
  });
  const { data: periods } = useGetList('periods', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'starts_at', order: 'DESC' },
  });
  /** What was chosen; it stays when the upgrades are read again. */
  const [season, setSeason] = useState<number | null>(null);
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="Upgrades" />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>
        Members of the plan at the left can change to the plan above. Choose whether they pay the difference
        of the two prices or a fixed price.
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      {data?.data.plans.length === 0 && (
        <>
          <Typography component="h2" variant="h5">
            {EMPTY.plans.title}
          </Typography>
          <Typography>{EMPTY.plans.help}</Typography>
        </>
      )}
      {data && periods && data.data.plans.length > 0 && (
        // Another version begins with its own cells.
        <Seasons
          key={data.etag}
          matrix={data.data}
          periods={periods}
          version={data.etag}
          chosen={season}
          onChoose={setSeason}
          onSaved={() => void refetch()}
        />
      )}
    </Box>
  );
}

/** The seasons that have plans, the latest first; null: plans without a season. */
const seasonsOf = (plans: readonly Plan[], periods: readonly RaRecord[]): (RaRecord | null)[] => [
  ...periods.filter(({ id }) => plans.some(({ sales_period }) => sales_period === Number(id))),
  ...(plans.some(({ sales_period }) => sales_period === null) ? [null] : []),
];

/** The season that has begun last, or else the first one. */
const present = (seasons: readonly (RaRecord | null)[]): RaRecord | null =>
  seasons.find((one) => one && new Date(String(one.starts_at)) <= new Date()) ?? seasons[0];

function Seasons({
  matrix,
  periods,
  version,
  chosen,
  onChoose,
  onSaved,
}: {
  matrix: UpgradeMatrix;
  periods: readonly RaRecord[];
  version: string | null;
  /** The season; null: the present one. */
  chosen: number | null;
  onChoose: (season: number) => void;
  onSaved: () => void;
}): ReactElement {
  const notify = useNotify();
  const { busy, fault, faults, run } = useAction();
  const [cells, setCells] = useState<Cells>(() => cellsOf(matrix.upgrades));
  /** What the cells are changes of: what was read, or what somebody else has saved since. */
  const [base, setBase] = useState({ matrix, version });
  const [isChanged, setChanged] = useState(false);
  /** The cells of the last request, in its order, to which its faults belong. */
  const [sent, setSent] = useState<readonly string[]>([]);
  const seasons = seasonsOf(matrix.plans, periods);
  const season = chosen ?? Number(present(seasons)?.id ?? 0);
  const blocker = useBlocker(isChanged);
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });
  const changes = mayUse('plans', 'edit');
  const change = (key: string, cell: Cells[string]): void => {
    setCells({ ...cells, [key]: cell });
    setChanged(true);
  };
  /** Saves cells that began as those of a matrix. If somebody else has changed it since, asks the person what to save. */
  async function store(mine: Cells, { matrix: former, version: match }: typeof base): Promise<void> {
    const path = clubPath('plans/upgrades');
    const upgrades = upgradesOf(mine);
    setSent(upgrades.map(({ from, to }) => keyOf(from, to)));
    try {
      await send(path, {
        method: 'PUT',
        body: { upgrades },
        headers: match === null ? {} : { 'if-match': match },
      });
    } catch (error) {
      if (slugOf(error) !== 'changed') throw error;
      const { data: theirs, etag } = await send<UpgradeMatrix>(path);
      const wanted = await askAbout(conflictOf(mine, former, theirs, periods));
      if (wanted === null) throw error;
      const [chosen, newer] = [cellsIn(wanted), { matrix: theirs, version: etag }];
      // Shown before it is saved, so that a refusal does not lose it.
      setCells(chosen);
      setBase(newer);
      await store(chosen, newer);
    }
  }
  const save = (): void =>
    void run(async () => {
      await store(cells, base);
      setChanged(false);
      notify('The upgrades are saved.', { type: 'success' });
      onSaved();
    });
  /** The fault of a cell, whichever of its fields it is about. */
  const faultOf = (key: string): string | undefined =>
    sent.includes(key) ? faults[`upgrades.${sent.indexOf(key)}`] : undefined;
  /** The faults with the names of their plans, because the cell may be in another season. */
  const faulty = sent.flatMap((key) => {
    const text = faultOf(key);
    const [from, to] = key.split(' ').map((id) => matrix.plans.find((one) => one.id === Number(id)));
    return text && from && to ? [`${from.name} to ${to.name}: ${text}.`] : [];
  });
  // Plans without a season can be changed to and from those of each season.
  const shown = matrix.plans.filter(
    ({ sales_period }) => (sales_period ?? 0) === season || sales_period === null,
  );
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      {fault !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {faulty.length > 0 ? faulty.join(' ') : fault}
        </Alert>
      )}
      {blocker.state === 'blocked' && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <>
              <Button onClick={() => blocker.reset()}>Stay</Button>
              <Button color="error" onClick={() => blocker.proceed()}>
                Leave
              </Button>
            </>
          }
        >
          The upgrades are not saved yet.
        </Alert>
      )}
      <TextField
        select
        label="Season"
        value={season}
        onChange={({ target }) => onChoose(Number(target.value))}
        sx={{ mb: 2, minWidth: 220 }}
      >
        {seasons.map((one) => (
          <MenuItem key={one?.id ?? 0} value={Number(one?.id ?? 0)}>
            {one ? String(one.name) : 'Plans without a season'}
          </MenuItem>
        ))}
      </TextField>
      <UpgradeTable plans={shown} cells={cells} changes={changes} faultOf={faultOf} onChange={change} />
      <OtherUpgrades
        matrix={matrix}
        cells={cells}
        periods={periods}
        {...(changes && { onRemove: (key: string) => change(key, { rule: 'none', price: '' }) })}
      />
      {changes && (
        <Button variant="contained" sx={{ mt: 2 }} disabled={busy || !isChanged} onClick={save}>
          Save
        </Button>
      )}
    </Paper>
  );
}

/** The cells of two people as fields in words, of which the person chooses. */
function conflictOf(
  mine: Cells,
  { upgrades }: UpgradeMatrix,
  theirs: UpgradeMatrix,
  periods: readonly RaRecord[],
): Conflict {
  const [base, other] = [cellsOf(upgrades), cellsOf(theirs.upgrades)];
  const keys = [...new Set([base, mine, other].flatMap((cells) => Object.keys(cells)))];
  const inWords = (cells: Cells): Partial<RaRecord> =>
    Object.fromEntries(keys.map((key) => [key, wordsOf(cells[key])]));
  const nameOf = (id: string): string => {
    const plan = theirs.plans.find((one) => one.id === Number(id));
    return plan ? seasonedName(plan, periods) : `plan no. ${id}`;
  };
  const names = keys.map((key) => {
    const [from, to] = key.split(' ').map(nameOf);
    return [key, `From ${from} to ${to}`] as const;
  });
  return {
    ...{ resource: 'upgrades', id: 'upgrades', names: Object.fromEntries(names) },
    ...{ base: inWords(base), mine: inWords(mine), theirs: inWords(other) },
  };
}

const cellsIn = (wanted: Partial<RaRecord>): Cells =>
  Object.fromEntries(Object.entries(wanted).map(([key, words]) => [key, cellOf(String(words))]));

/** The name of a plan with its season, because plans of two seasons may share a name. */
function seasonedName({ name, sales_period }: Plan, periods: readonly RaRecord[]): string {
  const period = periods.find(({ id }) => Number(id) === sales_period);
  return period ? `${name} (${period.name})` : name;
}

/** Upgrades between plans of two seasons, which no table of a season has. */
function OtherUpgrades({
  matrix,
  cells,
  periods,
  onRemove,
}: {
  matrix: UpgradeMatrix;
  cells: Cells;
  periods: readonly RaRecord[];
  /** Absent: this role only reads. */
  onRemove?: (key: string) => void;
}): ReactElement | null {
  const plan = (id: number): Plan | undefined => matrix.plans.find((one) => one.id === id);
  const others = upgradesOf(cells).flatMap(({ from: fromId, to: toId, price }) => {
    const [from, to] = [plan(fromId), plan(toId)];
    const isOther =
      from &&
      to &&
      from.sales_period !== to.sales_period &&
      from.sales_period !== null &&
      to.sales_period !== null;
    return isOther ? [{ key: keyOf(fromId, toId), from, to, price }] : [];
  });
  if (others.length === 0) return null;
  return (
    <Box component="section" aria-label="Upgrades between seasons" sx={{ mt: 2 }}>
      <Typography component="h2" variant="h6">
        Upgrades between seasons
      </Typography>
      {others.map(({ key, from, to, price }) => (
        <Typography key={key}>
          {seasonedName(from, periods)} to {seasonedName(to, periods)}: {price ?? 'the difference'}
          {onRemove && (
            <Button size="small" onClick={() => onRemove(key)}>
              Remove
            </Button>
          )}
        </Typography>
      ))}
    </Box>
  );
}
