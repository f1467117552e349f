import { Alert, Button, Divider, Stack, TextField } from '@mui/material';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { HttpError } from 'react-admin';
import { send } from '../api/http';
import { TEXTS } from '../texts';
import { usePasskey } from './passkey';
import type { PasswordStep } from '../api/generated';

const T = TEXTS.login;

/** The text of a form's field. */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** Runs an action of a form: one at a time, with the text of what went wrong, and the faults of its fields by their names. */
export function useAction(): {
  busy: boolean;
  fault: string | null;
  faults: Readonly<Record<string, string>>;
  run: (work: () => Promise<void>) => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ readonly reason: unknown } | null>(null);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    await work().catch((reason: unknown) => setError({ reason }));
    setBusy(false);
  };
  return { busy, fault: error && faultOf(error.reason), faults: error ? faultsOf(error.reason) : {}, run };
}

/** The faults of the fields of a refused request, as `plans.0.price`. The first one of a list also stands at the list. */
function faultsOf(error: unknown): Record<string, string> {
  const { errors = {} } = ((error instanceof HttpError && (error.body as unknown)) || {}) as {
    errors?: Record<string, unknown>;
  };
  const fields = Object.entries(errors).filter(([name]) => name !== 'root');
  return Object.fromEntries(fields.flatMap(([name, fault]) => textsAt(name, fault)));
}

function textsAt(path: string, fault: unknown): [path: string, text: string][] {
  if (typeof fault !== 'object' || fault === null) return [[path, String(fault)]];
  const inner = Object.entries(fault).flatMap(([name, one]) => textsAt(`${path}.${name}`, one));
  return [[path, inner[0]?.[1] ?? ''], ...inner];
}

/** The text of a fault, with the fields that it is about. */
function faultOf(error: unknown): string {
  if (!(error instanceof HttpError)) return error instanceof Error ? error.message : String(error);
  const { errors } = (error.body ?? {}) as { errors?: { root?: { serverError?: string } } };
  return errors?.root?.serverError ?? error.message;
}

/** Logs in by a passkey, or by password and code. @param onDone called when a session is open */
export function LoginForm({ onDone }: { onDone: () => void }): ReactElement {
  const { busy, fault, run } = useAction();
  /** Of the step after the password. */
  const [token, setToken] = useState<string | null>(null);

  const byPassword = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    void run(async () => {
      const body = { email: typed(form, 'email'), password: typed(form, 'password') };
      const { data } = await send<PasswordStep>('/session/password', {
        method: 'POST',
        body,
        asks: false,
      });
      if (data.token === null) onDone();
      else setToken(data.token);
    });
  };
  const byCode = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = { token, code: typed(event.currentTarget, 'code') };
    void run(async () => {
      await send('/session/second-factor', { method: 'POST', body, asks: false });
      onDone();
    });
  };
  const byPasskey = (): void =>
    void run(async () => {
      await usePasskey('login');
      onDone();
    });

  return (
    <Stack spacing={2}>
      {fault !== null && <Alert severity="error">{fault}</Alert>}
      {token === null ? (
        <>
          <Button variant="contained" onClick={byPasskey} disabled={busy}>
            {T.passkey}
          </Button>
          <Divider>{T.or}</Divider>
          <Stack component="form" spacing={2} onSubmit={byPassword}>
            <TextField name="email" type="email" label={T.email} autoComplete="username" required />
            <TextField
              name="password"
              type="password"
              label={T.password}
              autoComplete="current-password"
              required
            />
            <Button type="submit" variant="outlined" disabled={busy}>
              {T.next}
            </Button>
          </Stack>
        </>
      ) : (
        <Stack component="form" spacing={2} onSubmit={byCode} key="code">
          <CodeField />
          <Button type="submit" variant="contained" disabled={busy}>
            {T.title}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

/** Proves again that it is the logged-in person. */
export function ProofForm({ onDone }: { onDone: () => void }): ReactElement {
  const { busy, fault, run } = useAction();
  const byCode = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = { code: typed(event.currentTarget, 'code') };
    void run(async () => {
      await send('/me/proof/code', { method: 'POST', body, asks: false });
      onDone();
    });
  };
  const byPasskey = (): void =>
    void run(async () => {
      await usePasskey('proof');
      onDone();
    });
  const [again, setAgain] = useState(false);
  if (again) return <LoginForm onDone={onDone} />;
  return (
    <Stack spacing={2}>
      {fault !== null && <Alert severity="error">{fault}</Alert>}
      <Button variant="contained" onClick={byPasskey} disabled={busy}>
        {T.proofPasskey}
      </Button>
      <Divider>{T.or}</Divider>
      <Stack component="form" spacing={2} onSubmit={byCode}>
        <CodeField />
        <Button type="submit" variant="outlined" disabled={busy}>
          {T.confirm}
        </Button>
      </Stack>
      <Button onClick={() => setAgain(true)}>{T.proofLogin}</Button>
    </Stack>
  );
}

function CodeField(): ReactElement {
  return (
    <TextField
      name="code"
      label={T.code}
      helperText={T.codeHelp}
      autoComplete="one-time-code"
      autoFocus
      required
    />
  );
}
