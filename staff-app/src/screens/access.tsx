import { Alert, Stack, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { DataTable, DeleteButton, required, TextInput, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, organizationPath } from '../api/clubs';
import { DayField, YesField } from '../parts/fields';
import { ActionButton } from '../parts/action-button';
import { StaffCreate } from '../parts/form';
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

/** Where the keys are: of the fan club, for its websites, or of the organization, for partners. */
interface KeyPlace {
  readonly path: string;
}

function KeyActions({ path }: KeyPlace): ReactElement | null {
  const key = useRecordContext();
  if (!key || key.revoked_at !== null || !mayUse('keys', 'edit')) return null;
  return (
    <Stack direction="row" spacing={1}>
      {key.main === false && (
        <ActionButton
          label="Make main"
          path={`${path}/${key.id}/main`}
          isWhole
          explains="Links in mails and pages of the service use the main key."
          done="It is the main key."
        />
      )}
      <ActionButton
        label="Revoke"
        path={`${path}/${key.id}/revoke`}
        isWhole
        danger
        explains="Programs that still use this key are refused at once. This cannot be undone."
        done="The key is revoked."
      />
    </Stack>
  );
}

function AddKey({ path, help }: KeyPlace & { help: string }): ReactElement | null {
  if (!mayUse('keys', 'edit')) return null;
  return (
    <ActionButton
      label="Add a key"
      path={path}
      isWhole
      fields={[{ name: 'name', label: 'Name', help }]}
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
  );
}

const keyColumns = (actions: ReactElement, hasMain: boolean): ReactElement => (
  <>
    <DataTable.Col source="name" disableSort />
    <DataTable.Col source="prefix" label="Begins with" disableSort />
    {hasMain && (
      <DataTable.Col source="main" disableSort>
        <YesField source="main" />
      </DataTable.Col>
    )}
    <DataTable.Col source="created_at" disableSort>
      <DayField source="created_at" />
    </DataTable.Col>
    <DataTable.Col source="last_used_at" disableSort>
      <DayField source="last_used_at" />
    </DataTable.Col>
    <DataTable.Col source="revoked_at" disableSort>
      <DayField source="revoked_at" />
    </DataTable.Col>
    {mayUse('keys', 'edit') && (
      <DataTable.Col label="Change" disableSort>
        {actions}
      </DataTable.Col>
    )}
  </>
);

/** The keys with which websites of the fan club ask the service. */
export function KeyList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      buttons={<AddKey path={clubPath('keys')} help="What uses it: “Website”." />}
    >
      {keyColumns(<KeyActions path={clubPath('keys')} />, true)}
    </StaffList>
  );
}

/** The keys with which partners look up members of all the organization's fan clubs. */
export function OrganizationKeyList(): ReactElement {
  const path = organizationPath('keys');
  return (
    <StaffList
      opens={false}
      searches={false}
      buttons={<AddKey path={path} help="Who uses it: “Ticket shop”." />}
    >
      {keyColumns(<KeyActions path={path} />, false)}
    </StaffList>
  );
}
