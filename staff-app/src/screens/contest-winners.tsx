import { Box, Stack, TablePagination } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { may } from '../api/clubs';
import type { WinnerOfContest } from '../api/generated';
import { ActionButton } from '../parts/action-button';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { State } from '../parts/fields';
import { Section } from '../parts/form';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';

/** Of a page of the winners. */
const ROWS = 25;

/** `Asked, until …`, or `Forfeited: Staff: Sold the tickets`. */
const stateOf = ({ state, cause, reason, confirm_by }: WinnerOfContest): string =>
  state === 'selected'
    ? `Asked, until ${when(confirm_by)}`
    : [wordOf(state), cause && wordOf(cause), reason].filter(Boolean).join(': ');

/** `Mail: sent, 15 June 2026, 12:00`. */
const mailOf = ({ mail }: WinnerOfContest): string | null =>
  mail &&
  (mail.state === null
    ? `Mail: written on ${when(mail.queued_at)}`
    : `Mail: ${wordOf(mail.state).toLowerCase()}, ${when(mail.at ?? mail.queued_at)}`);

/** Everybody who was drawn, with the alternates who followed. */
export function Winners({ contest }: { contest: number }): ReactElement | null {
  const [page, setPage] = useState(1);
  const { data, total } = useGetList<WinnerOfContest>(
    `contests/${contest}/winners`,
    { pagination: { page, perPage: ROWS }, sort: { field: 'rank', order: 'ASC' } },
    { placeholderData: (former) => former },
  );
  if (!data || total === undefined) return null;
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
                <State value={winner.state} words={stateOf(winner)} />
                {winner.mail && <span>{mailOf(winner)}</span>}
                {mayUse('contests', 'edit') && winner.state === 'selected' && (
                  <ActionButton
                    label="Send again"
                    path={`contests/${contest}/winners/${winner.id}/mail`}
                    explains="The winner gets the mail again, at the present address, with a link that works. The time to answer stays the same."
                    done="The mail is sent again."
                  />
                )}
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
      {total > ROWS && (
        <TablePagination
          component="div"
          count={total}
          page={page - 1}
          rowsPerPage={ROWS}
          rowsPerPageOptions={[]}
          onPageChange={(_, next) => setPage(next + 1)}
        />
      )}
    </Box>
  );
}
