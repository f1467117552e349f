import {
  Alert,
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, currentClub } from '../api/clubs';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import { EMPTY } from '../texts';
import type { UpgradeMatrix } from '../api/generated';

/** What a cell holds: nothing, a price, or the word for the difference of the two prices. */
type Cells = Readonly<Record<string, string>>;

const DIFFERENCE = 'difference';

const keyOf = (from: number, to: number): string => `${from} ${to}`;

const cellsOf = ({ upgrades }: UpgradeMatrix): Cells =>
  Object.fromEntries(upgrades.map(({ from, to, price }) => [keyOf(from, to), price ?? DIFFERENCE]));

/** The upgrades that the cells mean. */
function upgradesOf(cells: Cells): object[] {
  return Object.entries(cells)
    .filter(([, text]) => text.trim() !== '')
    .map(([key, text]) => {
      const [from, to] = key.split(' ').map(Number);
      return { from, to, price: text.trim().toLowerCase() === DIFFERENCE ? null : text.trim() };
    });
}

/** From which plan members can change to which, and what that costs, in one table. */
export function UpgradesPage(): ReactElement {
  const path = clubPath('plans/upgrades');
  const { data, error, refetch } = useQuery({
    queryKey: ['upgrades', currentClub()?.id],
    queryFn: () => send<UpgradeMatrix>(path),
    gcTime: 0,
  });
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="Upgrades" />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>
        Members of the plan at the left can change to the plan above for the price in the cell. Type a price,
        or “{DIFFERENCE}” for the difference of the two prices. An empty cell: they cannot.
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
      {data && data.data.plans.length > 0 && (
        // Another version begins with its own cells.
        <Grid key={data.etag} matrix={data.data} version={data.etag} onSaved={() => void refetch()} />
      )}
    </Box>
  );
}

function Grid({
  matrix,
  version,
  onSaved,
}: {
  matrix: UpgradeMatrix;
  version: string | null;
  onSaved: () => void;
}): ReactElement {
  const notify = useNotify();
  const { busy, fault, run } = useAction();
  const [cells, setCells] = useState(() => cellsOf(matrix));
  const [isChanged, setChanged] = useState(false);
  const blocker = useBlocker(isChanged);
  useBeforeUnload((event) => {
    if (isChanged) event.preventDefault();
  });
  const changes = mayUse('plans', 'edit');
  const save = (): void =>
    void run(async () => {
      await send(clubPath('plans/upgrades'), {
        method: 'PUT',
        body: { upgrades: upgradesOf(cells) },
        headers: version === null ? {} : { 'if-match': version },
      });
      setChanged(false);
      notify('The upgrades are saved.', { type: 'success' });
      onSaved();
    });
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      {fault !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {fault}
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
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Upgrades">
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>From ↓ to →</TableCell>
              {matrix.plans.map(({ id, name, price }) => (
                <TableCell key={id} component="th" scope="col" sx={{ minWidth: 120 }}>
                  {name}
                  <Typography variant="body2" color="text.secondary">
                    {price}
                  </Typography>
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {matrix.plans.map((from) => (
              <TableRow key={from.id}>
                <TableCell
                  component="th"
                  scope="row"
                  sx={{ position: 'sticky', left: 0, bgcolor: 'background.paper', zIndex: 1 }}
                >
                  {from.name}
                </TableCell>
                {matrix.plans.map((to) => (
                  <TableCell key={to.id}>
                    {from.id === to.id ? (
                      '–'
                    ) : (
                      <TextField
                        margin="none"
                        sx={{ minWidth: 136 }}
                        value={cells[keyOf(from.id, to.id)] ?? ''}
                        disabled={!changes}
                        onChange={({ target }) => {
                          setCells({ ...cells, [keyOf(from.id, to.id)]: target.value });
                          setChanged(true);
                        }}
                        slotProps={{
                          htmlInput: { 'aria-label': `From ${from.name} to ${to.name}`, list: 'difference' },
                        }}
                      />
                    )}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <datalist id="difference">
        <option value={DIFFERENCE} />
      </datalist>
      {changes && (
        <Button variant="contained" sx={{ mt: 2 }} disabled={busy || !isChanged} onClick={save}>
          Save
        </Button>
      )}
    </Paper>
  );
}
