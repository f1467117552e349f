import { Alert, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { BooleanInput, DataTable, PasswordInput, required, TextInput, useRecordContext } from 'react-admin';
import { ActionButton } from '../parts/action-button';
import { YesField } from '../parts/fields';
import { StaffCreate, StaffEdit } from '../parts/form';
import { OptionalTextInput } from '../parts/inputs';
import { StaffList } from '../parts/list';

export function ProviderList(): ReactElement {
  return (
    <StaffList creates searches={false}>
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="app_id" label="App id" disableSort />
      <DataTable.Col source="enabled" label="Switched on" disableSort>
        <YesField source="enabled" />
      </DataTable.Col>
    </StaffList>
  );
}

/** What providers with OpenID Connect need. It cannot be changed later, except the label. */
function OpenIdFields(): ReactElement {
  return (
    <>
      <OptionalTextInput
        source="issuer"
        label="Issuer"
        helperText="For log-in on the service's pages: https://accounts.google.com, https://appleid.apple.com. Empty: your website sends signed requests."
      />
      <OptionalTextInput source="label" label="Name on the button" helperText="With an issuer: Google." />
      <OptionalTextInput source="apple_team_id" label="Team id" helperText="Only for Apple." />
      <OptionalTextInput
        source="apple_key_id"
        label="Key id"
        helperText="Only for Apple. The secret is the text of the .p8 file."
      />
    </>
  );
}

/** The button's name, and a test of the provider. */
function OpenIdOfProvider(): ReactElement | null {
  const provider = useRecordContext();
  if (!provider || provider.issuer === null) return null;
  return (
    <>
      <TextInput source="label" label="Name on the button" validate={required()} />
      <ActionButton
        label="Test"
        path={`login_providers/${provider.id}/test`}
        explains="Asks the provider for its description."
        done=""
        shows={({ works, problem, callback }) => (
          <>
            <Alert severity={works ? 'success' : 'error'}>
              {works ? 'The provider answers.' : `It cannot be used: ${problem as string}`}
            </Alert>
            <Typography sx={{ mt: 2 }}>Enter this address at the provider:</Typography>
            <Typography sx={{ fontFamily: 'monospace', wordBreak: 'break-all' }}>
              {callback as string}
            </Typography>
          </>
        )}
      />
    </>
  );
}

function ProviderFields({ isNew }: { isNew: boolean }): ReactElement {
  return (
    <>
      <TextInput
        source="name"
        validate={required()}
        disabled={!isNew}
        helperText="As the provider is called in addresses: facebook. It cannot be changed later."
      />
      <TextInput source="app_id" label="App id" validate={required()} />
      <PasswordInput
        source="secret"
        label="Secret"
        validate={isNew ? required() : undefined}
        autoComplete="off"
        helperText={isNew ? 'It is never shown again.' : 'Empty: the secret stays as it is.'}
        parse={(text: string) => (text === '' ? undefined : text)}
      />
      <OptionalTextInput
        source="login_path"
        label="Path of the log-in"
        helperText="On your website, beginning with /. Empty: the usual path."
      />
      {isNew ? <OpenIdFields /> : <OpenIdOfProvider />}
      <BooleanInput source="enabled" label="Members can log in with it" />
    </>
  );
}

export function ProviderEdit(): ReactElement {
  return (
    <StaffEdit>
      <ProviderFields isNew={false} />
    </StaffEdit>
  );
}

export function ProviderCreate(): ReactElement {
  return (
    <StaffCreate defaults={{ enabled: true }}>
      <ProviderFields isNew />
    </StaffCreate>
  );
}
