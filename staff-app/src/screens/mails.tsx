import { Box, Button, Typography } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { DataTable, required, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import { StateField, WhenField, WordField, YesField } from '../parts/fields';
import { ActionButton } from '../parts/action-button';
import { StaffEdit } from '../parts/form';
import { StaffList } from '../parts/list';
import { wordOf } from '../texts';

const STATES = ['waiting', 'sent', 'failed'].map((id) => ({ id, name: wordOf(id) }));

function Retry(): ReactElement | null {
  const mail = useRecordContext();
  if (!mail || mail.state !== 'failed' || !may('mails.retry')) return null;
  return <ActionButton label="Try again" path={`mails/${mail.id}/retry`} done="The mail is sent again." />;
}

export function MailList(): ReactElement {
  return (
    <StaffList
      opens={false}
      searches={false}
      filters={[<SelectInput key="state" source="state" choices={STATES} alwaysOn />]}
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
  const [sample, setSample] = useState<{ subject: string; text: string } | null>(null);
  if (!template) return null;
  const show = (): void =>
    void run(async () => {
      const { subject, text } = getValues();
      const path = clubPath(`mail_templates/${template.kind}/preview`);
      setSample(
        (await send<{ subject: string; text: string }>(path, { method: 'POST', body: { subject, text } }))
          .data,
      );
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

function BackToDefault(): ReactElement | null {
  const template = useRecordContext();
  if (!template?.changed || !mayUse('mail_templates', 'edit')) return null;
  return (
    <Box sx={{ p: 2 }}>
      <ActionButton
        label="Back to the usual text"
        path={`mail_templates/${template.id}`}
        method="DELETE"
        explains="Your text is deleted."
        done="The usual text is back."
      />
    </Box>
  );
}

/** Which mail it is. */
function Kind(): ReactElement {
  const template = useRecordContext();
  return (
    <Typography component="h2" variant="h6" sx={{ mb: 2 }}>
      {wordOf(template?.kind)}
    </Typography>
  );
}

export function TemplateEdit(): ReactElement {
  return (
    <StaffEdit aside={<BackToDefault />} redirect={false}>
      <Kind />
      <TextInput source="subject" validate={required()} />
      <TextInput
        source="text"
        multiline
        minRows={10}
        validate={required()}
        helperText="What stands between {{ and }} is filled in for each member. Keep {{ link }} where there is one."
      />
      <Sample />
    </StaffEdit>
  );
}
