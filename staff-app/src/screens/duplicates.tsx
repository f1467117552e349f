import { Alert, Box, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { clubPath } from '../api/clubs';
import type { AlikeMember, DuplicateList, DuplicatePair } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';

const ALIKE: Readonly<Record<DuplicatePair['alike'][number], string>> = {
  name: 'same name and birth date',
  address: 'same address',
};

/** Members who may be the same person. */
export function DuplicatesPage(): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['duplicates', clubPath('')],
    queryFn: async () => (await send<DuplicateList>(clubPath('duplicates'))).data,
    gcTime: 0,
  });
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="Duplicates" />
      <Typography sx={{ mb: 2, maxWidth: 760 }}>
        Accounts that may belong to the same person. Compare two of them to merge them, or say that they are
        two persons, so that they are not listed again.
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Typography component="h2" variant="h6">
        Accounts that look alike
      </Typography>
      {data && (
        <Facts
          title="Duplicates"
          rows={data.data}
          none="No two members look alike."
          columns={[
            { title: 'Member', of: ({ first }) => <Who {...first} /> },
            { title: 'Perhaps the same as', of: ({ second }) => <Who {...second} /> },
            { title: 'Why', of: ({ alike }) => alike.map((one) => ALIKE[one]).join(', ') },
            {
              title: 'Decide',
              of: ({ first, second }) => (
                <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
                  <a href={`#/members/${first.id}/merges/${second.id}`}>Compare</a>
                  <ActionButton
                    label="Not the same person"
                    path="duplicates/distinct"
                    body={() => ({ first: first.id, second: second.id })}
                    explains={`Members ${first.id} and ${second.id} are not listed together again.`}
                    onDone={() => void refetch()}
                    done="They are two persons."
                  />
                </Stack>
              ),
            },
          ]}
        />
      )}
      {data?.more && <Typography sx={{ mt: 1 }}>There are more. These are the newest.</Typography>}
    </Box>
  );
}

function Who({ id, name, email }: AlikeMember): ReactElement {
  return (
    <>
      <a href={`#/members/${id}/show`}>{`no. ${id}`}</a>
      <br />
      {[name, email].filter(Boolean).join(' · ')}
    </>
  );
}
