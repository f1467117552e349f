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

/** The numbers of the first page. A role without a permission does not receive its numbers. */
interface Numbers {
  readonly tiles: Readonly<Record<string, number | null | undefined>>;
  readonly members_by_week?: readonly { week: string; members: number }[];
  readonly revenue_by_month?: readonly { month: string; currency: string; total: string }[];
}

/** The tiles in their order: what the number is, and the list that it leads to. */
const TILES: readonly [name: string, label: string, to: string][] = [
  ['active', 'Active members', '/members?filter={"state":"active"}'],
  ['lapsed', 'Lapsed members', '/members?filter={"state":"lapsed"}'],
  ['trial', 'On trial', '/members?filter={"state":"trial"}'],
  ['joined', 'Joined this week', '/members'],
  ['left', 'Left this week', '/members?filter={"state":"none"}'],
  ['renewals_7', 'Memberships that end within 7 days', '/members?filter={"state":"active"}'],
  ['renewals_30', 'Memberships that end within 30 days', '/members?filter={"state":"active"}'],
  ['parcels_waiting', 'Parcels waiting', '/parcels?filter={"state":"waiting"}'],
  [
    'parcels_with_issues',
    'Parcels that lack something',
    '/parcels?filter={"state":"waiting","issue":"address"}',
  ],
  ['mails_failed', 'Mails that failed', '/mails?filter={"state":"failed"}'],
];

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
  const tiles = TILES.filter(([name]) => data?.tiles?.[name] != null);
  return (
    <Box sx={{ my: 2 }}>
      <Title title="Overview" />
      <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
        {club.name}
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))' }}>
        {tiles.map(([name, label, to]) => (
          <Card key={name} variant="outlined">
            <CardActionArea component={Link} to={hrefOf(to)} sx={{ height: '100%' }}>
              <CardContent>
                <Typography variant="h5" component="p">
                  {data?.tiles[name]?.toLocaleString()}
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
            bars={data.members_by_week.map(({ week, members }) => ({
              label: week,
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
