import { Alert, Stack, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import {
  BooleanInput,
  CheckboxGroupInput,
  DataTable,
  DeleteButton,
  required,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { useQuery } from '@tanstack/react-query';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import type { ApplicationOfClub, ApplicationOfMember } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { DayField, YesField } from '../parts/fields';
import { StaffEdit } from '../parts/form';
import { LinesInput, OptionalTextInput } from '../parts/inputs';
import { StaffList } from '../parts/list';
import { when } from '../parts/zoned-time';

/** What applications may ask for, as members read it. */
const SCOPES = [
  { id: 'openid', name: 'The number of the account' },
  { id: 'email', name: 'E-mail address' },
  { id: 'profile', name: 'Name and user name' },
  { id: 'membership', name: 'Membership and benefits' },
];

const CODE = { fontFamily: 'monospace', my: 1, wordBreak: 'break-all' } as const;

/** What the application's operator enters there. The secret is shown only once. */
function ClientData({ application }: { application: Record<string, unknown> }): ReactElement {
  const { issuer, client_id: id, client_secret: secret } = application;
  return (
    <>
      {secret !== null && (
        <Alert severity="warning">The secret is shown only now. Copy it to the application.</Alert>
      )}
      <Typography sx={CODE}>Address (issuer): {issuer as string}</Typography>
      <Typography sx={CODE}>Client id: {id as string}</Typography>
      {secret !== null && <Typography sx={CODE}>Client secret: {secret as string}</Typography>}
    </>
  );
}

const showsClient = (answer: Record<string, unknown>): ReactElement => <ClientData application={answer} />;

function AddApplication(): ReactElement | null {
  if (!mayUse('applications', 'edit')) return null;
  return (
    <ActionButton
      label="Add an application"
      path="applications"
      fields={[
        { name: 'name', label: 'Name', help: 'Members read it: “Forum”.' },
        {
          name: 'kind',
          label: 'Where it runs',
          choices: {
            confidential: 'On a server, such as Discourse or WordPress',
            public: 'In an app or browser',
          },
          initial: 'confidential',
        },
        {
          name: 'redirect_urls',
          label: 'Return address',
          type: 'url',
          help: 'Where the application takes log-ins, exactly as it says: https://forum.example/auth/oidc/callback',
        },
      ]}
      body={({ name, kind, redirect_urls: url }) => ({
        name,
        confidential: kind === 'confidential',
        redirect_urls: [url],
      })}
      done=""
      shows={showsClient}
    />
  );
}

/** The applications in which members log in with their account. */
export function ApplicationList(): ReactElement {
  return (
    <StaffList buttons={<AddApplication />} sort={{ field: 'name', order: 'ASC' }}>
      <DataTable.Col source="name" />
      <DataTable.Col source="first_party" label="Our own">
        <YesField source="first_party" />
      </DataTable.Col>
      <DataTable.Col source="confidential" label="Has a secret" disableSort>
        <YesField source="confidential" />
      </DataTable.Col>
      <DataTable.Col source="last_used_at">
        <DayField source="last_used_at" />
      </DataTable.Col>
    </StaffList>
  );
}

function ClientOfRecord(): ReactElement | null {
  const application = useRecordContext<ApplicationOfClub>();
  if (!application) return null;
  return (
    <>
      <Typography sx={CODE}>Address (issuer): {application.issuer}</Typography>
      <Typography sx={CODE}>Client id: {application.client_id}</Typography>
      {mayUse('applications', 'edit') && (
        <Stack direction="row" spacing={1} sx={{ my: 1 }}>
          {application.confidential && (
            <ActionButton
              label="New secret"
              path={`applications/${application.id}/secret`}
              explains="The former secret stops working at once."
              done=""
              shows={showsClient}
            />
          )}
          <DeleteButton
            mutationMode="pessimistic"
            confirmContent="Nobody is logged in there any more, and what members have allowed is deleted."
          />
        </Stack>
      )}
    </>
  );
}

export function ApplicationEdit(): ReactElement {
  return (
    <StaffEdit>
      <ClientOfRecord />
      <TextInput source="name" validate={required()} helperText="Members read it." />
      <BooleanInput source="first_party" label="It is our own: members are not asked what it may read" />
      <CheckboxGroupInput source="scopes" label="What it may ask for" choices={SCOPES} />
      <LinesInput
        source="redirect_urls"
        label="Return addresses"
        validate={required()}
        helperText="One a line, exactly as the application sends them."
      />
      <LinesInput
        source="log_out_urls"
        label="Return addresses after a log-out"
        helperText="One a line. Empty: members stay here."
      />
      <OptionalTextInput
        source="back_channel_log_out_url"
        label="Back-channel log-out address"
        helperText="The application receives log-outs there. Empty: it receives none."
      />
    </StaffEdit>
  );
}

/** The applications that a member uses. */
export function MemberApplications({ member }: { member: { readonly id: number } }): ReactElement | null {
  const path = clubPath(`members/${member.id}/applications`);
  const isShown = may('members.write');
  const { data } = useQuery({
    queryKey: ['member-applications', path],
    queryFn: async () => (await send<{ data: ApplicationOfMember[] }>(path)).data.data,
    enabled: isShown,
  });
  if (!isShown || !data) return null;
  return (
    <Facts
      title="Applications"
      rows={data}
      none="The member logs in to no application."
      columns={[
        { title: 'Application', of: ({ name }) => name },
        { title: 'Reads', of: ({ scopes }) => scopes.join(', ') },
        { title: 'First used', of: ({ created_at }) => when(created_at) },
        { title: 'Last used', of: ({ last_used_at }) => when(last_used_at) },
      ]}
    />
  );
}
