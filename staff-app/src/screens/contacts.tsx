import { Box, Button, Stack } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  BooleanField,
  DataTable,
  FunctionField,
  type RaRecord,
  Show,
  SimpleShowLayout,
  TextField,
  useListContext,
  useNotify,
  useRecordContext,
  useRedirect,
} from 'react-admin';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { DayField, WhenField, YesField } from '../parts/fields';
import { CsvExport, FilteredExport, saveFile } from '../parts/csv';
import { StaffList } from '../parts/list';
import { wordOf } from '../texts';

export function ContactList(): ReactElement {
  return (
    <StaffList
      opens="show"
      buttons={
        may('contacts.export') && (
          <>
            <ConfirmedExport />
            <CsvExport
              path="contacts.csv?scope=opted_in"
              name="members-opted-in"
              label="Export members who opted in"
            />
            <CsvExport path="contacts.csv?scope=both" name="contacts-and-members" label="Export both" />
          </>
        )
      }
    >
      <DataTable.Col source="email" disableSort />
      <DataTable.Col source="first_name" disableSort />
      <DataTable.Col source="last_name" disableSort />
      <DataTable.Col source="confirmed" disableSort>
        <YesField source="confirmed" />
      </DataTable.Col>
      <DataTable.Col source="lists_opt_in_source" label="Came from" disableSort />
      <DataTable.Col source="created_at" disableSort>
        <DayField source="created_at" />
      </DataTable.Col>
    </StaffList>
  );
}

/** The file has confirmed contacts alone, so it would be empty for a list of the others. */
function ConfirmedExport(): ReactElement {
  const { filterValues } = useListContext();
  return (
    <FilteredExport
      path="contacts.csv?scope=confirmed"
      name="contacts"
      label="Export confirmed contacts"
      disabled={String((filterValues as Record<string, unknown>).confirmed) === 'false'}
    />
  );
}

export function ContactPage(): ReactElement {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <TextField source="email" />
        <TextField source="first_name" emptyText="–" />
        <TextField source="last_name" emptyText="–" />
        <BooleanField source="confirmed" looseValue />
        <TextField source="lists_opt_in_source" label="Came from" emptyText="–" />
        <WhenField source="created_at" />
        <FunctionField
          label="Other answers"
          render={({ custom_fields = {} }: { custom_fields?: Record<string, unknown> }) => (
            <Box component="span">
              {Object.entries(custom_fields)
                .map(([name, value]) => `${wordOf(name)}: ${String(value)}`)
                .join(', ') || '–'}
            </Box>
          )}
        />
        <ContactPrivacy />
      </SimpleShowLayout>
    </Show>
  );
}

/** What a contact may ask for: a copy of all data, and the end of it. A member asks for it as a member. */
function ContactPrivacy(): ReactElement | null {
  const contact = useRecordContext<RaRecord>();
  const notify = useNotify();
  const redirect = useRedirect();
  const [busy, setBusy] = useState(false);
  if (!contact) return null;
  if (contact.member_id !== null)
    return <Link to={`/members/${String(contact.member_id)}/show`}>Export or erase the member</Link>;
  const path = `contacts/${contact.id}`;
  const save = async (form: 'json' | 'html'): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await send<Blob>(clubPath(`${path}/export/${form}`), { method: 'POST' });
      saveFile(`contact-${contact.id}.${form}`, data);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    setBusy(false);
  };
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start', my: 2 }}>
      {may('members.export') && (
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => void save('html')}>
            Save the page
          </Button>
          <Button size="small" variant="outlined" disabled={busy} onClick={() => void save('json')}>
            Save the data
          </Button>
        </Stack>
      )}
      {may('members.erase') && (
        <ActionButton
          label="Erase the contact"
          path={`${path}/erase`}
          danger
          explains="Deletes the contact and the mails to the address. This cannot be undone."
          fields={[
            { name: 'reason', label: 'Reason', help: 'It is kept on record. Do not name the contact.' },
          ]}
          onDone={() => redirect('list', 'contacts')}
          done="The contact is erased."
        />
      )}
    </Stack>
  );
}
