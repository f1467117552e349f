import { Alert, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  ArrayInput,
  BooleanInput,
  DataTable,
  DeleteButton,
  PasswordInput,
  ReferenceInput,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import type { ClassesOfPlans, ForumOfClub } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { WhenField, YesField } from '../parts/fields';
import { StaffCreate, StaffEdit } from '../parts/form';
import { AddItem } from '../parts/inputs';
import { StaffList } from '../parts/list';
import { when } from '../parts/zoned-time';

/** The forums whose groups follow memberships. */
export function ForumList(): ReactElement {
  return (
    <StaffList creates sort={{ field: 'name', order: 'ASC' }}>
      <DataTable.Col source="name" />
      <DataTable.Col source="url" label="Address" disableSort />
      <DataTable.Col source="enabled" label="Switched on" disableSort>
        <YesField source="enabled" />
      </DataTable.Col>
      <DataTable.NumberCol source="in_groups" label="Members in groups" disableSort />
      <DataTable.Col source="failing_since" label="Fails since" disableSort>
        <WhenField source="failing_since" />
      </DataTable.Col>
    </StaffList>
  );
}

/** Stands for null in the choice, in which an empty value shows nothing. */
const EVERYBODY = '*';

function ClassInput({ source = 'plan_class' }: { source?: string }): ReactElement {
  const path = clubPath('plan_classes');
  const { data = [] } = useQuery({
    queryKey: [path],
    queryFn: async () => (await send<ClassesOfPlans>(path)).data.data,
  });
  const choices = [
    { id: EVERYBODY, name: 'All members' },
    ...data.map(({ class: id, name }) => ({ id, name })),
  ];
  return (
    <SelectInput
      source={source}
      label="Who is in it"
      choices={choices}
      format={(value: string | null | undefined) => value ?? EVERYBODY}
      parse={(value: string) => (value === EVERYBODY ? null : value)}
      helperText={false}
    />
  );
}

function ForumFields({ isNew }: { isNew: boolean }): ReactElement {
  return (
    <>
      <TextInput source="name" validate={required()} helperText="What staff call it: “Fan forum”." />
      <TextInput
        source="url"
        label="Address"
        type="url"
        validate={required()}
        helperText="Of the forum: https://forum.example. Another address needs its key again."
      />
      <TextInput
        source="username"
        label="User of the key"
        validate={required()}
        helperText="An administrator of the forum, such as system."
      />
      <PasswordInput
        source="api_key"
        label="API key"
        validate={isNew ? required() : undefined}
        autoComplete="off"
        helperText={isNew ? 'Made in Discourse. It is never shown again.' : 'Empty: the key stays as it is.'}
        parse={(text: string) => (text === '' ? undefined : text)}
      />
      <ReferenceInput source="application_id" reference="applications" perPage={100}>
        <SelectInput
          fullWidth
          label="How members log in there"
          optionText="name"
          emptyText="By DiscourseConnect"
          helperText="The application of the forum. Empty: by DiscourseConnect."
        />
      </ReferenceInput>
      <ArrayInput
        source="groups"
        label="Groups"
        helperText="Only these groups are changed, and only people whom the service has added are taken out."
      >
        <SimpleFormIterator
          disableClear
          disableReordering
          inline
          fullWidth
          addButton={<AddItem label="Add a group" />}
        >
          <TextInput source="name" label="Group in the forum" validate={required()} helperText={false} />
          <ClassInput />
        </SimpleFormIterator>
      </ArrayInput>
      {!isNew && (
        <BooleanInput
          source="enabled"
          label="Switched on"
          helperText="While it is off, groups stay as they are."
        />
      )}
    </>
  );
}

export function ForumCreate(): ReactElement {
  return (
    <StaffCreate defaults={{ groups: [] }}>
      <ForumFields isNew />
    </StaffCreate>
  );
}

/** What became of the last runs. */
function LastRun({ forum }: { forum: ForumOfClub }): ReactElement {
  const { problem, failing_since: since, next_attempt_at: next, group_problems: problems } = forum;
  const rows = [
    { what: 'In line with memberships', value: when(forum.checked_at) },
    { what: 'Last change of a group', value: when(forum.changed_at) },
    { what: 'Added, taken out then', value: `${forum.added}, ${forum.removed}` },
    { what: 'Members added by the service', value: forum.in_groups },
    { what: 'Added by hand, left alone', value: forum.by_hand },
    { what: 'Without an account there', value: forum.without_account },
  ];
  return (
    <>
      {problem !== null && (
        <Alert severity="error">
          {problem} It fails since {when(since)}. The next attempt is{' '}
          {next === null ? 'in a minute' : `at ${when(next)}`}.
        </Alert>
      )}
      {problems.map((text) => (
        <Alert key={text} severity="warning">
          {text}
        </Alert>
      ))}
      <Facts
        title="Last run"
        rows={rows}
        columns={[
          { title: 'Last run', of: ({ what }) => what },
          { title: '', of: ({ value }) => value },
        ]}
      />
    </>
  );
}

/** The state of the saved forum, and what can be done with it. */
function ForumAside(): ReactElement | null {
  const forum = useRecordContext<ForumOfClub>();
  if (!forum) return null;
  return (
    <Stack spacing={1} sx={{ p: 2, maxWidth: { md: 420 }, alignItems: 'flex-start' }}>
      <LastRun forum={forum} />
      {mayUse('forums', 'edit') && (
        <>
          <ActionButton
            label="Test"
            path={`forums/${forum.id}/test`}
            explains="Looks up an account and the groups at the forum. Nothing is changed there."
            done=""
            shows={({ works, problem }) => (
              <Alert severity={works ? 'success' : 'error'}>
                {works ? 'The forum accepts the key, and has all groups.' : (problem as string)}
              </Alert>
            )}
          />
          <DeleteButton
            mutationMode="pessimistic"
            confirmContent="Members stay in the groups of the forum. To take them out, remove the groups here first, save, and wait for the next run."
          />
        </>
      )}
      <Typography variant="body2" color="text.secondary">
        Memberships are compared with the groups every minute.
      </Typography>
    </Stack>
  );
}

export function ForumEdit(): ReactElement {
  return (
    <StaffEdit aside={<ForumAside />}>
      <ForumFields isNew={false} />
    </StaffEdit>
  );
}
