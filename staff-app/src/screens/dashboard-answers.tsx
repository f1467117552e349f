import { Box, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { may } from '../api/clubs';
import type { Dashboard as Figures } from '../api/generated';
import { Bars } from '../parts/bars';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { dayOf } from '../parts/zoned-time';
import { changeOf, Pair, Question, type Tile, Tiles } from './dashboard-parts';
import { Retention } from './retention';

const percent = (share: number | null): string => (share === null ? '–' : `${share} %`);

/** How many members pay, by plan, now and at the beginning of the month. */
export function Members({ figures }: { figures: Figures }): ReactElement | null {
  const { members, members_now: now, members_by_plan: plans = [], members_by_week: weeks = [] } = figures;
  if (!members || !now) return null;
  const tiles: Tile[] = [
    { value: now.paid, label: 'Paying members', to: '/members', before: changeOf(now.paid, now.paid_before) },
    { value: now.free, label: 'Free members', to: '/members', before: changeOf(now.free, now.free_before) },
    {
      value: now.given,
      label: 'Given memberships',
      to: '/members',
      before: changeOf(now.given, now.given_before),
    },
    { value: members.active, label: 'Active members', to: '/members?filter={"state":"active"}' },
    { value: members.lapsed, label: 'Lapsed members', to: '/members?filter={"state":"lapsed"}' },
    { value: members.trial, label: 'On trial', to: '/members?filter={"state":"trial"}' },
  ];
  return (
    <Question title="How many members are there?">
      <Tiles tiles={tiles} />
      <Pair>
        <Bars
          title="Paying members by week"
          headings={['Week of', 'Paying members', 'All members']}
          bars={weeks.map(({ at, paying, members: all }) => ({
            ...{ label: dayOf(at), value: paying, text: paying.toLocaleString() },
            more: all.toLocaleString(),
          }))}
        />
        <Box>
          <Typography component="h4" variant="subtitle1">
            Members by plan
          </Typography>
          <Facts
            title="Members by plan"
            ofNumbers
            rows={plans}
            columns={[
              { title: 'Plan', of: ({ plan, free }) => `${plan}${free ? ' (free)' : ''}` },
              { title: 'Members', of: ({ members: count }) => count.toLocaleString() },
              { title: 'Given', of: ({ given }) => given.toLocaleString() },
              { title: 'On the 1st', of: ({ members_before }) => members_before.toLocaleString() },
            ]}
          />
          {may('members.read') && (
            <CsvExport path="dashboard/members.csv" name="members-by-plan" label="Export members by plan" />
          )}
        </Box>
      </Pair>
    </Question>
  );
}

/** Who left, by month, and by the month of joining. */
export function Leavers({ figures }: { figures: Figures }): ReactElement | null {
  const { this_week: week, churn = [], retention } = figures;
  if (!week) return null;
  const present = churn.at(-1);
  const last = churn.at(-2);
  return (
    <Question title="Who left?">
      <Tiles
        tiles={[
          { value: week.joined, label: 'Joined this week', to: '/members?filter={"this_week":"joined"}' },
          { value: week.left, label: 'Left this week', to: '/members?filter={"this_week":"left"}' },
          {
            value: present?.left,
            label: 'Paying members who left this month',
            to: '/members',
            before: `${last?.left.toLocaleString() ?? '0'} last month`,
          },
        ]}
      />
      <Pair>
        <Bars
          title="Paying members who left by month"
          headings={['Month', 'Left']}
          bars={churn.map(({ month, left }) => ({ label: month, value: left, text: String(left) }))}
        />
        <Box>
          <Typography component="h4" variant="subtitle1">
            Joined and left by month
          </Typography>
          <Facts
            title="Paying members who joined and left by month"
            ofNumbers
            rows={[...churn].reverse()}
            columns={[
              { title: 'Month', of: ({ month }) => month },
              { title: 'At its beginning', of: ({ members }) => members.toLocaleString() },
              { title: 'Joined', of: ({ joined }) => joined.toLocaleString() },
              { title: 'Left', of: ({ left }) => left.toLocaleString() },
              { title: 'Share', of: ({ percent_left }) => percent(percent_left) },
            ]}
          />
          {may('members.read') && (
            <CsvExport path="dashboard/churn.csv" name="churn" label="Export joined and left" />
          )}
        </Box>
      </Pair>
      <Retention months={retention} />
    </Question>
  );
}

/** The currencies with revenue; amounts of several are never added. */
const currenciesOf = ({ revenue_by_month = [] }: Figures): string[] => [
  ...new Set(revenue_by_month.map(({ currency }) => currency)),
];

/** The revenue of the present month and the one before, net of refunds. */
const revenueTiles = (figures: Figures): Tile[] => {
  const { revenue_by_month: all = [] } = figures;
  const [last, present] = [...new Set(all.map(({ month }) => month))].sort().slice(-2);
  return currenciesOf(figures).flatMap((currency) => {
    const of = (month: string | undefined): string => {
      const amount = all.find((one) => one.month === month && one.currency === currency)?.amount ?? '0.00';
      return `${amount} ${currency}`;
    };
    const to = '/orders?filter={"state":"complete"}';
    const more = currenciesOf(figures).length > 1 ? ` in ${currency}` : '';
    return [
      { value: of(present), label: `Revenue this month${more}`, to },
      { value: of(last), label: `Revenue last month${more}`, to },
    ];
  });
};

/** What comes in: this month, and by renewals. */
export function Income({ figures }: { figures: Figures }): ReactElement | null {
  const {
    renewals_due: ending,
    renewals,
    revenue_by_month: revenue = [],
    expected_renewals: expected,
  } = figures;
  if (!renewals || !ending) return null;
  return (
    <Question title="What comes in?">
      <Tiles
        tiles={[
          ...revenueTiles(figures),
          {
            value: renewals.in_7_days,
            label: 'Renewals due within 7 days',
            to: '/renewals?filter={"state":"due","within":"7"}',
          },
          {
            value: renewals.in_30_days,
            label: 'Renewals due within 30 days',
            to: '/renewals?filter={"state":"due","within":"30"}',
          },
          {
            value: ending.in_7_days,
            label: 'Memberships that end within 7 days',
            to: '/members?filter={"ends_within":7}',
          },
          {
            value: ending.in_30_days,
            label: 'Memberships that end within 30 days',
            to: '/members?filter={"ends_within":30}',
          },
        ]}
      />
      {expected && (
        <Pair>
          {currenciesOf(figures).map((currency) => (
            <Bars
              key={currency}
              title={`Revenue by month in ${currency}`}
              headings={['Month', 'Revenue', 'Orders']}
              bars={revenue
                .filter((one) => one.currency === currency)
                .map(({ month, amount, orders }) => ({
                  label: month,
                  value: Number(amount),
                  text: `${amount} ${currency}`,
                  more: String(orders),
                }))}
            />
          ))}
          <Box>
            <Typography component="h4" variant="subtitle1">
              Expected renewals
            </Typography>
            <Facts
              title="Expected renewals"
              rows={expected}
              none="No renewal is planned."
              columns={[
                { title: 'Month', of: ({ month }) => month },
                {
                  title: 'Charged to cards',
                  of: ({ automatic, automatic_amount, currency }) =>
                    `${automatic_amount} ${currency} (${automatic.toLocaleString()})`,
                },
                {
                  title: 'By hand',
                  of: ({ by_hand, by_hand_amount, currency }) =>
                    `${by_hand_amount} ${currency} (${by_hand.toLocaleString()})`,
                },
              ]}
            />
            {may('bookings.read') && (
              <>
                <CsvExport path="dashboard/revenue.csv" name="revenue" label="Export the revenue by month" />
                <CsvExport
                  path="dashboard/expected_renewals.csv"
                  name="expected-renewals"
                  label="Export expected renewals"
                />
              </>
            )}
          </Box>
        </Pair>
      )}
    </Question>
  );
}

/** What plans sell, and which events give presale codes. */
export function Sales({ figures }: { figures: Figures }): ReactElement | null {
  const { presale, sales_by_plan: sales, codes_by_event: events = [] } = figures;
  if (!presale) return null;
  return (
    <Question title="What sells?">
      <Tiles
        tiles={[
          { value: `${presale.given} of ${presale.total}`, label: 'Presale codes given', to: '/pools' },
        ]}
      />
      <Pair>
        {sales && (
          <Box>
            <Typography component="h4" variant="subtitle1">
              Plans
            </Typography>
            <Facts
              title="Sales by plan"
              rows={sales}
              none="Nothing was sold this month or last month."
              columns={[
                { title: 'Plan', of: ({ plan }) => plan },
                {
                  title: 'This month',
                  of: ({ amount, currency, orders }) => `${amount} ${currency} (${orders})`,
                },
                {
                  title: 'Last month',
                  of: ({ amount_before, currency, orders_before }) =>
                    `${amount_before} ${currency} (${orders_before})`,
                },
              ]}
            />
            {may('bookings.read') && (
              <CsvExport path="dashboard/sales.csv" name="sales" label="Export sales by plan" />
            )}
          </Box>
        )}
        <Box>
          <Typography component="h4" variant="subtitle1">
            Events
          </Typography>
          <Facts
            title="Presale codes by event"
            rows={events}
            none="No presale is open."
            columns={[
              { title: 'Event', of: ({ id, title }) => <Link to={`/events/${id}`}>{title}</Link> },
              { title: 'Codes given', of: ({ given, total }) => `${given} of ${total}` },
            ]}
          />
        </Box>
      </Pair>
    </Question>
  );
}
