import { Alert, Box, TablePagination, TextField, Typography } from '@mui/material';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import {
  BooleanInput,
  DataTable,
  NumberInput,
  required,
  TextInput,
  useGetList,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubZone, may, reachOf } from '../api/clubs';
import { typed } from '../login/login-form';
import { WhenField, YesField } from '../parts/fields';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { Section, StaffCreate, StaffEdit } from '../parts/form';
import { HtmlInput } from '../parts/html-input';
import { TimeZoneInput } from '../parts/inputs';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { EventInput, PlansInput } from '../parts/references';
import { Preview } from '../parts/preview';
import { when } from '../parts/zoned-time';
import type { EntryOfContest } from '../api/generated';
import { ContestDraw, useDraw } from './contest-draw';

export function ContestList(): ReactElement {
  return (
    <StaffList creates sort={{ field: 'starts_at', order: 'DESC' }}>
      <DataTable.Col source="name" />
      <DataTable.Col source="starts_at">
        <WhenField source="starts_at" />
      </DataTable.Col>
      <DataTable.Col source="ends_at">
        <WhenField source="ends_at" />
      </DataTable.Col>
      <DataTable.Col source="published" disableSort>
        <YesField source="published" />
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
      <NumberInput
        source="minimum_age"
        min={0}
        max={150}
        helperText="Years; 0 if everybody may enter, 16 if people must be 16 or older."
      />
      <EventInput source="event" />
      <PlansInput
        source="plans"
        helperText="Whose members may enter. None: everybody with an account, also without a membership."
      />
      <HtmlInput source="details" />
      <HtmlInput source="rules" />
      <BooleanInput source="published" helperText="Visitors see it." />
    </>
  );
}

export function ContestEdit(): ReactElement {
  return (
    <StaffEdit
      aside={
        <Box sx={{ minWidth: 0, width: { xs: '100%', md: 420 } }}>
          <ContestDraw />
          <Entries />
          <Preview of="contests" />
        </Box>
      }
    >
      <ContestFields />
    </StaffEdit>
  );
}

export function ContestCreate(): ReactElement {
  const time_zone = clubZone();
  return (
    <StaffCreate
      defaults={{ published: false, minimum_age: 0, plans: [], details: '', rules: '', time_zone }}
    >
      <ContestFields />
    </StaffCreate>
  );
}

/** Of a page of the entries. */
const ROWS = 25;

/** Who entered, and who was excluded and why. */
function Entries(): ReactElement | null {
  const contest = useRecordContext();
  const { draw } = useDraw();
  const [page, setPage] = useState(1);
  const [q, setQ] = useState('');
  const { data, total, error } = useGetList<EntryOfContest>(
    `contests/${contest?.id}/entries`,
    { pagination: { page, perPage: ROWS }, sort: { field: 'id', order: 'ASC' }, filter: { q } },
    { enabled: contest !== undefined && may('entries.read'), placeholderData: (former) => former },
  );
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!contest || !data || total === undefined) return null;
  const changes = mayUse('contests', 'edit') && (draw?.step === 'none' || draw?.step === 'entries');
  const search = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setPage(1);
    setQ(typed(event.currentTarget, 'q').trim());
  };
  return (
    <Box sx={{ px: 2, overflowX: 'auto' }}>
      <Section title={`Entries${q === '' ? '' : ' found'}: ${total}`} />
      {reachOf('entries.read') === 'full' && (total > 0 || q !== '') && (
        <form onSubmit={search}>
          <TextField
            name="q"
            type="search"
            label="Search names"
            helperText="Press Enter to search."
            fullWidth
          />
        </form>
      )}
      {total === 0 && (
        <Typography>{q === '' ? 'Nobody has entered yet.' : 'Nobody of this name has entered.'}</Typography>
      )}
      {data.length > 0 && (
        <Facts
          title="Entries"
          rows={data}
          columns={[
            { title: 'No.', of: ({ id }) => id },
            {
              title: 'Name',
              of: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
            },
            { title: 'Entered', of: ({ entered_at }) => when(entered_at) },
            {
              title: 'Excluded',
              of: ({ id, exclusion }) => (
                <>
                  {exclusion && (exclusion.reason ?? 'yes')}
                  {changes && !exclusion && <Exclude contest={Number(contest.id)} entry={id} />}
                  {changes && exclusion && (
                    <ActionButton
                      label="Take back"
                      path={`contests/${contest.id}/exclusions/${id}`}
                      method="DELETE"
                      done="The entry takes part again."
                    />
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {total > ROWS && (
        <TablePagination
          component="div"
          count={total}
          page={page - 1}
          rowsPerPage={ROWS}
          rowsPerPageOptions={[]}
          onPageChange={(_, next) => setPage(next + 1)}
        />
      )}
    </Box>
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
