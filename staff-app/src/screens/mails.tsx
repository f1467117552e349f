import { Box, Button, Stack, Typography } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { DataTable, required, SelectInput, TextInput, useListContext, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import { StateField, WhenField, WordField, YesField } from '../parts/fields';
import { ActionButton } from '../parts/action-button';
import { StaffEdit } from '../parts/form';
import { StaffList } from '../parts/list';
import { wordOf } from '../texts';
import type { MailWording } from '../api/generated';

const STATES = ['waiting', 'sent', 'given_up'].map((id) => ({ id, name: wordOf(id) }));

function Retry(): ReactElement | null {
  const mail = useRecordContext();
  if (!mail || mail.state !== 'given_up' || !may('mails.retry')) return null;
  return <ActionButton label="Try again" path={`mails/${mail.id}/retry`} done="The mail is sent again." />;
}

function RetryAll(): ReactElement | null {
  const { filterValues, total } = useListContext();
  const isWanted = (filterValues as { state?: string }).state === 'given_up' && (total ?? 0) > 0;
  if (!isWanted || !may('mails.retry')) return null;
  return <ActionButton label="Try all again" path="mails/retry" done="The mails are sent again." />;
}

export function MailList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      filters={[<SelectInput key="state" source="state" choices={STATES} emptyText="All" alwaysOn />]}
      buttons={<RetryAll />}
    >
      <DataTable.Col source="created_at" disableSort>
        <WhenField source="created_at" />
      </DataTable.Col>
      <DataTable.Col source="kind" disableSort>
        <WordField source="kind" />
      </DataTable.Col>
      <DataTable.Col source="to" disableSort />
      <DataTable.Col source="state" disableSort>
        <StateField source="state" />
      </DataTable.Col>
      <DataTable.NumberCol source="attempts" disableSort />
      <DataTable.Col source="error" disableSort />
      <DataTable.Col label="Again" disableSort>
        <Retry />
      </DataTable.Col>
    </StaffList>
  );
}

export function TemplateList(): ReactElement {
  return (
    <StaffList searches={false}>
      <DataTable.Col source="kind" disableSort>
        <WordField source="kind" />
      </DataTable.Col>
      <DataTable.Col source="subject" disableSort />
      <DataTable.Col source="changed" label="Changed by you" disableSort>
        <YesField source="changed" />
      </DataTable.Col>
    </StaffList>
  );
}

/** The mail as it will arrive, with sample data. */
function Sample(): ReactElement | null {
  const template = useRecordContext();
  const { getValues } = useFormContext<{ subject: string; text: string }>();
  const { busy, fault, run } = useAction();
  const [sample, setSample] = useState<MailWording | null>(null);
  if (!template || !mayUse('mail_templates', 'edit')) return null;
  const show = (): void =>
    void run(async () => {
      const { subject, text } = getValues();
      const path = clubPath(`mail_templates/${template.kind}/preview`);
      setSample((await send<MailWording>(path, { method: 'POST', body: { subject, text } })).data);
    });
  return (
    <Box sx={{ width: '100%', mb: 2 }}>
      <Button variant="outlined" onClick={show} disabled={busy}>
        Show the mail with sample data
      </Button>
      {fault !== null && <Typography color="error">{fault}</Typography>}
      {sample && (
        <Box sx={{ bgcolor: 'background.default', p: 2, mt: 2, whiteSpace: 'pre-wrap' }}>
          <Typography sx={{ fontWeight: 600 }}>{sample.subject}</Typography>
          {sample.text}
        </Box>
      )}
    </Box>
  );
}

/** What can be done with the saved text. */
function TemplateActions(): ReactElement | null {
  const template = useRecordContext();
  if (!template || !mayUse('mail_templates', 'edit')) return null;
  return (
    <Stack spacing={1} sx={{ p: 2, alignItems: 'flex-start' }}>
      <ActionButton
        label="Send it to me"
        path={`mail_templates/${template.id}/mails`}
        explains="You get the mail with the text that is saved."
        done="The mail is on its way to you."
      />
      {template.changed && (
        <ActionButton
          label="Back to the usual text"
          path={`mail_templates/${template.id}`}
          method="DELETE"
          explains="Your text is deleted."
          done="The usual text is back."
        />
      )}
    </Stack>
  );
}

/** The mail prints a table, such as the code and how to use it. */
const TABLE = ' Keep what stands from {% for … %} to {% endfor %}: it prints what the mail is about.';

const VARIABLES =
  'Filled in for each member: {{ link }}, which must stay as it is, with a space or a line break before it; {{ first_name }}; {{ expires }}, how long the link works; ' +
  '{{ fanclub.name }}; {{ fanclub.site_url }}; {{ fanclub.support_email }}.';

function Kind(): ReactElement {
  const template = useRecordContext();
  return (
    <Typography component="h2" variant="h6" sx={{ mb: 2 }}>
      {wordOf(template?.kind)}
    </Typography>
  );
}

function Words(): ReactElement {
  const template = useRecordContext();
  const help = String(template?.text).includes('{% for') ? VARIABLES + TABLE : VARIABLES;
  return <TextInput source="text" multiline minRows={10} validate={required()} helperText={help} />;
}

export function TemplateEdit(): ReactElement {
  return (
    <StaffEdit aside={<TemplateActions />} redirect={false}>
      <Kind />
      <TextInput source="subject" validate={required()} />
      <Words />
      <Sample />
    </StaffEdit>
  );
}
