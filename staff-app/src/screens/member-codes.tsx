import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { clubPath, may } from '../api/clubs';
import type { PresaleCodeOfMember } from '../api/generated';
import { send } from '../api/http';
import { Facts } from '../parts/facts';
import { State } from '../parts/fields';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';

/** Why a code was not mailed. */
const REASONS: Readonly<Record<NonNullable<PresaleCodeOfMember['not_mailed']>, string>> = {
  not_open: 'No: the presale is not open yet',
  no_address: 'No: there is no address that works',
  not_sent: 'No: open the pool to mail it',
};

/** The presale codes of a member, and whether they were mailed. */
export function MemberCodes({ member }: { member: number }): ReactElement | null {
  const path = clubPath(`members/${member}/presale_codes?per_page=100`);
  const isShown = may('presale_codes.read');
  const { data } = useQuery({
    queryKey: ['member-codes', path],
    queryFn: async () => (await send<{ data: PresaleCodeOfMember[] }>(path)).data.data,
    enabled: isShown,
  });
  if (!isShown || !data) return null;
  return (
    <Facts
      title="Codes"
      rows={data}
      none="The member has no presale codes."
      columns={[
        { title: 'Pool', of: ({ pool, pool_name }) => <Link to={`/pools/${pool}/show`}>{pool_name}</Link> },
        { title: 'Code', of: ({ code }) => <code style={{ whiteSpace: 'nowrap' }}>{code}</code> },
        {
          title: 'State',
          of: ({ state, void_reason }) => (
            <State value={state} words={void_reason ? `Void: ${void_reason}` : wordOf(state)} />
          ),
        },
        { title: 'Given', of: ({ assigned_at }) => when(assigned_at) },
        {
          title: 'Mailed',
          of: ({ mailed_at, not_mailed }) =>
            not_mailed ? REASONS[not_mailed] : mailed_at && when(mailed_at),
        },
      ]}
    />
  );
}
