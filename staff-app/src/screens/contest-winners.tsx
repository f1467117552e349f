import { Box, Stack } from '@mui/material';
import type { ReactElement } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { may } from '../api/clubs';
import type { WinnerOfContest } from '../api/generated';
import { ActionButton } from '../parts/action-button';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { Section } from '../parts/form';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';

/** Of the winners that the page shows. */
const SHOWN = { pagination: { page: 1, perPage: 200 }, sort: { field: 'rank', order: 'ASC' } } as const;

/** `Asked, until …`, or `Forfeited: Staff: Sold the tickets`. */
const stateOf = ({ state, cause, reason, confirm_by }: WinnerOfContest): string =>
  state === 'selected'
    ? `Asked, until ${when(confirm_by)}`
    : [wordOf(state), cause && wordOf(cause), reason].filter(Boolean).join(': ');

/** Everybody who was drawn, with the alternates who followed. */
export function Winners({ contest }: { contest: number }): ReactElement | null {
  const { data } = useGetList<WinnerOfContest>(`contests/${contest}/winners`, SHOWN);
  if (!data) return null;
  const changes = may('contests.draw');
  return (
    <Box>
      <Section title="Winners" />
      {may('entries.export') && (
        <CsvExport path={`contests/${contest}/winners/export`} name={`winners-${contest}`} once />
      )}
      <Facts
        title="Winners"
        rows={data}
        columns={[
          { title: 'Rank', of: ({ rank }) => rank },
          {
            title: 'Member',
            of: ({ member_id, first_name, last_name }) => {
              const name = [first_name, last_name].filter(Boolean).join(' ') || `No. ${member_id}`;
              return member_id === null ? 'Erased' : <Link to={`/members/${member_id}/show`}>{name}</Link>;
            },
          },
          { title: 'Prize', of: ({ prize }) => prize },
          {
            title: 'State',
            of: (winner) => (
              <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
                <span>{stateOf(winner)}</span>
                {changes && winner.state !== 'forfeited' && (
                  <ActionButton
                    label="Take away"
                    path={`contests/${contest}/winners/${winner.id}/forfeit`}
                    fields={[{ name: 'reason', label: 'Reason' }]}
                    explains="You prove first that it is you. The prize goes to the next alternate, who gets a mail, and the public page says that you took it away. This cannot be undone."
                    done="The prize goes to the next."
                    danger
                  />
                )}
              </Stack>
            ),
          },
        ]}
      />
    </Box>
  );
}
