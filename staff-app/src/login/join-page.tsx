import { Alert, Button, Stack, TextField, Typography } from '@mui/material';
import { type ReactElement, type SubmitEvent, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { send } from '../api/http';
import { TEXTS } from '../texts';
import { LoginForm, typed, useAction } from './login-form';
import { LonePage } from './login-page';
import { NewPassword } from './new-password';
import { makePasskey } from './passkey';
import { RecoveryCodes } from './recovery-codes';
import { useEnter } from './use-enter';
import { TotpFields } from './totp-fields';
import type { AcceptedLink, OpenedLink } from '../api/generated';

const T = TEXTS.join;

/** Accepts an invitation, or sets up the log-in again. */
export function JoinPage(): ReactElement {
  const { token = '' } = useParams();
  const open = useEnter();
  const [link, setLink] = useState<OpenedLink | null | undefined>();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, fault, faults, run } = useAction();
  const [chosen, setChosen] = useState<'passkey' | 'password'>('passkey');
  const [name, setName] = useState('');
  const [needsLogin, setNeedsLogin] = useState(false);

  useEffect(() => {
    send<OpenedLink>('/links/open', { method: 'POST', body: { token }, asks: false })
      .then(({ data }) => setLink(data))
      .catch(() => setLink(null));
  }, [token]);

  const enter = (): void => open('/');
  const accept = async (factors: object): Promise<void> => {
    const { data } = await send<AcceptedLink>('/links/accept', {
      method: 'POST',
      body: { token, ...factors },
      asks: false,
    });
    if (data.recovery_codes) setCodes(data.recovery_codes);
    else enter();
  };
  if (link === undefined) return <LonePage title={T.invite}>…</LonePage>;
  if (link === null)
    return (
      <LonePage title={T.used}>
        <Typography>{T.usedWhy}</Typography>
      </LonePage>
    );
  if (codes)
    return (
      <LonePage title={T.codes}>
        <RecoveryCodes codes={codes} onKept={enter} />
      </LonePage>
    );

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const named = link.purpose === 'invite' ? { name: typed(form, 'name') } : {};
    void run(async () => {
      if (chosen === 'passkey') {
        const made = await makePasskey(link.passkey);
        await accept({ ...named, passkey: { ...made, name: typed(form, 'passkey_name') } });
      } else {
        const totp = { token: link.totp.token, code: typed(form, 'code') };
        await accept({ ...named, password: typed(form, 'new_password'), totp });
      }
    });
  };
  return (
    <LonePage title={link.purpose === 'invite' ? T.invite : T.reset}>
      <Stack spacing={2}>
        {fault !== null && <Alert severity="error">{fault}</Alert>}
        <Typography>
          {link.email}: {link.role} of {link.fanclub ?? `all fan clubs of ${link.organization}`}
        </Typography>
        {link.known ? (
          needsLogin ? (
            <LoginForm onDone={() => void run(() => accept({}))} />
          ) : (
            <>
              <Typography>{T.known}</Typography>
              <Button variant="contained" onClick={() => setNeedsLogin(true)}>
                {TEXTS.login.title}
              </Button>
            </>
          )
        ) : (
          <Stack component="form" spacing={2} onSubmit={submit}>
            {link.purpose === 'invite' && (
              <TextField
                name="name"
                label={T.name}
                autoComplete="name"
                required
                onChange={({ target }) => setName(target.value)}
                error={faults.name !== undefined}
                helperText={faults.name}
              />
            )}
            {chosen === 'passkey' ? (
              <TextField
                name="passkey_name"
                label={T.passkeyName}
                helperText={faults['passkey.name'] ?? T.passkeyNameHelp}
                error={faults['passkey.name'] !== undefined}
                required
                autoComplete="off"
              />
            ) : (
              <>
                <NewPassword ownWords={[link.email, name]} fault={faults.password} />
                <TotpFields setup={link.totp} fault={faults['totp.code']} />
              </>
            )}
            <Button type="submit" variant="contained" disabled={busy}>
              {chosen === 'passkey' ? T.withPasskey : T.accept}
            </Button>
            {chosen === 'passkey' && <Button onClick={() => setChosen('password')}>{T.withPassword}</Button>}
          </Stack>
        )}
      </Stack>
    </LonePage>
  );
}
