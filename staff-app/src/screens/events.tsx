import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import {
  ArrayInput,
  BooleanField,
  BooleanInput,
  DataTable,
  FunctionField,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { ActionButton } from '../parts/action-button';
import { Section, StaffCreate, StaffEdit } from '../parts/form';
import { CountryInput, HtmlInput, LinesInput, OptionalTextInput, TimeZoneInput } from '../parts/inputs';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { Preview } from '../parts/preview';
import { clockTime, instantOf } from '../parts/zoned-time';

const STATES = ['Show', 'Show On Specific Dates Only', 'Sold Out', 'Hide'].map((id) => ({ id, name: id }));

/** When an event starts, and whose clocks show it. */
interface Start {
  readonly start: string;
  readonly time_zone: string;
}

export function EventList(): ReactElement {
  return (
    <StaffList
      creates
      sort={{ field: 'start', order: 'DESC' }}
      filters={[<BooleanInput key="published" source="published" />]}
    >
      <DataTable.Col source="title" />
      <DataTable.Col source="start" label="Start (there)">
        <FunctionField
          render={({ start, time_zone }: Start) => clockTime(start, time_zone).replace('T', ' ')}
        />
      </DataTable.Col>
      <DataTable.Col source="venue.name" label="Venue" disableSort />
      <DataTable.Col source="venue.city" label="City" disableSort />
      <DataTable.Col source="published" disableSort>
        <BooleanField source="published" />
      </DataTable.Col>
    </StaffList>
  );
}

function EventFields(): ReactElement {
  return (
    <>
      <TextInput source="title" validate={required()} />
      <TimeZoneInput source="time_zone" />
      <InstantInput
        source="start"
        zoneSource="time_zone"
        validate={required()}
        helperText="In the venue's time zone:"
      />
      <InstantInput source="doors_open" zoneSource="time_zone" />
      <HtmlInput source="description" />
      <LinesInput source="tags" helperText="One a line." />
      <BooleanInput source="published" helperText="Switch this off to withdraw the event." />
      <Section title="Venue" />
      <TextInput source="venue.name" label="Name" validate={required()} />
      <OptionalTextInput source="venue.address" label="Street address" />
      <OptionalTextInput source="venue.city" label="City" />
      <OptionalTextInput source="venue.state" label="State" />
      <OptionalTextInput source="venue.postalcode" label="Postal code" />
      <CountryInput source="venue.country" />
      <Section
        title="Ticket links"
        help="In this order. Codes of members-only links are shown to members only."
      />
      <ArrayInput source="links" label={false}>
        <SimpleFormIterator disableClear fullWidth>
          <TextInput source="name" validate={required()} />
          <TextInput source="url" type="url" validate={required()} />
          <SelectInput source="status" choices={STATES} defaultValue="Show" validate={required()} />
          <BooleanInput source="exclusive" defaultValue={false} />
          <LinesInput source="codes" helperText="One a line." />
          <HtmlInput source="code_instructions" />
          <InstantInput source="publish_start" />
          <InstantInput source="publish_end" />
        </SimpleFormIterator>
      </ArrayInput>
    </>
  );
}

/** What visitors see, and copies of the event for the other dates of a tour. */
function EventAside(): ReactElement | null {
  const event = useRecordContext();
  if (!event) return null;
  return (
    <Box>
      {mayUse('events', 'edit') && (
        <Box sx={{ p: 2 }}>
          <ActionButton
            label="Copy for a tour"
            path={`events/${event.id}/copies`}
            explains="Each copy has all but the start. Separate several starts by commas, as 2027-05-01T20:00, in the event's time zone."
            fields={[{ name: 'starts', label: 'Starts' }]}
            body={({ starts }) => ({
              starts: starts
                .split(/[\s,]+/)
                .map((start) => instantOf(start, event.time_zone as string) ?? start),
            })}
            done="The copies are there."
          />
        </Box>
      )}
      <Preview of="events" />
    </Box>
  );
}

export function EventEdit(): ReactElement {
  return (
    <StaffEdit aside={<EventAside />}>
      <EventFields />
    </StaffEdit>
  );
}

export function EventCreate(): ReactElement {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <StaffCreate defaults={{ published: true, tags: [], links: [], time_zone, description: '' }}>
      <EventFields />
    </StaffCreate>
  );
}
