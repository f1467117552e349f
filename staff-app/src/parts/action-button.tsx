import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { clubPath, clubZone } from '../api/clubs';
import { send } from '../api/http';
import { typed, useAction } from '../login/login-form';
import { TEXTS } from '../texts';
import { type ActionField, ActionInput, initialOf } from './action-input';
import { instantOf } from './zoned-time';

interface ActionButtonProps {
  readonly label: string;
  /** Below the fan club: `members/7/comp`. */
  readonly path: string;
  /** The path, if what was typed decides it. */
  readonly pathOf?: (values: Record<string, string>) => string;
  /** The path is whole: nothing is put before it. */
  readonly isWhole?: boolean;
  readonly method?: 'POST' | 'DELETE' | 'PATCH';
  /** A function makes them of the record that a `versioned` dialog has read. */
  readonly fields?: readonly ActionField[] | ((record: Record<string, unknown>) => readonly ActionField[]);
  /** What will happen; asked before it does. */
  readonly explains?: ReactNode;
  /** Called afterwards; the page reloads its data itself. */
  readonly onDone?: () => void;
  /** What the message says afterwards. */
  readonly done: string;
  /** Makes the body from what was typed; by default what was typed, without empty optional fields. */
  readonly body?: (values: Record<string, string>) => object;
  /** Whether repeating the same request must not act twice. */
  readonly once?: boolean;
  /** Changes a record with a version: the dialog reads it first, begins with its values, and fails if somebody has changed it since. */
  readonly versioned?: boolean;
  /** Shows an answer that the person must see. It stays open until it is closed. */
  readonly shows?: (answer: Record<string, unknown>) => ReactNode;
  readonly danger?: boolean;
  /** The button is shown, but does nothing; an open dialog stays. */
  readonly disabled?: boolean;
}

/** A button for an action on the server, with a dialog that explains it and asks for what it needs. */
export function ActionButton(props: ActionButtonProps): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    // In a row that opens a page, clicks on the button and in its dialog do not open it.
    <span onClick={(event) => event.stopPropagation()}>
      <Button
        size="small"
        aria-haspopup="dialog"
        variant="outlined"
        color={props.danger ? 'error' : 'primary'}
        disabled={props.disabled ?? false}
        onClick={() => setOpen(true)}
      >
        {props.label}
      </Button>
      {open && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </span>
  );
}

function ActionDialog({
  label,
  path,
  pathOf = () => path,
  isWhole = false,
  method = 'POST',
  fields: given = [],
  explains,
  done,
  body,
  once = false,
  versioned = false,
  onDone,
  shows,
  danger = false,
  onClose,
}: ActionButtonProps & { onClose: () => void }): ReactElement {
  const title = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { busy, fault, faults, run } = useAction();
  const [answer, setAnswer] = useState<Record<string, unknown> | null>(null);
  /** The same for all attempts from this dialog. */
  const [key] = useState(() => crypto.randomUUID());
  const wholePath = isWhole ? path : clubPath(path);
  const { data: present, error } = useQuery({
    queryKey: ['action', wholePath],
    queryFn: () => send<Record<string, unknown>>(wholePath),
    enabled: versioned,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const message = fault ?? error?.message ?? null;
  const fields = typeof given === 'function' ? (present ? given(present.data) : []) : given;

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const valueOf = ({ name, type }: ActionField): string => {
      const text = typed(form, name);
      return type === 'instant' && text !== '' ? (instantOf(text, clubZone()) ?? text) : text;
    };
    const values = Object.fromEntries(
      fields.map((field) => [field.name, valueOf(field)]).filter(([, value]) => value !== ''),
    ) as Record<string, string>;
    void run(async () => {
      const { data } = await send<Record<string, unknown>>(
        isWhole ? pathOf(values) : clubPath(pathOf(values)),
        {
          method,
          body: body ? body(values) : values,
          headers: {
            ...(once && { 'idempotency-key': key }),
            ...(present?.etag && { 'if-match': present.etag }),
          },
        },
      );
      refresh();
      onDone?.();
      if (shows) return setAnswer(data);
      notify(done, { type: 'success' });
      onClose();
    });
  };
  return (
    <Dialog
      open
      onClose={(_, reason) => !busy && reason !== 'backdropClick' && onClose()}
      aria-labelledby={title}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={title}>{label}</DialogTitle>
      {answer ? (
        <>
          <DialogContent>{shows?.(answer)}</DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      ) : (
        <form onSubmit={submit}>
          <DialogContent>
            {explains !== undefined && <DialogContentText sx={{ mb: 2 }}>{explains}</DialogContentText>}
            <Stack spacing={2} sx={{ pt: 1 }}>
              {message !== null && <Alert severity="error">{message}</Alert>}
              {(present || !versioned) &&
                fields.map((field) => (
                  <ActionInput
                    key={field.name}
                    {...field}
                    initial={initialOf(field, present?.data)}
                    fault={faults[field.name]}
                  />
                ))}
            </Stack>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={busy}>
              {TEXTS.login.cancel}
            </Button>
            <Button
              type="submit"
              variant="contained"
              color={danger ? 'error' : 'primary'}
              disabled={busy || (versioned && !present)}
            >
              {label}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}
