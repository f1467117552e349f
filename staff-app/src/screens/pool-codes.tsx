import { Box, MenuItem, Stack, TablePagination, TextField } from '@mui/material';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { may, reachOf } from '../api/clubs';
import type { PresaleCodeOfPool } from '../api/generated';
import { typed } from '../login/login-form';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { State } from '../parts/fields';
import { Section } from '../parts/form';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';

/** Of a page of the codes. */
const ROWS = 25;

const STATES = ['free', 'given', 'used', 'void'] as const;

const REASON = {
  name: 'reason',
  label: 'Reason',
  help: 'For the record of changes; the member does not see it.',
};

/** What happens to the member of a void code, by the mode of the pool. */
const NEXT: Readonly<Record<string, string>> = {
  everyone:
    'While the pool is open and has free codes, its member is mailed another one within a minute or two.',
  on_request: 'Its member can get another one with the button.',
};

/** The codes of a pool: who has which, and what can be done about it. */
export function PoolCodes({ pool, mode }: { pool: number; mode: string }): ReactElement | null {
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<{ q?: string; state?: string }>({});
  const change = (part: object): void => {
    setPage(1);
    setFilter((all) => ({ ...all, ...part }));
  };
  const { data, total } = useGetList<PresaleCodeOfPool>(
    `pools/${pool}/codes`,
    { pagination: { page, perPage: ROWS }, sort: { field: 'id', order: 'ASC' }, filter },
    { placeholderData: (former) => former },
  );
  if (!data || total === undefined) return null;
  const search = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change({ q: typed(event.currentTarget, 'q').trim() || undefined });
  };
  return (
    <Box>
      <Section title={`Codes: ${total}`} />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ my: 1 }}>
        {reachOf('presale_codes.read') === 'full' && (
          <form onSubmit={search}>
            <TextField
              name="q"
              type="search"
              size="small"
              sx={{ minWidth: 240 }}
              label="Search codes and members"
              helperText="Press Enter to search."
            />
          </form>
        )}
        <TextField
          select
          size="small"
          label="State"
          value={filter.state ?? ''}
          onChange={({ target }) => change({ state: target.value || undefined })}
          sx={{ width: { xs: '100%', sm: 160 } }}
        >
          <MenuItem value="">All</MenuItem>
          {STATES.map((state) => (
            <MenuItem key={state} value={state}>
              {wordOf(state)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      <Facts
        title="Codes"
        rows={data}
        none="There is no such code."
        columns={[
          { title: 'Code', of: ({ code }) => <code style={{ whiteSpace: 'nowrap' }}>{code}</code> },
          {
            title: 'State',
            of: ({ state, void_reason }) => (
              <State value={state} words={void_reason ? `Void: ${void_reason}` : wordOf(state)} />
            ),
          },
          { title: 'Member', of: (code) => <Member {...code} /> },
          { title: 'Mailed', of: ({ mailed_at }) => mailed_at && when(mailed_at) },
          { title: 'Change', of: (code) => <Actions code={code} mode={mode} /> },
        ]}
      />
      <TablePagination
        component="div"
        count={total}
        page={page - 1}
        rowsPerPage={ROWS}
        rowsPerPageOptions={[ROWS]}
        onPageChange={(_, next) => setPage(next + 1)}
      />
    </Box>
  );
}

function Member({ customer, first_name, last_name, email }: PresaleCodeOfPool): ReactElement | null {
  if (customer === null) return null;
  const name = [first_name, last_name].filter(Boolean).join(' ') || email || `No. ${customer}`;
  return may('members.read') ? <Link to={`/members/${customer}/show`}>{name}</Link> : <>{name}</>;
}

function Actions({ code, mode }: { code: PresaleCodeOfPool; mode: string }): ReactElement | null {
  const { id, state, customer, voided_at } = code;
  if (voided_at !== null || state === 'used') return null;
  return (
    <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap' }} useFlexGap>
      {customer !== null && may('presale_codes.resend') && (
        <ActionButton
          label="Mail again"
          path={`presale_codes/${id}/resend`}
          once
          explains="The member gets the same code once more."
          done="The code is on its way."
        />
      )}
      {customer !== null && mayUse('pools', 'edit') && (
        <ActionButton
          label="Replace"
          path={`presale_codes/${id}/replace`}
          once
          explains="This code is void then, and the member gets another one by mail."
          fields={[REASON]}
          done="The member has another code."
        />
      )}
      {mayUse('pools', 'edit') && (
        <ActionButton
          label="Void"
          path={`presale_codes/${id}/void`}
          danger
          explains={`Nobody gets or sees this code any more. ${customer === null ? '' : NEXT[mode]}`}
          fields={[REASON]}
          done="The code is void."
        />
      )}
    </Stack>
  );
}
