import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type ChangeEvent, type ReactElement, useId, useState } from 'react';
import { useListContext, useNotify, useRefresh } from 'react-admin';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import type { CsvReport } from '../api/generated';
import { differences } from './differences';

export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a list of the fan club as a file for spreadsheets. With `once`, the API sends the file one time only. */
export function CsvExport({
  path,
  name,
  label = 'Export',
  once = false,
  disabled = false,
}: {
  path: string;
  name: string;
  label?: string;
  once?: boolean;
  disabled?: boolean;
}): ReactElement {
  const refresh = useRefresh();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(`${name}.csv`, (await send<Blob>(clubPath(path), { method: once ? 'POST' : 'GET' })).data);
      if (once) refresh();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    setBusy(false);
  };
  return (
    <Button size="small" onClick={() => void save()} disabled={busy || disabled}>
      {busy ? 'Preparing the file …' : label}
    </Button>
  );
}

/** Saves the rows that the filters of a list let through. `path` may have parameters. */
export function FilteredExport({
  path,
  name,
  label,
  disabled,
}: {
  path: string;
  name: string;
  label?: string;
  disabled?: boolean;
}): ReactElement {
  const { filterValues } = useListContext();
  const given = Object.entries(filterValues as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = new URLSearchParams(given.map(([field, value]) => [field, String(value)])).toString();
  const filtered = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  return <CsvExport path={filtered} name={name} label={label} disabled={disabled} />;
}

/** Reads a file of a spreadsheet: shows first what would change and what is wrong, then changes all or nothing. */
export function CsvImport({
  path,
  label = 'Import',
  headings = 'the headings of the export',
}: {
  path: string;
  label?: string;
  /** Which headings the file has. */
  headings?: string;
}): ReactElement {
  const title = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, run } = useAction();
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<CsvReport | null>(null);

  const post = async (body: File, dryRun: boolean): Promise<CsvReport> => {
    const url = `${clubPath(path)}${dryRun ? '?dry_run=true' : ''}`;
    return (await send<CsvReport>(url, { method: 'POST', body })).data;
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = target.files?.[0];
    setResult(null);
    if (!chosen) return;
    setFile(chosen);
    void run(async () => setResult(await post(chosen, true)));
    // Without it the browser does not report when the same file is chosen again.
    target.value = '';
  };
  const load = (): void =>
    void run(async () => {
      if (!file) return;
      const loaded = await post(file, false);
      if (loaded.faults.length > 0) return setResult(loaded);
      notify(`Imported: ${loaded.new} new, ${loaded.changed} changed.`, { type: 'success' });
      close();
      refresh();
    });
  const close = (): void => {
    setOpen(false);
    setFile(null);
    setResult(null);
  };
  const isRight = result !== null && result.faults.length === 0;
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={busy ? undefined : close} aria-labelledby={title} fullWidth>
        <DialogTitle id={title}>{label}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>
            Choose a CSV file with {headings}. Nothing is changed before you have seen what will change.
          </DialogContentText>
          <input type="file" accept=".csv,text/csv" aria-label="CSV file" onChange={choose} disabled={busy} />
          {file && <Typography sx={{ mt: 1 }}>{file.name}</Typography>}
          {busy && <LinearProgress aria-label="Reading the file" sx={{ my: 2 }} />}
          {fault !== null && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {fault}
            </Alert>
          )}
          {result && <Findings result={result} name={file?.name ?? 'import.csv'} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button variant="contained" onClick={load} disabled={!isRight || busy}>
            Import
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** With the byte order mark by which spreadsheet programs recognise UTF-8. */
const csvOf = (text: string): Blob => new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv' });

/** The most faults that the dialog shows; the error file has all. */
const SHOWN = 50;

function Findings({ result, name }: { result: CsvReport; name: string }): ReactElement {
  const { faults, error_file, ignored, changes } = result;
  return (
    <>
      <Alert severity={faults.length === 0 ? 'info' : 'warning'} sx={{ my: 2 }}>
        {result.new} new, {result.changed} changed, {result.unchanged} as they were,{' '}
        {faults.length === 1 ? '1 fault' : `${faults.length} faults`}.
        {faults.length > 0 && ' Nothing is imported before the faults are mended.'}
      </Alert>
      {ignored.length > 0 && (
        <Alert severity="warning" sx={{ my: 2 }}>
          Columns that are not read: {ignored.join(', ')}.
        </Alert>
      )}
      {changes.length > 0 && (
        <Table size="small" aria-label="Changes">
          <TableHead>
            <TableRow>
              <TableCell>Line</TableCell>
              <TableCell>What changes</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {changes.map((change) => (
              <TableRow key={change.line}>
                <TableCell>{change.line}</TableCell>
                <TableCell>{differences(change)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {result.changed > changes.length && changes.length > 0 && (
        <Typography>The first {changes.length} of them.</Typography>
      )}
      {faults.length > 0 && (
        <>
          <Table size="small" aria-label="Faults">
            <TableHead>
              <TableRow>
                <TableCell>Line</TableCell>
                <TableCell>Column</TableCell>
                <TableCell>What is wrong</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {faults.slice(0, SHOWN).map(({ line, column, detail }) => (
                <TableRow key={`${line} ${column} ${detail}`}>
                  <TableCell>{line}</TableCell>
                  <TableCell>{column}</TableCell>
                  <TableCell>{detail}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {error_file !== undefined && (
            <Button onClick={() => saveFile(name.replace(/(\.csv)?$/i, '-errors.csv'), csvOf(error_file))}>
              Save the faulty rows
            </Button>
          )}
        </>
      )}
    </>
  );
}
