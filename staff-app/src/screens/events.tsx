import { Box, Button } from '@mui/material';
import type { ReactElement } from 'react';
import {
  ArrayInput,
  BooleanInput,
  DataTable,
  FunctionField,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubZone, may } from '../api/clubs';
import { ActionButton } from '../parts/action-button';
import { CsvImport, FilteredExport } from '../parts/csv';
import { YesField } from '../parts/fields';
import { Section, StaffCreate, StaffEdit } from '../parts/form';
import { HtmlInput } from '../parts/html-input';
import { AddItem, CountryInput, LinesInput, OptionalTextInput, TimeZoneInput } from '../parts/inputs';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { Preview } from '../parts/preview';
import { FormerVenue } from '../parts/former-venue';
import { PlansInput, PoolInput } from '../parts/references';
import { instantOf, placeOf, when } from '../parts/zoned-time';

const STATES = [
  { id: 'Show', name: 'Shown' },
  { id: 'Show On Specific Dates Only', name: 'Shown between two dates' },
  { id: 'Sold Out', name: 'Sold out' },
  { id: 'Hide', name: 'Hidden' },
];

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
      buttons={
        <>
          <Button size="small" component={Link} to="/calendar">
            Calendar
          </Button>
          <FilteredExport path="events.csv" name="events" />
          {mayUse('events', 'edit') && <CsvImport path="events/import" />}
        </>
      }
    >
      <DataTable.Col source="title" />
      <DataTable.Col source="start" label="Start (local time)">
        <FunctionField
          render={({ start, time_zone }: Start) => `${when(start, time_zone)} (${placeOf(time_zone)})`}
        />
      </DataTable.Col>
      <DataTable.Col source="venue.name" label="Venue" disableSort />
      <DataTable.Col source="venue.city" label="City" disableSort />
      <DataTable.Col source="published" disableSort>
        <YesField source="published" />
      </DataTable.Col>
    </StaffList>
  );
}

function EventFields(): ReactElement {
  return (
    <>
      <Section title="Event" />
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
      <BooleanInput
        source="published"
        helperText="Visitors see the event as soon as it is saved. Switch this off to prepare or to withdraw it."
      />
      <Section title="Venue" />
      <FormerVenue />
      <TextInput source="venue.name" label="Name" validate={required()} />
      <OptionalTextInput source="venue.address" label="Street address" />
      <OptionalTextInput source="venue.city" label="City" />
      <OptionalTextInput source="venue.state" label="State or region" />
      <OptionalTextInput source="venue.postalcode" label="Postal code" />
      <CountryInput source="venue.country" />
      <Section
        title="Ticket links"
        help="In this order. Codes of members-only links are shown to members only."
      />
      <ArrayInput source="links" label={false}>
        <SimpleFormIterator disableClear fullWidth addButton={<AddItem label="Add a ticket link" />}>
          <TextInput source="name" validate={required()} />
          <TextInput source="url" type="url" validate={required()} />
          <SelectInput
            source="status"
            choices={STATES}
            defaultValue="Show"
            validate={required()}
            helperText="“Shown between two dates” follows the two times below; “Shown” does not."
          />
          <BooleanInput source="exclusive" defaultValue={false} />
          <LinesInput source="codes" defaultValue={[]} helperText="One a line." />
          {may('presale_codes.read') && (
            <PoolInput
              source="presale_pool"
              label="Pool of presale codes"
              helperText="Each entitled member has a code of their own."
            />
          )}
          <HtmlInput source="code_instructions" />
          <PlansInput
            source="plans"
            defaultValue={[]}
            helperText="Whose members may use the link; none: all members."
          />
          <OptionalTextInput
            source="host"
            helperText="Who sells the tickets. Empty: the website of the address."
          />
          <InstantInput source="publish_start" zoneSource="time_zone" helperText="Empty: at once." />
          <InstantInput source="publish_end" zoneSource="time_zone" helperText="Empty: until the event." />
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
            explains={`Each copy has everything of this event but its start, and is not published. Times are those of ${placeOf(event.time_zone as string)}; change the venues afterwards.`}
            fields={[
              { name: 'starts', label: 'Starts', long: true, help: 'One a line, as 2027-05-01 20:00.' },
            ]}
            body={({ starts }) => ({
              starts: starts
                .split(/[\n,;]+/)
                .map((start) => start.trim().replace(/\s+/, 'T'))
                .filter((start) => start !== '')
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

/** Sends no seller that is not typed, so that it follows from the address. */
function withoutEmptySellers(event: { links?: readonly { host?: string | null }[] }): object {
  const links = event.links?.map(({ host, ...link }) => (host ? { ...link, host } : link));
  return { ...event, links };
}

export function EventEdit(): ReactElement {
  return (
    <StaffEdit transform={withoutEmptySellers} aside={<EventAside />}>
      <EventFields />
    </StaffEdit>
  );
}

export function EventCreate(): ReactElement {
  const time_zone = clubZone();
  return (
    <StaffCreate
      transform={withoutEmptySellers}
      defaults={{ published: true, tags: [], links: [], time_zone, description: '' }}
    >
      <EventFields />
    </StaffCreate>
  );
}
