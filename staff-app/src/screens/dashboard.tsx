import { Alert, Box, Card, CardActionArea, CardContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { currentClub, may } from '../api/clubs';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { Bars } from '../parts/bars';
import { TEXTS } from '../texts';

/** The numbers of the first page. A role does not receive the numbers that are not for it. */
interface Numbers {
  readonly members?: { readonly active: number; readonly lapsed: number; readonly trial: number };
  readonly this_week?: { readonly joined: number; readonly left: number };
  readonly renewals_due?: { readonly in_7_days: number; readonly in_30_days: number };
  readonly parcels?: { readonly waiting: number; readonly with_issues: number; readonly batched: number };
  readonly mails_given_up?: number;
  readonly members_by_week?: readonly { readonly at: string; readonly members: number }[];
  readonly revenue_by_month?: readonly {
    readonly month: string;
    readonly currency: string;
    readonly total: string;
  }[];
}

/** The tiles in their order: the number, what it is, and the list that it leads to. */
const tilesOf = ({ members, this_week, renewals_due, parcels, mails_given_up }: Numbers): Tile[] => [
  [members?.active, 'Active members', '/members?filter={"state":"active"}'],
  [members?.lapsed, 'Lapsed members', '/members?filter={"state":"lapsed"}'],
  [members?.trial, 'On trial', '/members?filter={"state":"trial"}'],
  [this_week?.joined, 'Joined this week', '/members'],
  [this_week?.left, 'Left this week', '/members?filter={"state":"none"}'],
  [renewals_due?.in_7_days, 'Memberships that end within 7 days', '/members?filter={"state":"active"}'],
  [renewals_due?.in_30_days, 'Memberships that end within 30 days', '/members?filter={"state":"active"}'],
  [parcels?.waiting, 'Parcels waiting', '/parcels?filter={"state":"waiting"}'],
  [
    parcels?.with_issues,
    'Parcels that lack something',
    '/parcels?filter={"state":"waiting","issue":"address"}',
  ],
  [parcels?.batched, 'Parcels on packing lists', '/parcels?filter={"state":"batched"}'],
  [mails_given_up, 'Mails that failed', '/mails?filter={"state":"failed"}'],
];

type Tile = readonly [value: number | undefined, label: string, to: string];

const hrefOf = (to: string): string => {
  const [path, filter] = to.split('?filter=');
  return filter === undefined ? path : `${path}?filter=${encodeURIComponent(filter)}`;
};

/** The first page: numbers that lead to their lists, and two charts. */
export function Dashboard(): ReactElement {
  const club = currentClub();
  const { data, error } = useQuery({
    queryKey: ['dashboard', club?.id],
    queryFn: async () => (await send<Numbers>(clubPath('dashboard'))).data,
    enabled: club !== null && may('dashboard.read'),
  });
  if (!club)
    return (
      <>
        <Title title={TEXTS.login.nowhere} />
        <Typography sx={{ my: 3 }}>{TEXTS.login.nowhereWhy}</Typography>
      </>
    );
  const tiles = tilesOf(data ?? {}).filter(([value]) => value !== undefined);
  return (
    <Box sx={{ my: 2 }}>
      <Title title="Overview" />
      <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
        {club.name}
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))' }}>
        {tiles.map(([value, label, to]) => (
          <Card key={label} variant="outlined">
            <CardActionArea component={Link} to={hrefOf(to)} sx={{ height: '100%' }}>
              <CardContent>
                <Typography variant="h5" component="p">
                  {value?.toLocaleString()}
                </Typography>
                <Typography color="text.secondary">{label}</Typography>
              </CardContent>
            </CardActionArea>
          </Card>
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, mt: 3, gridTemplateColumns: { md: '1fr 1fr' } }}>
        {data?.members_by_week && (
          <Bars
            title="Members by week"
            bars={data.members_by_week.map(({ at, members }) => ({
              label: at.slice(0, 10),
              value: members,
              text: String(members),
            }))}
          />
        )}
        {data?.revenue_by_month && data.revenue_by_month.length > 0 && (
          <Bars
            title="Revenue by month"
            bars={data.revenue_by_month.map(({ month, currency, total }) => ({
              label: month,
              value: Number(total),
              text: `${total} ${currency}`,
            }))}
          />
        )}
      </Box>
    </Box>
  );
}
