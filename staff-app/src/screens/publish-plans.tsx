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
  FormHelperText,
} from '@mui/material';
import { Fragment, type ReactElement, type SubmitEvent, useState } from 'react';
import { type RaRecord, useGetList, useNotify, useRefresh } from 'react-admin';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { useAction } from '../login/login-form';

/**
 * Publishes plans of a period that are not visible: visitors see them, and they are on sale. Nothing is shown if there are none. All are
 * chosen at first, unless the period has begun and has visible plans: then they may be plans that staff withdrew.
 */
export function PublishPlans({ period }: { period: RaRecord }): ReactElement | null {
  const [open, setOpen] = useState(false);
  const { data: plans = [] } = useGetList('plans', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'ASC' },
    filter: { sales_period: Number(period.id) },
  });
  const hidden = plans.filter(({ deleted }) => deleted === true);
  if (hidden.length === 0) return null;
  const hasBegun = new Date(String(period.starts_at)).getTime() <= Date.now();
  return (
    <>
      <Button variant="contained" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Publish plans
      </Button>
      {open && (
        <PublishDialog
          period={Number(period.id)}
          hidden={hidden}
          isFirst={!hasBegun || hidden.length === plans.length}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function PublishDialog({
  period,
  hidden,
  isFirst,
  onClose,
}: {
  period: number;
  hidden: readonly RaRecord[];
  /** Whether all are chosen at first. */
  isFirst: boolean;
  onClose: () => void;
}): ReactElement {
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, faults, run } = useAction();
  const [left, setLeft] = useState<readonly unknown[]>(isFirst ? [] : hidden.map(({ id }) => id));
  const chosen = hidden.filter(({ id }) => !left.includes(id)).map(({ id }) => Number(id));
  /** The faults by plan, as they were sent. */
  const [sent, setSent] = useState<readonly number[]>([]);
  const refused = new Map(sent.map((id, n) => [id, faults[`plans.${n}`]]));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSent(chosen);
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
            These plans are not visible. Visitors see those that you choose at once, and can buy them as soon
            as the sales period has begun.
          </DialogContentText>
          <FormGroup>
            {hidden.map(({ id, name, price }) => (
              <Fragment key={id}>
                <FormControlLabel
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
                {refused.get(Number(id)) !== undefined && (
                  <FormHelperText error>{refused.get(Number(id))}</FormHelperText>
                )}
              </Fragment>
            ))}
          </FormGroup>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={busy || chosen.length === 0}>
            {chosen.length === hidden.length ? 'Publish all' : `Publish ${chosen.length}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
