import { Box, Button } from '@mui/material';
import type { ReactElement } from 'react';
import {
  DataTable,
  DateInput,
  FunctionField,
  NumberInput,
  SelectInput,
  useGetList,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { WhenField, WordField } from '../parts/fields';
import { StaffList } from '../parts/list';
import { differences } from '../parts/differences';
import { wordOf } from '../texts';

/** The kinds of things that a change can be about. */
const SUBJECTS = [
  'application',
  'batch',
  'benefit',
  'benefit_item',
  'contact',
  'contest',
  'contest_entry',
  'domain',
  'event',
  'fanclub',
  'forum',
  'host',
  'image',
  'invitation',
  'key',
  'item_type',
  'login_provider',
  'mail',
  'mail_template',
  'member',
  'note',
  'order',
  'organization_key',
  'parcel',
  'period',
  'plan',
  'presale_code',
  'presale_pool',
  'program_key',
  'redeem_batch',
  'redeem_code',
  'refund',
  'renewal',
  'retention',
  'role',
  'stray',
  'webhook_endpoint',
].map((id) => ({ id, name: wordOf(id) }));

/** The people, by the number under which changes name them. */
function usePeople(): Readonly<Record<number, string>> {
  const { data = [] } = useGetList('people', { pagination: { page: 1, perPage: 200 } });
  return Object.fromEntries(data.map(({ staff_id, name, email }) => [staff_id, (name || email) as string]));
}

function PersonInput(_: { source: string; label: string }): ReactElement {
  const people = usePeople();
  const choices = Object.entries(people).map(([id, name]) => ({ id, name }));
  return <SelectInput source="staff_id" label="Who" choices={choices} emptyText="All" />;
}

const AUDIT_FILTERS = [
  <PersonInput key="staff_id" source="staff_id" label="Who" />,
  <SelectInput
    key="subject_type"
    source="subject_type"
    label="Kind of thing"
    choices={SUBJECTS}
    emptyText="All"
  />,
  <NumberInput key="subject_id" source="subject_id" label="Its number" />,
  <DateInput key="from" source="from" label="From" />,
  <DateInput key="to" source="to" label="To" />,
];

/** The author of a change: somebody of the staff, even if they have left, or the operator of the service. */
function Who(): ReactElement | null {
  const change = useRecordContext();
  const people = usePeople();
  if (!change) return null;
  const { staff_id, key_name } = change as unknown as { staff_id: number | null; key_name: string | null };
  const person = staff_id === null ? 'Operator' : (people[staff_id] ?? `Person no. ${staff_id}`);
  return <>{key_name === null ? person : `Program “${key_name}” (key of ${person})`}</>;
}

/** The changes of the fan club, or those of its organization as a whole, which only its owners may read. */
export function AuditList(): ReactElement {
  const resource = useResourceContext();
  return (
    <StaffList
      opens={false}
      searches={false}
      filters={AUDIT_FILTERS}
      buttons={
        <>
          {resource === 'audits' ? (
            <Button size="small" component={Link} to="/organization_audits">
              Changes of the organization
            </Button>
          ) : (
            <Button size="small" component={Link} to="/audits">
              Record of changes
            </Button>
          )}
          <Button size="small" component={Link} to="/security_events">
            Security events
          </Button>
        </>
      }
    >
      <DataTable.Col source="at" label="When" disableSort>
        <WhenField source="at" />
      </DataTable.Col>
      <DataTable.Col label="Who" disableSort>
        <Who />
      </DataTable.Col>
      <DataTable.Col source="action" label="What" disableSort>
        <WordField source="action" />
      </DataTable.Col>
      <DataTable.Col label="Of" disableSort>
        <FunctionField
          render={({ subject_type, subject_id }: { subject_type?: string; subject_id?: number | null }) =>
            `${wordOf(subject_type)}${subject_id == null ? '' : ` no. ${subject_id}`}`
          }
        />
      </DataTable.Col>
      <DataTable.Col label="Changed" disableSort>
        <Box sx={{ minWidth: { sm: 240 }, overflowWrap: 'anywhere' }}>
          <FunctionField render={differences} />
        </Box>
      </DataTable.Col>
    </StaffList>
  );
}

/** `plan:7` or `staff:3` as its kind and number. */
const named = (target: unknown): string => {
  if (typeof target !== 'string') return '–';
  const [kind, id] = target.split(':');
  return id === undefined ? wordOf(kind) : `${wordOf(kind)} no. ${id}`;
};

export function SecurityEventList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      buttons={
        <Button size="small" component={Link} to="/audits">
          Record of changes
        </Button>
      }
    >
      <DataTable.Col source="at" label="When" disableSort>
        <WhenField source="at" />
      </DataTable.Col>
      <DataTable.Col source="action" label="What" disableSort>
        <WordField source="action" />
      </DataTable.Col>
      <DataTable.Col label="Who" disableSort>
        <FunctionField render={({ actor }: { actor?: string }) => named(actor)} />
      </DataTable.Col>
      <DataTable.Col label="Of" disableSort>
        <FunctionField render={({ target }: { target?: string | null }) => named(target)} />
      </DataTable.Col>
    </StaffList>
  );
}
