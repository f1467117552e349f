import { Alert, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  BooleanInput,
  CheckboxGroupInput,
  DataTable,
  DeleteButton,
  required,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import type { TypesOfMessages } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { WhenField, YesField } from '../parts/fields';
import { StaffEdit } from '../parts/form';
import { StaffList } from '../parts/list';
import { wordsOfKey } from '../texts';

/** Shows a secret once. */
const shownSecret = ({ secret }: Record<string, unknown>): ReactElement => (
  <>
    <Alert severity="warning">The secret is shown only now. Copy it to your receiver.</Alert>
    <Typography sx={{ fontFamily: 'monospace', my: 2, wordBreak: 'break-all' }}>
      {secret as string}
    </Typography>
  </>
);

/** Adds an endpoint for members and memberships; its page has all types. */
function AddEndpoint(): ReactElement | null {
  if (!mayUse('webhook_endpoints', 'edit')) return null;
  return (
    <ActionButton
      label="Add an endpoint"
      path="webhook_endpoints"
      fields={[
        { name: 'name', label: 'Name', help: 'What it is for: “Forum”.' },
        { name: 'url', label: 'Address', type: 'url', help: 'Begins with https://' },
      ]}
      body={(values) => ({ ...values, types: ['membership.began', 'membership.ended'] })}
      explains="It gets began and ended memberships at first. Open it afterwards to choose what it gets."
      done=""
      shows={shownSecret}
    />
  );
}

export function EndpointList(): ReactElement {
  return (
    <StaffList buttons={<AddEndpoint />} sort={{ field: 'name', order: 'ASC' }}>
      <DataTable.Col source="name" />
      <DataTable.Col source="url" label="Address" disableSort />
      <DataTable.Col source="enabled" label="Switched on" disableSort>
        <YesField source="enabled" />
      </DataTable.Col>
      <DataTable.Col source="failing_since" label="Fails since" disableSort>
        <WhenField source="failing_since" />
      </DataTable.Col>
      <DataTable.NumberCol source="waiting" label="Messages that wait" disableSort />
    </StaffList>
  );
}

function TypesInput(): ReactElement {
  const path = clubPath('webhook_types');
  const { data } = useQuery({
    queryKey: [path],
    queryFn: async () => (await send<TypesOfMessages>(path)).data.data,
  });
  const choices = (data ?? []).map(({ type, description }) => ({
    id: type,
    name: `${wordsOfKey(type)}: ${description.replace(/`([^`]+)`/g, (_, key: string) => `“${wordsOfKey(key)}”`)}`,
  }));
  return (
    <CheckboxGroupInput
      source="types"
      label="What it gets"
      choices={choices}
      row={false}
      validate={required()}
    />
  );
}

/** What can be done with the saved endpoint. */
function EndpointActions(): ReactElement | null {
  const endpoint = useRecordContext();
  if (!endpoint || !mayUse('webhook_endpoints', 'edit')) return null;
  const path = `webhook_endpoints/${endpoint.id}`;
  return (
    <Stack spacing={1} sx={{ p: 2, alignItems: 'flex-start' }}>
      {endpoint.off_reason === 'failed' && (
        <Alert severity="warning">
          It failed for three days and was switched off. Messages wait: switch it on when the receiver works.
        </Alert>
      )}
      <ActionButton
        label="Send a test"
        path={`${path}/test`}
        disabled={!endpoint.enabled}
        explains="The receiver gets a message that is a test and says nothing else."
        done="The test is on its way. Deliveries show what the receiver answers."
      />
      <ActionButton
        label="Send a period again"
        path={`${path}/replay`}
        fields={[
          { name: 'from', label: 'From', type: 'instant' },
          { name: 'to', label: 'To', type: 'instant' },
        ]}
        explains="All messages of this time are sent again, also those that arrived. They are kept for 30 days."
        done="The messages are sent again."
      />
      <ActionButton
        label="New secret"
        path={`${path}/roll_secret`}
        fields={[
          {
            name: 'hours',
            label: 'Hours for which the present secret is valid, too',
            type: 'number',
            initial: '24',
          },
        ]}
        body={({ hours }) => ({ hours: Number(hours) })}
        explains="Put the new secret into your receiver before these hours are over."
        done=""
        shows={shownSecret}
      />
      <DeleteButton mutationMode="pessimistic" />
    </Stack>
  );
}

export function EndpointEdit(): ReactElement {
  return (
    <StaffEdit aside={<EndpointActions />}>
      <TextInput source="name" validate={required()} />
      <TextInput source="url" label="Address" type="url" validate={required()} />
      <BooleanInput source="enabled" label="Switched on" helperText="While it is off, its messages wait." />
      <BooleanInput
        source="personal"
        label="It gets personal data"
        helperText="Names, e-mail addresses and birth dates of members."
      />
      <TypesInput />
    </StaffEdit>
  );
}
