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
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { type RaRecord, useGetList, useNotify, useRefresh } from 'react-admin';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { useAction } from '../login/login-form';

/** Publishes the drafts of a period: visitors see them, and they are on sale. Nothing is shown if there are none. */
export function PublishPlans({ period }: { period: number }): ReactElement | null {
  const [open, setOpen] = useState(false);
  const { data: drafts = [] } = useGetList('plans', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
    filter: { sales_period: period, deleted: true },
  });
  if (drafts.length === 0) return null;
  return (
    <>
      <Button variant="contained" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Publish plans
      </Button>
      {open && <PublishDialog period={period} drafts={drafts} onClose={() => setOpen(false)} />}
    </>
  );
}

function PublishDialog({
  period,
  drafts,
  onClose,
}: {
  period: number;
  drafts: readonly RaRecord[];
  onClose: () => void;
}): ReactElement {
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, faults, run } = useAction();
  const [left, setLeft] = useState<readonly unknown[]>([]);
  const chosen = drafts.filter(({ id }) => !left.includes(id)).map(({ id }) => Number(id));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(async () => {
      await send(clubPath(`periods/${period}/publish`), { method: 'POST', body: { plans: chosen } });
      notify('The plans are published.', { type: 'success' });
      refresh();
      onClose();
    });
  };
  return (
    <Dialog
      open
      onClose={(_, reason) => reason !== 'backdropClick' && onClose()}
      aria-labelledby="publish-title"
      fullWidth
    >
      <form onSubmit={submit}>
        <DialogTitle id="publish-title">Publish plans</DialogTitle>
        <DialogContent>
          {fault !== null && <Alert severity="error">{faults.plans ?? fault}</Alert>}
          <DialogContentText>
            Visitors see these plans at once, and can buy them as soon as the sales period has begun.
          </DialogContentText>
          <FormGroup>
            {drafts.map(({ id, name, price }) => (
              <FormControlLabel
                key={id}
                label={`${name}, ${price}`}
                control={
                  <Checkbox
                    checked={!left.includes(id)}
                    onChange={({ target }) =>
                      setLeft(target.checked ? left.filter((one) => one !== id) : [...left, id])
                    }
                  />
                }
              />
            ))}
          </FormGroup>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={busy || chosen.length === 0}>
            {chosen.length === drafts.length ? 'Publish all' : `Publish ${chosen.length}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
