import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import { BooleanField, DataTable, FunctionField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { may } from '../api/clubs';
import { DayField, WhenField, YesField } from '../parts/fields';
import { CsvExport, FilteredExport } from '../parts/csv';
import { StaffList } from '../parts/list';
import { wordOf } from '../texts';

export function ContactList(): ReactElement {
  return (
    <StaffList
      opens="show"
      buttons={
        may('contacts.export') && (
          <>
            <FilteredExport
              path="contacts.csv?scope=confirmed"
              name="contacts"
              label="Export confirmed contacts"
            />
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
      </SimpleShowLayout>
    </Show>
  );
}
