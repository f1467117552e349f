import { Alert, Stack } from '@mui/material';
import type { ReactElement } from 'react';
import { DataTable, DeleteButton, required, TextInput, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { ActionButton } from '../parts/action-button';
import { DayField, YesField } from '../parts/fields';
import { StaffCreate } from '../parts/form';
import { StaffList } from '../parts/list';

/** What a check has found, and what to do. */
const FINDINGS: Readonly<Record<string, string>> = {
  served: 'The host leads to this service. It counts from now on.',
  not_found: 'The host has no address yet. Add it to the DNS of its domain, and try again later.',
  not_public: 'The host leads to an address that is not public.',
  unreachable: 'Nothing answers at the host, or its certificate is not valid.',
  redirected: 'The host sends visitors to another address.',
  another_server: 'Another server answers at the host, or the proxy does not pass the header Host.',
  in_use:
    'The service itself was used at this name within the last hour, so no fan club can have it. Ask those who run the service.',
  service_unnamed:
    'This page was opened at a name that the service does not know as its own, and which a host would shut out. Those who run the service add it to SERVICE_HOSTS, or let the proxy pass the header Host.',
};

function HostActions(): ReactElement | null {
  const host = useRecordContext();
  if (!host) return null;
  return (
    <Stack direction="row" spacing={1}>
      <ActionButton
        label="Check"
        path={`hosts/${host.id}/check`}
        explains="The service asks the host for its own answer."
        done=""
        shows={({ finding }) => (
          <Alert severity={finding === 'served' ? 'success' : 'warning'}>
            {FINDINGS[finding as string] ?? ''}
          </Alert>
        )}
      />
      {host.main === false && host.verified_at !== null && (
        <ActionButton
          label="Make main"
          path={`hosts/${host.id}/main`}
          explains="Links in mails and pages lead to the main host. The pages at the other hosts lead there, too. Members log in there once more. Applications in which members log in need the new issuer."
          done="It is the main host."
        />
      )}
      <DeleteButton mutationMode="pessimistic" redirect={false} />
    </Stack>
  );
}

/** The hosts at which the fan club is served. */
export function HostList(): ReactElement {
  return (
    <StaffList opens={false} creates searches={false} sort={{ field: 'host', order: 'ASC' }}>
      <DataTable.Col source="host" label="Host" />
      <DataTable.Col source="main" label="Main host" disableSort>
        <YesField source="main" />
      </DataTable.Col>
      <DataTable.Col source="verified_at" label="Checked" disableSort>
        <DayField source="verified_at" />
      </DataTable.Col>
      {mayUse('hosts', 'edit') && (
        <DataTable.Col label="Change" disableSort>
          <HostActions />
        </DataTable.Col>
      )}
    </StaffList>
  );
}

export function HostCreate(): ReactElement {
  return (
    <StaffCreate redirect="list">
      <TextInput
        source="host"
        label="Host"
        validate={required()}
        helperText="As fans.example.com. Its DNS must lead to this service. It counts after a check."
      />
    </StaffCreate>
  );
}
