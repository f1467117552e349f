import { Alert, Box, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { clubPath } from '../api/clubs';
import type { BookingsOfMonth } from '../api/generated';
import { send } from '../api/http';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';

/** The month before the present one, which a bookkeeper closes: `2026-10`. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** What the fan club took and gave back in a month, and the file for its bookkeeper. */
export function Bookings(): ReactElement {
  const [month, setMonth] = useState(lastMonth);
  const path = clubPath(`bookings?month=${month}`);
  const isMonth = /^\d{4}-\d{2}$/.test(month);
  const { data, error } = useQuery({
    queryKey: ['bookings', path],
    queryFn: async () => (await send<BookingsOfMonth>(path)).data,
    enabled: isMonth,
  });
  return (
    <>
      <Typography component="h2" variant="h6">
        For the bookkeeper
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <TextField
          label="Month"
          type="month"
          size="small"
          value={month}
          onChange={(event) => setMonth(event.target.value)}
          helperText="A month of the fan club’s calendar"
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { pattern: '[0-9]{4}-[0-9]{2}' } }}
        />
        {isMonth && (
          <CsvExport
            path={`bookings.csv?month=${month}`}
            name={`bookings-${month}`}
            label="Export receipts and refunds"
          />
        )}
      </Box>
      {error && <Alert severity="error">{error.message}</Alert>}
      {data && (
        <Facts
          title="Totals of the month"
          rows={data.totals}
          none="Nothing was taken or given back in this month."
          columns={[
            { title: 'Currency', of: ({ currency }) => currency },
            { title: 'Sales', of: ({ sales }) => sales },
            { title: 'Surplus payments', of: ({ surplus }) => surplus },
            { title: 'Refunds', of: ({ refunds }) => refunds },
            { title: 'Disputes', of: ({ disputes }) => disputes },
            { title: 'Total', of: ({ amount }) => amount },
            { title: 'Tax in it', of: ({ tax }) => tax },
            { title: 'Without tax', of: ({ net }) => net },
            { title: 'Number', of: ({ count }) => count.toLocaleString() },
          ]}
        />
      )}
    </>
  );
}
