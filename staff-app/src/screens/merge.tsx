import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { useNavigate, useParams } from 'react-router-dom';
import { clubPath } from '../api/clubs';
import type { MemberPage, MergedTableAnswer, MergePreview } from '../api/generated';
import { send, slugOf } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { dayOf, when } from '../parts/zoned-time';
import { wordOf } from '../texts';

/** What both accounts have, by a name. */
const COMPARED: readonly { readonly name: string; readonly of: (member: MemberPage) => string | null }[] = [
  { name: 'Name', of: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' ') },
  { name: 'E-mail', of: ({ email, confirmed }) => email && `${email}${confirmed ? '' : ' (not confirmed)'}` },
  { name: 'Birth date', of: ({ birthdate }) => birthdate && dayOf(birthdate, 'UTC') },
  { name: 'Here since', of: ({ created_at }) => dayOf(created_at) },
  {
    name: 'Membership',
    of: ({ plan, state, until }) =>
      plan && `${plan.name}, ${wordOf(state)}${until ? ` until ${when(until)}` : ''}`,
  },
  { name: 'Address', of: ({ address }) => address && Object.values(address).filter(Boolean).join(', ') },
  { name: 'Orders', of: ({ orders }) => String(orders.length) },
  { name: 'Contests', of: ({ entries }) => String(entries.length) },
];

/** Two accounts side by side, and what a merge of them would do. */
export function MergePage(): ReactElement {
  const { id = '', other = '' } = useParams();
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ['merge', clubPath(''), id, other],
    queryFn: async () => {
      const [into, from] = await Promise.all([
        send<MemberPage>(clubPath(`members/${id}`)),
        send<MemberPage>(clubPath(`members/${other}`)),
      ]);
      // Afterwards, because it locks both members while it looks.
      const path = clubPath(`members/${id}/merges/${other}/preview`);
      const preview = await send<MergePreview>(path, { method: 'POST', body: {} });
      return { into: into.data, from: from.data, preview: preview.data };
    },
    gcTime: 0,
  });
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="Merge two accounts" />
      {error && (
        <Alert severity="error">
          {slugOf(error) === 'not-found'
            ? 'There are no two such members, or one of them is empty already.'
            : error.message}
        </Alert>
      )}
      {data && (
        <>
          <Typography sx={{ maxWidth: 760 }}>
            {`Everything of member ${other} moves to member ${id}, who keeps their own log-in, address and card. What is
            left of memberships follows one after the other. The account of member ${other} stays empty.`}
          </Typography>
          <Facts
            title="Both accounts"
            rows={COMPARED}
            columns={[
              { title: 'What', of: ({ name }) => name },
              { title: `Stays: member ${id}`, of: ({ of }) => of(data.into) ?? '–' },
              { title: `Becomes empty: member ${other}`, of: ({ of }) => of(data.from) ?? '–' },
            ]}
          />
          <Stack direction="row" useFlexGap spacing={1} sx={{ my: 2, flexWrap: 'wrap' }}>
            <Button
              size="small"
              variant="outlined"
              onClick={() => void navigate(`/members/${other}/merges/${id}`)}
            >
              The other way round
            </Button>
            <ActionButton
              label="Merge"
              path={`members/${id}/merges/${other}`}
              danger
              disabled={data.preview.obstacles.length > 0}
              explains={`Merges member ${other} into member ${id}. This cannot be undone.`}
              fields={[
                { name: 'reason', label: 'Reason', help: 'It is kept on record. Do not name the member.' },
              ]}
              onDone={() => void navigate(`/members/${id}/show`)}
              done="The accounts are merged."
            />
          </Stack>
          {data.preview.obstacles.map((obstacle) => (
            <Alert key={obstacle} severity="warning">
              {obstacle}
            </Alert>
          ))}
          <Outcome preview={data.preview} />
        </>
      )}
    </Box>
  );
}

const countOf = (keys: readonly string[]): ReactElement | string =>
  keys.length === 0 ? '–' : <span title={keys.join(', ')}>{keys.length}</span>;

/** What becomes of each row. */
function Outcome({ preview: { tables, memberships, obstacles } }: { preview: MergePreview }): ReactElement {
  return (
    <>
      <Typography component="h3" variant="subtitle1" sx={{ mt: 2 }}>
        {obstacles.length > 0 ? 'Memberships now' : 'Memberships afterwards'}
      </Typography>
      <Facts
        title="Memberships"
        rows={memberships}
        columns={[
          { title: 'Plan', of: ({ plan_name }) => plan_name },
          {
            title: 'From',
            of: ({ starts_at }) => (starts_at ? dayOf(starts_at) : 'when no other one is active'),
          },
          { title: 'Until', of: ({ ends_at }) => (ends_at ? when(ends_at) : 'without end') },
        ]}
      />
      <Typography component="h3" variant="subtitle1" sx={{ mt: 2 }}>
        Rows by table
      </Typography>
      <Facts<MergedTableAnswer>
        title="Rows by table"
        rows={tables}
        columns={[
          { title: 'Table', of: ({ table }) => table.replaceAll('_', ' ') },
          { title: 'Present', of: ({ present }) => present },
          { title: 'Moved', of: ({ moved }) => countOf(moved) },
          { title: 'Void', of: ({ voided }) => countOf(voided) },
          { title: 'Removed', of: ({ removed }) => countOf(removed) },
          { title: 'Stay', of: ({ kept }) => countOf(kept) },
        ]}
      />
      <details>
        <summary>Numbers of the rows</summary>
        {tables.map((one) => (
          <Typography key={one.table} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {`${one.table}: ${[
              ['moved', one.moved] as const,
              ['void', one.voided] as const,
              ['removed', one.removed] as const,
              ['stay', one.kept] as const,
            ]
              .filter(([, keys]) => keys.length > 0)
              .map(([fate, keys]) => `${fate} ${keys.join(', ')}`)
              .join('; ')}`}
          </Typography>
        ))}
      </details>
    </>
  );
}
