import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { clubPath, may } from '../api/clubs';
import { send } from '../api/http';
import type { PersonExportOfMember } from '../api/generated';
import { typed } from '../login/login-form';
import { ActionButton } from '../parts/action-button';
import { saveFile } from '../parts/csv';
import { when } from '../parts/zoned-time';

/** How often an export that is being made is asked for, in milliseconds. */
const POLL = 2_000;

/** Each of them shows a part. */
export const RIGHTS = ['members.export', 'members.merge', 'members.erase'] as const;

/** What a member may ask for: a copy of all data, one account instead of two, and the end of the account. */
export function MemberPrivacy({ member }: { member: number }): ReactElement | null {
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start', my: 2 }}>
      {may('members.export') && <PersonExport member={member} />}
      {may('members.merge') && <MergeOther member={member} />}
      {may('members.erase') && (
        <ActionButton
          label="Erase the member"
          path={`members/${member}/erase`}
          danger
          explains="Ends the membership, and deletes name, addresses, log-ins, saved card and everything else about the member, here and at the payment provider. Orders keep their amounts. This cannot be undone. It is refused while a payment is open or a parcel was not sent."
          fields={[
            { name: 'reason', label: 'Reason', help: 'It is kept on record. Do not name the member.' },
          ]}
          done="The member is erased."
        />
      )}
    </Stack>
  );
}

/** Leads to the page that compares the member with another account. */
function MergeOther({ member }: { member: number }): ReactElement {
  const navigate = useNavigate();
  return (
    <Box
      component="form"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void navigate(`/members/${member}/merges/${typed(event.currentTarget, 'other')}`);
      }}
    >
      <TextField
        name="other"
        label="No. of another account of this person"
        size="small"
        required
        // Without the star of a field that must be filled in: few members have two accounts.
        slotProps={{
          htmlInput: { inputMode: 'numeric', pattern: '[0-9]+' },
          inputLabel: { required: false },
        }}
        sx={{ minWidth: 280 }}
      />
      <Button type="submit" size="small" variant="outlined">
        Compare
      </Button>
    </Box>
  );
}

function PersonExport({ member }: { member: number }): ReactElement {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const path = clubPath(`members/${member}/person_export`);
  const { data: asked, refetch } = useQuery({
    queryKey: ['person_export', member],
    queryFn: async () => {
      try {
        return (await send<PersonExportOfMember>(path)).data;
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.data && !state.data.ready ? POLL : false),
  });
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
    await refetch();
    setBusy(false);
  };
  const download = (form: 'json' | 'html') =>
    run(async () => {
      const { data } = await send<Blob>(`${path}/${form}`, { method: 'POST' });
      saveFile(`member-${member}.${form}`, data);
    });
  const ask = () => run(async () => void (await send(path, { method: 'POST' })));
  if (asked && !asked.ready) return <Typography>The export is being made …</Typography>;
  if (!asked || (asked.json_taken && asked.html_taken))
    return (
      <Button size="small" variant="outlined" disabled={busy} onClick={() => void ask()}>
        Export all data
      </Button>
    );
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography>
        The export is ready until {when(asked.expires_at)}. Each form can be saved once.
      </Typography>
      {!asked.html_taken && (
        <Button size="small" variant="outlined" disabled={busy} onClick={() => void download('html')}>
          Save the page
        </Button>
      )}
      {!asked.json_taken && (
        <Button size="small" variant="outlined" disabled={busy} onClick={() => void download('json')}>
          Save the data
        </Button>
      )}
    </Stack>
  );
}
