import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { DataTable, FunctionField, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { DayField, WhenField } from '../parts/fields';
import { StaffList } from '../parts/list';
import { wordOf } from '../texts';

const DAY = 86_400_000;

/** How long a key may be used. */
const LIVES = { 30: '30 days', 90: '90 days', 180: '180 days', 365: 'A year' };

/** `Presale codes: read` for `presale_codes.read`. */
const permissionOf = (scope: string): string => {
  const [topic, verb] = scope.split('.');
  return `${wordOf(topic)}: ${verb.replaceAll('_', ' ')}`;
};

function AddProgramKey(): ReactElement {
  const { data } = useQuery({
    queryKey: ['program_keys', 'scopes'],
    queryFn: () => send<{ scopes: string[] }>(clubPath('program_keys/scopes')),
  });
  const scopes = data?.data.scopes ?? [];
  return (
    <ActionButton
      label="Add a key"
      path="program_keys"
      disabled={scopes.length === 0}
      explains="A program with this key may do what you choose here, and never more than you may do yourself."
      fields={[
        {
          name: 'name',
          label: 'Name',
          help: 'What uses it: “Nightly export”. The record of changes names it.',
        },
        {
          name: 'scopes',
          label: 'Permissions',
          several: true,
          choices: Object.fromEntries(scopes.map((scope) => [scope, permissionOf(scope)])),
          help: 'Only what the program needs. “Read” shows, “write” changes.',
        },
        { name: 'days', label: 'Ends after', choices: LIVES },
      ]}
      body={({ name = '', scopes: chosen = '', days = '' }) => ({
        name,
        scopes: chosen.split(',').filter(Boolean),
        // A minute less, because the clock of this computer may be fast.
        expires_at: new Date(Date.now() + Number(days) * DAY - 60_000).toISOString(),
      })}
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

function RevokeKey(): ReactElement | null {
  const key = useRecordContext();
  if (!key || key.revoked_at !== null) return null;
  return (
    <ActionButton
      label="Revoke"
      path={`program_keys/${key.id}/revoke`}
      danger
      explains="The program is refused at once. This cannot be undone."
      done="The key is revoked."
    />
  );
}

/** The keys with which programs of the fan club use the API for staff. */
export function ProgramKeyList(): ReactElement {
  const changes = mayUse('program_keys', 'edit');
  return (
    <StaffList opens={false} searches={false} {...(changes && { buttons: <AddProgramKey /> })}>
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="prefix" label="Begins with" disableSort />
      <DataTable.Col source="scopes" label="Permissions" disableSort>
        <FunctionField render={({ scopes }: { scopes: string[] }) => scopes.map(permissionOf).join(', ')} />
      </DataTable.Col>
      <DataTable.Col source="last_used_at" disableSort>
        <WhenField source="last_used_at" />
      </DataTable.Col>
      <DataTable.Col source="expires_at" label="Ends" disableSort>
        <DayField source="expires_at" />
      </DataTable.Col>
      <DataTable.Col source="revoked_at" disableSort>
        <DayField source="revoked_at" />
      </DataTable.Col>
      {changes && (
        <DataTable.Col label="Change" disableSort>
          <RevokeKey />
        </DataTable.Col>
      )}
    </StaffList>
  );
}
