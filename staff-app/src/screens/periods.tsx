import { Alert } from '@mui/material';
import type { ReactElement } from 'react';
import { DataTable, FunctionField, type RaRecord, required, TextInput, useRecordContext } from 'react-admin';
import { WhenField } from '../parts/fields';
import { StaffCreate, StaffEdit } from '../parts/form';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { TimeLine } from '../parts/time-line';
import { NextSeason } from './next-season';

/** Whether the period is over, runs, or is still to come. */
function stateOf({ starts_at, ends_at }: RaRecord): string {
  const now = Date.now();
  if (Date.parse(String(starts_at)) > now) return 'To come';
  return Date.parse(String(ends_at)) < now ? 'Over' : 'Now';
}

export function PeriodList(): ReactElement {
  return (
    <>
      <TimeLine />
      <StaffList creates sort={{ field: 'starts_at', order: 'DESC' }}>
        <DataTable.Col source="name" />
        <DataTable.Col label="State" disableSort>
          <FunctionField render={stateOf} />
        </DataTable.Col>
        <DataTable.Col source="starts_at">
          <WhenField source="starts_at" />
        </DataTable.Col>
        <DataTable.Col source="ends_at">
          <WhenField source="ends_at" />
        </DataTable.Col>
        <DataTable.Col source="extended_until" disableSort>
          <WhenField source="extended_until" />
        </DataTable.Col>
      </StaffList>
    </>
  );
}

/** What staff should know of the period, such as that its extension is too short. */
function Notes(): ReactElement {
  const notes = (useRecordContext()?.notes ?? []) as readonly string[];
  return (
    <>
      {notes.map((note) => (
        <Alert key={note} severity="warning" sx={{ mb: 2, width: '100%' }}>
          {note}
        </Alert>
      ))}
    </>
  );
}

function PeriodFields(): ReactElement {
  return (
    <>
      <TextInput source="name" validate={required()} helperText="As people call the season: 2027." />
      <InstantInput source="starts_at" validate={required()} />
      <InstantInput source="ends_at" validate={required()} />
      <InstantInput
        source="extended_until"
        helperText="Memberships of this period stay valid until then; they count as lapsed."
      />
    </>
  );
}

export function PeriodCreate(): ReactElement {
  return (
    <StaffCreate>
      <PeriodFields />
    </StaffCreate>
  );
}

export function PeriodEdit(): ReactElement {
  return (
    <StaffEdit aside={<NextSeason />}>
      <Notes />
      <PeriodFields />
    </StaffEdit>
  );
}
