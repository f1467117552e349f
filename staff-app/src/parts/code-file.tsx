import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material';
import { type ChangeEvent, type ReactElement, useId, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { clubPath } from '../api/clubs';
import type { PoolFileReport } from '../api/generated';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import { Facts } from './facts';

/** The most lines that the dialog shows. */
const SHOWN = 50;

const countOf = (count: number): string => (count === 1 ? '1 code' : `${count} codes`);

/** Sends a file or a pasted list of codes: shows first what it would do, then does it. */
export function CodeFile({
  path,
  label,
  explains,
  verb,
}: {
  /** Below the fan club: `pools/7/codes`. */
  readonly path: string;
  readonly label: string;
  readonly explains: string;
  /** What the button does with the new codes: `Add`. */
  readonly verb: string;
}): ReactElement {
  const title = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, run } = useAction();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<PoolFileReport | null>(null);

  const post = async (dryRun: boolean): Promise<PoolFileReport> => {
    // The bytes of a chosen file, because `text` is what the browser took them for.
    const body = new File([file ?? text], 'codes.csv', { type: 'text/csv' });
    const url = `${clubPath(path)}${dryRun ? '?dry_run=true' : ''}`;
    return (await send<PoolFileReport>(url, { method: 'POST', body })).data;
  };
  const type = (value: string): void => {
    setReport(null);
    setFile(null);
    setText(value);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = target.files?.[0];
    target.value = '';
    if (!chosen) return;
    void run(async () => {
      type(await chosen.text());
      setFile(chosen);
    });
  };
  const close = (): void => {
    setOpen(false);
    type('');
  };
  const load = (): void =>
    void run(async () => {
      const { new: count } = await post(false);
      notify(`Done: ${countOf(count)}.`, { type: 'success' });
      close();
      refresh();
    });
  return (
    <>
      <Button size="small" variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={busy ? undefined : close} aria-labelledby={title} fullWidth>
        <DialogTitle id={title}>{label}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{explains}</DialogContentText>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label="File with codes"
            onChange={choose}
            disabled={busy}
          />
          <TextField
            name="codes"
            label="Codes"
            // The service speaks of them all: there is nothing else in the request.
            error={fault !== null}
            value={text}
            onChange={({ target }) => type(target.value)}
            multiline
            minRows={4}
            maxRows={10}
            fullWidth
            sx={{ mt: 2 }}
            helperText={fault ?? 'Or paste them here, one a line. At most 50,000 at once.'}
          />
          {busy && <LinearProgress aria-label="Reading the codes" sx={{ my: 2 }} />}
          {report && <Findings report={report} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          {report ? (
            <Button variant="contained" onClick={load} disabled={busy || report.new === 0}>
              {`${verb} ${countOf(report.new)}`}
            </Button>
          ) : (
            <Button
              variant="contained"
              onClick={() => void run(async () => setReport(await post(true)))}
              disabled={busy || text.trim() === ''}
            >
              Check
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
}

function Findings({ report }: { report: PoolFileReport }): ReactElement {
  const { lines, first } = report;
  const others = [
    [report.present, 'already there'],
    [report.elsewhere, 'in another pool'],
    [report.repeated, 'more than once'],
    [report.unusable, 'unusable'],
  ] as const;
  const words = others.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`);
  return (
    <>
      <Alert severity={lines.length === 0 ? 'info' : 'warning'} sx={{ my: 2 }}>
        {`${report.new} new${words.join('')}. ${lines.length === 0 ? '' : 'Only new ones count.'}`}
      </Alert>
      {first.length > 0 && <Typography>{`The first new codes: ${first.join(' · ')}`}</Typography>}
      {lines.length > 0 && (
        <Facts
          title="Lines that are not new"
          rows={lines.slice(0, SHOWN)}
          columns={[
            { title: 'Line', of: ({ line }) => line },
            { title: 'What is with it', of: ({ detail }) => detail },
          ]}
        />
      )}
    </>
  );
}
