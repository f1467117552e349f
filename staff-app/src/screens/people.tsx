import type { ReactElement } from 'react';
import {
  DataTable,
  DateField,
  DateInput,
  FunctionField,
  NumberInput,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { Stack } from '@mui/material';
import { mayUse } from '../api/auth-provider';
import { ActionButton } from '../parts/action-button';
import { StaffList } from '../parts/list';

/** The roles, with what they are for. */
const ROLES = {
  owner: 'Owner: everything',
  manager: 'Manager: everything but people and keys',
  support: 'Support: helps members',
  fulfilment: 'Fulfilment: parcels',
  viewer: 'Viewer: looks, without personal data',
};

function PersonActions(): ReactElement | null {
  const person = useRecordContext();
  if (!person || !mayUse('people', 'edit')) return null;
  return (
    <Stack direction="row" spacing={1}>
      <ActionButton
        label="Change role"
        path={`people/${person.id}`}
        method="PATCH"
        fields={[{ name: 'role', label: 'Role', choices: ROLES, initial: String(person.role) }]}
        done="The role is changed."
      />
      <ActionButton
        label="Reset log-in"
        path={`people/${person.id}/reset`}
        explains="Their passkeys and password stop working. They get a mail with a link to set up new ones."
        done="The mail is on its way."
      />
      <ActionButton
        label="Remove"
        path={`people/${person.id}`}
        method="DELETE"
        danger
        done="The person is removed."
      />
    </Stack>
  );
}

export function PeopleList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      buttons={
        mayUse('people', 'edit') && (
          <ActionButton
            label="Invite"
            path="invitations"
            explains="They get a mail with a link that works for 72 hours."
            fields={[
              { name: 'email', label: 'E-mail', type: 'email' },
              { name: 'role', label: 'Role', choices: ROLES, initial: 'viewer' },
            ]}
            done="The invitation is on its way."
          />
        )
      }
    >
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="email" disableSort />
      <DataTable.Col source="role" disableSort />
      <DataTable.Col source="last_seen_at" label="Last seen" disableSort>
        <DateField source="last_seen_at" showTime emptyText="–" />
      </DataTable.Col>
      <DataTable.Col label="Change" disableSort>
        <PersonActions />
      </DataTable.Col>
    </StaffList>
  );
}

/** Changed fields as `price: 50.00 → 55.00`. */
function differences({
  before,
  after,
}: {
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}): string {
  const text = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
  return Object.keys({ ...before, ...after })
    .map((name) => `${name}: ${text(before?.[name])} → ${text(after?.[name])}`)
    .join('; ')
    .slice(0, 300);
}

const AUDIT_FILTERS = [
  <TextInput key="action" source="action" />,
  <TextInput key="subject_type" source="subject_type" label="Kind of thing" />,
  <NumberInput key="subject_id" source="subject_id" label="Its number" />,
  <DateInput key="from" source="from" />,
  <DateInput key="to" source="to" />,
];

export function AuditList(): ReactElement {
  return (
    <StaffList opens={false} searches={false} filters={AUDIT_FILTERS}>
      <DataTable.Col source="at" label="When" disableSort>
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.Col label="Who" disableSort>
        <FunctionField
          render={({ person }: { person?: { name?: string; email?: string } | string | null }) =>
            (typeof person === 'string' ? person : person?.name || person?.email) ?? 'Operator'
          }
        />
      </DataTable.Col>
      <DataTable.Col source="action" label="What" disableSort />
      <DataTable.Col label="Of" disableSort>
        <FunctionField
          render={({ subject_type, subject_id }: { subject_type?: string; subject_id?: number }) =>
            [subject_type, subject_id].filter((part) => part != null).join(' ')
          }
        />
      </DataTable.Col>
      <DataTable.Col label="Changed" disableSort>
        <FunctionField render={differences} />
      </DataTable.Col>
    </StaffList>
  );
}

export function SecurityEventList(): ReactElement {
  return (
    <StaffList opens={false} searches={false}>
      <DataTable.Col source="at" label="When" disableSort>
        <DateField source="at" showTime />
      </DataTable.Col>
      <DataTable.Col source="action" label="What" disableSort />
      <DataTable.Col source="actor" label="Who" disableSort />
      <DataTable.Col source="target" label="Of" disableSort />
    </StaffList>
  );
}
