import { Box, Stack, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { may } from '../api/clubs';
import type { MemberPage } from '../api/generated';
import { ActionButton } from '../parts/action-button';
import { when } from '../parts/zoned-time';

/** What staff noted about a member. */
export function MemberNotes({ member }: { member: MemberPage }): ReactElement {
  if (!may('members.notes')) return <Typography>Your role does not show notes.</Typography>;
  return (
    <Stack spacing={2}>
      {!member.erased_at && (
        <ActionButton
          label="Add a note"
          path={`members/${member.id}/notes`}
          explains="All who look after members read it, and the member gets it with an export of all data."
          fields={[{ name: 'text', label: 'Note', long: true }]}
          done="The note is added."
        />
      )}
      {member.notes.length === 0 && <Typography>No notes.</Typography>}
      {member.notes.map(({ id, at, by, text, deletable }) => (
        <Box key={id} sx={{ borderLeft: 4, borderColor: 'divider', pl: 2 }}>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
          <Stack direction="row" useFlexGap spacing={2} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography color="text.secondary">{`${by ?? 'Somebody who left'}, ${when(at)}`}</Typography>
            {deletable && (
              <ActionButton
                label="Delete the note"
                path={`member_notes/${id}`}
                method="DELETE"
                explains="The text is gone for good."
                done="The note is deleted."
              />
            )}
          </Stack>
        </Box>
      ))}
    </Stack>
  );
}
