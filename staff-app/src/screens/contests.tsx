import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  BooleanField,
  BooleanInput,
  DataTable,
  DateField,
  NumberInput,
  required,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { Section, StaffCreate, StaffEdit } from '../parts/form';
import { HtmlInput, TimeZoneInput } from '../parts/inputs';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { EventInput, PlansInput } from '../parts/references';

export function ContestList(): ReactElement {
  return (
    <StaffList creates sort={{ field: 'starts_at', order: 'DESC' }}>
      <DataTable.Col source="name" />
      <DataTable.Col source="starts_at">
        <DateField source="starts_at" showTime />
      </DataTable.Col>
      <DataTable.Col source="ends_at">
        <DateField source="ends_at" showTime />
      </DataTable.Col>
      <DataTable.Col source="published" disableSort>
        <BooleanField source="published" />
      </DataTable.Col>
    </StaffList>
  );
}

function ContestFields(): ReactElement {
  return (
    <>
      <TextInput source="name" validate={required()} />
      <TimeZoneInput source="time_zone" />
      <InstantInput source="starts_at" zoneSource="time_zone" validate={required()} />
      <InstantInput source="ends_at" zoneSource="time_zone" validate={required()} />
      <NumberInput source="minimum_age" min={0} max={150} />
      <EventInput source="event" />
      <PlansInput source="plans" helperText="Whose members may enter; none: all members." />
      <HtmlInput source="details" />
      <HtmlInput source="rules" />
      <BooleanInput source="published" helperText="Visitors see it." />
    </>
  );
}

export function ContestEdit(): ReactElement {
  return (
    <>
      <StaffEdit aside={<Entries />}>
        <ContestFields />
      </StaffEdit>
    </>
  );
}

export function ContestCreate(): ReactElement {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <StaffCreate
      defaults={{ published: false, minimum_age: 0, plans: [], details: '', rules: '', time_zone }}
    >
      <ContestFields />
    </StaffCreate>
  );
}

interface Entry {
  readonly id: number;
  readonly member_id?: number;
  readonly name?: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly entered_at: string;
  readonly excluded?: boolean;
  readonly exclusion?: { readonly reason: string } | null;
}

/** Who entered, and who was excluded and why. */
function Entries(): ReactElement | null {
  const contest = useRecordContext();
  const path = `contests/${contest?.id}/entries`;
  const { data } = useQuery({
    queryKey: ['contests', 'entries', contest?.id],
    queryFn: async () =>
      (await send<{ data: Entry[]; total: number }>(clubPath(`${path}?per_page=200`))).data,
    enabled: contest !== undefined && may('entries.read'),
  });
  if (!contest || !data) return null;
  const changes = mayUse('contests', 'edit');
  return (
    <div>
      <Section title={`Entries: ${data.total}`} />
      {data.total === 0 && <Typography>Nobody has entered yet.</Typography>}
      {data.total > 0 && (
        <Table size="small" aria-label="Entries">
          <TableHead>
            <TableRow>
              <TableCell>No.</TableCell>
              <TableCell>Name</TableCell>
              <TableCell>Entered</TableCell>
              <TableCell>Excluded</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.data.map((entry) => {
              const reason = entry.exclusion?.reason ?? (entry.excluded ? 'yes' : null);
              return (
                <TableRow key={entry.id}>
                  <TableCell>{entry.id}</TableCell>
                  <TableCell>
                    {entry.name ?? [entry.first_name, entry.last_name].filter(Boolean).join(' ')}
                  </TableCell>
                  <TableCell>{new Date(entry.entered_at).toLocaleString()}</TableCell>
                  <TableCell>
                    {reason}
                    {changes && reason === null && <Exclude contest={Number(contest.id)} entry={entry.id} />}
                    {changes && reason !== null && (
                      <ActionButton
                        label="Take back"
                        path={`contests/${contest.id}/exclusions/${entry.id}`}
                        method="DELETE"
                        done="The entry takes part again."
                      />
                    )}
                  </TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      )}
    </div>
  );
}

function Exclude({ contest, entry }: { contest: number; entry: number }): ReactElement {
  return (
    <ActionButton
      label="Exclude"
      path={`contests/${contest}/exclusions`}
      fields={[{ name: 'reason', label: 'Reason' }]}
      body={({ reason }) => ({ entry_id: entry, reason })}
      explains="The entry stays, but cannot win."
      done="The entry is excluded."
    />
  );
}
