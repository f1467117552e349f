import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  FormGroup,
} from '@mui/material';
import { type ReactElement, useId, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { clubPath } from '../api/clubs';
import type { LinkOfPool } from '../api/generated';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import { TEXTS } from '../texts';
import { placeOf, when } from '../parts/zoned-time';

/** Chooses the ticket links of a pool among those of coming events. */
export function PoolLinksButton({
  pool,
  links,
}: {
  pool: number;
  links: readonly LinkOfPool[];
}): ReactElement {
  const title = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, run } = useAction();
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const open = (): void => setChosen(links.filter((link) => link.pool === pool).map(({ id }) => id));
  const toggle = (id: number): void =>
    setChosen((all) => (all?.includes(id) ? all.filter((one) => one !== id) : [...(all ?? []), id]));
  const save = (): void =>
    void run(async () => {
      await send(clubPath(`pools/${pool}/links`), { method: 'PUT', body: { links: chosen } });
      notify('The links have the pool.', { type: 'success' });
      setChosen(null);
      refresh();
    });
  return (
    <>
      <Button size="small" variant="outlined" aria-haspopup="dialog" onClick={open}>
        Choose ticket links
      </Button>
      <Dialog open={chosen !== null} onClose={() => setChosen(null)} aria-labelledby={title} fullWidth>
        <DialogTitle id={title}>Ticket links</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>
            Tick all links that take a code of this pool. A member’s code works for all of them.
          </DialogContentText>
          {fault !== null && <Alert severity="error">{fault}</Alert>}
          {links.length === 0 && (
            <Alert severity="info">There is no coming event with a ticket link yet.</Alert>
          )}
          <FormGroup>
            {links.map((link) => (
              <FormControlLabel
                key={link.id}
                control={
                  <Checkbox checked={chosen?.includes(link.id) ?? false} onChange={() => toggle(link.id)} />
                }
                label={`${link.title}, ${when(link.start, link.time_zone)} (${placeOf(link.time_zone)}): ${link.name}${link.published ? '' : ' (not published)'}${link.pool !== null && link.pool !== pool ? ' (has another pool)' : ''}`}
              />
            ))}
          </FormGroup>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setChosen(null)} disabled={busy}>
            {TEXTS.login.cancel}
          </Button>
          <Button variant="contained" onClick={save} disabled={busy}>
            Save the links
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
