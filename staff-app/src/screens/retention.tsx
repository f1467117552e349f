import { Box, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { may } from '../api/clubs';
import type { MonthOfJoining } from '../api/generated';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';

/** `82 % (41)`; a dash for a day that not all have reached. */
const stayed = (count: number | null, percent: number | null): string =>
  count === null ? '–' : `${percent ?? 0} % (${count.toLocaleString()})`;

/** How many of the paying members who joined in each month still paid 1, 3, 6 and 12 months later. */
export function Retention({
  months,
}: {
  months: readonly MonthOfJoining[] | undefined;
}): ReactElement | null {
  if (!months || months.length === 0) return null;
  return (
    <Box>
      <Typography component="h4" variant="subtitle1">
        Who stayed, by month of joining
      </Typography>
      <Typography variant="body2" color="text.secondary">
        The share of new paying members who still paid on the same day 1, 3, 6 and 12 months later. Free and
        given memberships do not count. A dash: not all of them have reached that day.
      </Typography>
      <Facts
        title="Who stayed, by month of joining"
        ofNumbers
        rows={[...months].reverse()}
        columns={[
          { title: 'Joined in', of: ({ month }) => month },
          { title: 'New paying members', of: ({ joined }) => joined.toLocaleString() },
          { title: 'After 1 month', of: ({ stayed_1, percent_1 }) => stayed(stayed_1, percent_1) },
          { title: '3 months', of: ({ stayed_3, percent_3 }) => stayed(stayed_3, percent_3) },
          { title: '6 months', of: ({ stayed_6, percent_6 }) => stayed(stayed_6, percent_6) },
          { title: '12 months', of: ({ stayed_12, percent_12 }) => stayed(stayed_12, percent_12) },
        ]}
      />
      {may('members.read') && (
        <CsvExport path="dashboard/retention.csv" name="retention" label="Export who stayed" />
      )}
    </Box>
  );
}
