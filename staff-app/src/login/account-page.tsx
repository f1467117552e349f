import {
  Alert,
  Button,
  Card,
  CardContent,
  Dialog,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, type SubmitEvent, useState } from 'react';
import { Title, useGetIdentity, useNotify } from 'react-admin';
import { send } from '../api/http';
import { when } from '../parts/zoned-time';
import { TEXTS } from '../texts';
import { typed, useAction } from './login-form';
import { NewPassword } from './new-password';
import type { OwnFactors, PasskeyStep, RecoveryCodes as NewCodes, TotpSetup } from '../api/generated';
import { makePasskey } from './passkey';
import { RecoveryCodes } from './recovery-codes';
import { TotpFields } from './totp-fields';

const day = (instant: string | null): string => (instant ? when(instant) : 'never');

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Macintosh', 'Linux'];
const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', Macintosh: 'Mac' };

/** A readable name of a browser: `Firefox on Windows`; its user agent if it is unknown. */
function browserOf(agent: string): string {
  const [name, system] = [BROWSERS, SYSTEMS].map((known) => known.find((word) => agent.includes(word)));
  return name && system ? `${NAMES[name] ?? name} on ${NAMES[system] ?? system}` : agent;
}

const post = async <T,>(path: string, body: object = {}): Promise<T> =>
  (await send<T>(path, { method: 'POST', body })).data;

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <Card variant="outlined">
      <CardContent>
        <Typography component="h2" variant="h6" sx={{ mb: 1 }}>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

/** The logged-in person's own account: how they log in, and where. */
export function AccountPage(): ReactElement {
  const notify = useNotify();
  const { data: me } = useGetIdentity();
  const { busy, fault, faults, run } = useAction();
  const [totp, setTotp] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { data, refetch } = useQuery({
    queryKey: ['factors'],
    queryFn: async () => (await send<OwnFactors>('/me/factors')).data,
  });

  /** Changes something, and shows the account as it is then. */
  const change = (work: () => Promise<unknown>, done: string): void =>
    void run(async () => {
      await work();
      await refetch();
      notify(done, { type: 'success' });
    });
  const addPasskey = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    change(async () => {
      const step = await post<PasskeyStep>('/me/passkeys/options');
      await post('/me/passkeys', { ...(await makePasskey(step)), name: typed(form, 'passkey_name') });
      form.reset();
    }, 'The passkey is added.');
  };
  const setPassword = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { password: typed(form, 'new_password') };
    change(async () => {
      await send('/me/password', { method: 'PUT', body });
      form.reset();
    }, 'The password is changed.');
  };
  const finishTotp = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = { token: totp?.token, code: typed(event.currentTarget, 'code') };
    change(async () => {
      const { data } = await send<NewCodes>('/me/totp', { method: 'PUT', body });
      setTotp(null);
      setCodes(data.recovery_codes);
    }, 'The authenticator app is set up.');
  };
  const renewCodes = (): void =>
    void run(async () => {
      setCodes((await post<NewCodes>('/me/recovery-codes')).recovery_codes);
      await refetch();
    });
  if (!data) return <Title title="My account" />;

  return (
    <Stack spacing={2} sx={{ maxWidth: 760, my: 2 }}>
      <Title title="My account" />
      {fault !== null && <Alert severity="error">{fault}</Alert>}
      <Part title="Passkeys">
        <List dense>
          {data.passkeys.map(({ id, name, last_used_at }) => (
            <ListItem
              key={id}
              disableGutters
              secondaryAction={
                <Button
                  disabled={busy}
                  aria-label={`Remove ${name}`}
                  onClick={() =>
                    change(() => send(`/me/passkeys/${id}`, { method: 'DELETE' }), 'The passkey is removed.')
                  }
                >
                  Remove
                </Button>
              }
            >
              <ListItemText primary={name} secondary={`Last used: ${day(last_used_at)}`} />
            </ListItem>
          ))}
        </List>
        <Stack component="form" direction={{ sm: 'row' }} spacing={2} onSubmit={addPasskey}>
          <TextField
            name="passkey_name"
            label={TEXTS.join.passkeyName}
            size="small"
            required
            autoComplete="off"
            error={faults.name !== undefined}
            helperText={faults.name}
          />
          <Button type="submit" variant="outlined" disabled={busy} sx={{ flexShrink: 0 }}>
            {TEXTS.join.withPasskey}
          </Button>
        </Stack>
      </Part>
      <Part title="Password and authenticator app">
        <Typography sx={{ mb: 2 }}>
          {data.has_password ? 'You have a password' : 'You have no password'}
          {data.has_password === data.has_totp ? ' and ' : ', but '}
          {data.has_totp ? 'an authenticator app.' : 'no authenticator app.'}
          {data.has_password !== data.has_totp &&
            data.passkeys.length > 0 &&
            ' To log in with a password, you need both.'}
        </Typography>
        <Stack
          useFlexGap
          component="form"
          direction={{ sm: 'row' }}
          spacing={2}
          onSubmit={setPassword}
          sx={{ mb: 2 }}
        >
          {/* For password managers. */}
          <input hidden readOnly autoComplete="username" value={me?.email ?? ''} />
          <NewPassword
            ownWords={[String(me?.email ?? ''), me?.fullName ?? '']}
            size="small"
            fault={faults.password}
          />
          <Button type="submit" variant="outlined" disabled={busy} sx={{ flexShrink: 0, alignSelf: 'start' }}>
            Change the password
          </Button>
        </Stack>
        <Button
          variant="outlined"
          disabled={busy}
          onClick={() => void run(async () => setTotp(await post<TotpSetup>('/me/totp/options')))}
        >
          {data.has_totp ? 'Replace the authenticator app' : 'Set up an authenticator app'}
        </Button>
      </Part>
      {data.has_totp && (
        <Part title={TEXTS.join.codes}>
          <Typography sx={{ mb: 1 }}>{data.recovery_codes_left} codes are left.</Typography>
          <Button variant="outlined" onClick={renewCodes} disabled={busy}>
            Make new codes
          </Button>
        </Part>
      )}
      <Part title="Where you are logged in">
        <List dense>
          {data.sessions.map(({ id, browser, last_seen_at, present }) => (
            <ListItem key={id} disableGutters>
              <ListItemText
                primary={`${browserOf(browser)}${present ? ' (here)' : ''}`}
                secondary={`Last seen: ${day(last_seen_at)}`}
              />
            </ListItem>
          ))}
        </List>
        <Button
          variant="outlined"
          disabled={busy || data.sessions.length < 2}
          onClick={() =>
            change(() => send('/me/sessions', { method: 'DELETE' }), 'All others are logged out.')
          }
        >
          Log out everywhere else
        </Button>
      </Part>
      <Dialog open={totp !== null} onClose={() => setTotp(null)} aria-labelledby="totp-title">
        <DialogTitle id="totp-title">Authenticator app</DialogTitle>
        <DialogContent>
          {totp && (
            <Stack component="form" spacing={2} onSubmit={finishTotp}>
              {fault !== null && <Alert severity="error">{fault}</Alert>}
              <TotpFields setup={totp} fault={faults['totp.code'] ?? faults.code} />
              <Button type="submit" variant="contained" disabled={busy}>
                {TEXTS.login.confirm}
              </Button>
            </Stack>
          )}
        </DialogContent>
      </Dialog>
      <Dialog open={codes !== null} aria-labelledby="codes-title">
        <DialogTitle id="codes-title">{TEXTS.join.codes}</DialogTitle>
        <DialogContent>
          {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
        </DialogContent>
      </Dialog>
    </Stack>
  );
}
