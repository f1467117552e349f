import { Alert, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import {
  BooleanField,
  BooleanInput,
  DataTable,
  DateField,
  DeleteButton,
  PasswordInput,
  required,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { ActionButton } from '../parts/action-button';
import { StaffCreate, StaffEdit } from '../parts/form';
import { OptionalTextInput } from '../parts/inputs';
import { StaffList } from '../parts/list';

/** Why the pages of an address may log members in, or not. */
const REASONS: Readonly<Record<string, string>> = {
  not_an_origin: 'This is not an address such as https://www.example.com.',
  trusted_domain: 'It is a trusted domain.',
  own_website: 'It is the website of the fan club.',
  not_trusted: 'It is neither the website of the fan club nor a trusted domain.',
};

export function DomainList(): ReactElement {
  const changes = mayUse('domains', 'edit');
  return (
    <StaffList
      opens={false}
      creates
      searches={false}
      sort={{ field: 'origin', order: 'ASC' }}
      buttons={
        <ActionButton
          label="Try an address"
          path="domains/try"
          fields={[{ name: 'origin', label: 'Address of a website', type: 'url' }]}
          done=""
          shows={({ allowed, reason }) => (
            <Alert severity={allowed ? 'success' : 'warning'}>
              {allowed ? 'Its pages may log members in.' : 'Its pages may not log members in.'}{' '}
              {REASONS[reason as string] ?? ''}
            </Alert>
          )}
        />
      }
    >
      <DataTable.Col source="origin" />
      {changes && (
        <DataTable.Col label="Delete" disableSort>
          <DeleteButton mutationMode="pessimistic" redirect={false} />
        </DataTable.Col>
      )}
    </StaffList>
  );
}

export function DomainCreate(): ReactElement {
  return (
    <StaffCreate redirect="list">
      <TextInput
        source="origin"
        type="url"
        validate={required()}
        helperText="As https://www.example.com, without a path."
      />
    </StaffCreate>
  );
}

function KeyActions(): ReactElement | null {
  const key = useRecordContext();
  if (!key || key.revoked_at !== null || !mayUse('keys', 'edit')) return null;
  return (
    <>
      {!key.main && (
        <ActionButton label="Make main" path={`keys/${key.id}/main`} done="It is the main key." />
      )}{' '}
      <ActionButton
        label="Revoke"
        path={`keys/${key.id}/revoke`}
        danger
        explains="Websites that still use this key stop working at once."
        done="The key is revoked."
      />
    </>
  );
}

export function KeyList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      buttons={
        mayUse('keys', 'edit') && (
          <ActionButton
            label="Add a key"
            path="keys"
            fields={[{ name: 'name', label: 'Name', help: 'What uses it: “Website”.' }]}
            done=""
            shows={({ key }) => (
              <>
                <Alert severity="warning">The key is shown only now. Copy it to where it is needed.</Alert>
                <Typography sx={{ fontFamily: 'monospace', my: 2, wordBreak: 'break-all' }}>
                  {key as string}
                </Typography>
              </>
            )}
          />
        )
      }
    >
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="main" disableSort>
        <BooleanField source="main" />
      </DataTable.Col>
      <DataTable.Col source="created_at" disableSort>
        <DateField source="created_at" />
      </DataTable.Col>
      <DataTable.Col source="last_used_at" disableSort>
        <DateField source="last_used_at" emptyText="–" />
      </DataTable.Col>
      <DataTable.Col source="revoked_at" disableSort>
        <DateField source="revoked_at" emptyText="–" />
      </DataTable.Col>
      <DataTable.Col label="Change" disableSort>
        <KeyActions />
      </DataTable.Col>
    </StaffList>
  );
}

export function ProviderList(): ReactElement {
  return (
    <StaffList creates searches={false}>
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="app_id" label="App id" disableSort />
      <DataTable.Col source="enabled" disableSort>
        <BooleanField source="enabled" />
      </DataTable.Col>
    </StaffList>
  );
}

function ProviderFields({ isNew }: { isNew: boolean }): ReactElement {
  return (
    <>
      <TextInput
        source="name"
        validate={required()}
        helperText="As the provider is called in addresses: facebook."
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
      <OptionalTextInput source="login_path" label="Path of the log-in" />
      <BooleanInput source="enabled" />
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
