import { Alert, Box, Card, CardActionArea, CardContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, currentClub, may, movedClubs } from '../api/clubs';
import { MovedClubs } from '../layout/moved-clubs';
import { send } from '../api/http';
import { Bars } from '../parts/bars';
import { CsvExport } from '../parts/csv';
import { dayOf } from '../parts/zoned-time';
import { TEXTS } from '../texts';
import { Retention } from './retention';
import type { ContestsToDo, Dashboard as Figures } from '../api/generated';

/** The tiles in their order: the number, what it is, and the list that it leads to. */
const tilesOf = ({
  members,
  this_week,
  renewals_due,
  renewals,
  parcels,
  mails_given_up,
  payment_problems,
  short_extensions,
  presale,
}: Partial<Figures>): Tile[] => [
  [members?.active, 'Active members', '/members?filter={"state":"active"}'],
  [members?.lapsed, 'Lapsed members', '/members?filter={"state":"lapsed"}'],
  [members?.trial, 'On trial', '/members?filter={"state":"trial"}'],
  [this_week?.joined, 'Joined this week', '/members?filter={"this_week":"joined"}'],
  [this_week?.left, 'Left this week', '/members?filter={"this_week":"left"}'],
  [renewals_due?.in_7_days, 'Memberships that end within 7 days', '/members?filter={"ends_within":7}'],
  [renewals_due?.in_30_days, 'Memberships that end within 30 days', '/members?filter={"ends_within":30}'],
  [renewals?.in_7_days, 'Renewals due within 7 days', '/renewals?filter={"state":"due","within":"7"}'],
  [renewals?.in_30_days, 'Renewals due within 30 days', '/renewals?filter={"state":"due","within":"30"}'],
  [renewals?.action_needed, 'Renewals that need their members', '/renewals?filter={"state":"action_needed"}'],
  [parcels?.waiting, 'Parcels waiting', '/parcels?filter={"state":"waiting"}'],
  [parcels?.with_issues, 'Parcels that lack something', '/parcels?filter={"issue":"any"}'],
  [parcels?.batched, 'Parcels on packing lists', '/parcels?filter={"state":"batched"}'],
  [payment_problems, 'Payments that need attention', '/payments'],
  [
    short_extensions?.length,
    'Sales periods whose extension is too short',
    short_extensions?.length === 1 ? `/periods/${short_extensions[0]}` : '/periods',
  ],
  [presale && `${presale.given} of ${presale.total}`, 'Presale codes given', '/pools'],
  [
    presale?.short_pools.length,
    'Presales with too few codes',
    presale?.short_pools.length === 1 ? `/pools/${presale.short_pools[0]}/show` : '/pools',
  ],
  [mails_given_up, 'Mails that failed', '/mails?filter={"state":"given_up"}'],
];

/** What waits in contests. Nothing: no tile. */
const contestTiles = ({ to_close = 0, to_draw = 0, to_confirm = 0 }: Partial<ContestsToDo>): Tile[] =>
  (
    [
      [to_close, 'Contests to close', '/contests'],
      [to_draw, 'Contests to draw', '/contests'],
      [to_confirm, 'Winners to confirm', '/contests'],
    ] as const
  ).filter(([count]) => count > 0);

/** The revenue of the present month and the one before, net of refunds; amounts of several currencies are never added. */
const revenueTiles = (figures: Partial<Figures>): Tile[] => {
  const { revenue_by_month: all = [] } = figures;
  const [last, present] = [...new Set(all.map(({ month }) => month))].sort().slice(-2);
  return currenciesOf(figures).flatMap((currency) => {
    const of = (month: string | undefined): string => {
      const amount = all.find((one) => one.month === month && one.currency === currency)?.amount ?? '0.00';
      return `${amount} ${currency}`;
    };
    return [
      [of(present), 'Revenue this month', '/orders?filter={"state":"complete"}'] as const,
      [of(last), 'Revenue last month', '/orders?filter={"state":"complete"}'] as const,
    ];
  });
};

/** The currencies with revenue; amounts of several are never added. */
const currenciesOf = ({ revenue_by_month = [] }: Partial<Figures> = {}): string[] => [
  ...new Set(revenue_by_month.map(({ currency }) => currency)),
];

type Tile = readonly [value: number | string | undefined, label: string, to: string];

const hrefOf = (to: string): string => {
  const [path, filter] = to.split('?filter=');
  return filter === undefined ? path : `${path}?filter=${encodeURIComponent(filter)}`;
};

const isNew = ({ members }: Figures): boolean =>
  members !== undefined && members.active + members.lapsed + members.trial === 0;

/** What a new fan club needs, in this order: the screen, and what for. */
const FIRST_STEPS: readonly (readonly [resource: string, what: string])[] = [
  ['club', 'Check the settings of the fan club: its website, support address and time zone.'],
  ['domains', 'Trust the address of your website, so that members can log in there.'],
  ['keys', 'Add a key for your website.'],
  ['periods', 'Add a sales period: the season in which you sell.'],
  ['plans', 'Add the plans that people can buy.'],
  ['events', 'Add the first event with its ticket links.'],
];

/** Shown until the first member joins. */
function FirstSteps(): ReactElement | null {
  const steps = FIRST_STEPS.filter(([resource]) => mayUse(resource, 'edit'));
  if (steps.length === 0) return null;
  return (
    <Card variant="outlined" sx={{ mb: 3, maxWidth: 760 }}>
      <CardContent>
        <Typography component="h3" variant="h6">
          What to do first
        </Typography>
        <ol>
          {steps.map(([resource, what]) => (
            <li key={resource}>
              <Box component={Link} to={`/${resource}`} sx={{ color: 'primary.main' }}>
                {what}
              </Box>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}

/** The first page: numbers that lead to their lists, and two charts. */
export function Dashboard(): ReactElement {
  const club = currentClub();
  const { data, error } = useQuery({
    queryKey: ['dashboard', club?.id],
    queryFn: async () => (await send<Figures>(clubPath('dashboard'))).data,
    enabled: club !== null && may('dashboard.read'),
  });
  const { data: contests } = useQuery({
    queryKey: ['contests_to_do', club?.id],
    queryFn: async () => (await send<ContestsToDo>(clubPath('contests_to_do'))).data,
    enabled: club !== null && may('contests.read'),
  });
  if (!club && movedClubs().length > 0)
    return (
      <>
        <Title title={TEXTS.login.moved} />
        <MovedClubs />
      </>
    );
  if (!club)
    return (
      <>
        <Title title={TEXTS.login.nowhere} />
        <Typography sx={{ my: 3 }}>{TEXTS.login.nowhereWhy}</Typography>
      </>
    );
  const tiles = [...tilesOf(data ?? {}), ...contestTiles(contests ?? {}), ...revenueTiles(data ?? {})].filter(
    ([value]) => value !== undefined,
  );
  return (
    <Box sx={{ my: 2 }}>
      <Title title="Overview" />
      <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
        {club.name}
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      {data?.members && isNew(data) && <FirstSteps />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))' }}>
        {tiles.map(([value, label, to]) => (
          <Card key={`${label} ${typeof value === 'string' ? value : ''}`} variant="outlined">
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
            headings={['Week of', 'Members']}
            bars={data.members_by_week.map(({ at, members }) => ({
              label: dayOf(at),
              value: members,
              text: String(members),
            }))}
          />
        )}
        {currenciesOf(data).map((currency) => (
          <Bars
            key={currency}
            title={`Revenue by month in ${currency}`}
            headings={['Month', 'Revenue', 'Orders']}
            bars={(data?.revenue_by_month ?? [])
              .filter((one) => one.currency === currency)
              .map(({ month, amount, orders }) => ({
                label: month.slice(0, 7),
                value: Number(amount),
                text: `${amount} ${currency}`,
                more: String(orders),
              }))}
          />
        ))}
      </Box>
      <Retention months={data?.retention} />
      {may('bookings.read') && (
        <CsvExport path="dashboard/revenue.csv" name="revenue" label="Export the revenue by month" />
      )}
    </Box>
  );
}
