import { Alert, Box, Typography, useTheme } from '@mui/material';
import type { ReactElement } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { dayOf } from './zoned-time';

const [WIDTH, ROW, LABEL] = [800, 26, 20];

const time = (instant: unknown): number => new Date(instant as string).getTime();

/** From when to when nothing is sold between two periods. */
function gapsOf(periods: readonly RaRecord[]): { from: string; to: string }[] {
  const gaps: { from: string; to: string }[] = [];
  let end = periods[0]?.ends_at as string;
  for (const { starts_at, ends_at } of periods.slice(1)) {
    if (time(starts_at) > time(end)) gaps.push({ from: end, to: starts_at as string });
    if (time(ends_at) > time(end)) end = ends_at as string;
  }
  return gaps;
}

/** The sales periods with their extensions along the years, and the gaps between them. */
export function TimeLine(): ReactElement | null {
  const { palette } = useTheme();
  const { data = [] } = useGetList('periods', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'starts_at', order: 'ASC' },
  });
  if (data.length === 0) return null;
  const lastOf = ({ ends_at, extended_until }: RaRecord): number =>
    Math.max(time(ends_at), extended_until ? time(extended_until) : 0);
  const first = time(data[0].starts_at);
  const span = Math.max(1, ...data.map((period) => lastOf(period) - first));
  const x = (at: number): number => ((at - first) / span) * WIDTH;
  const now = Date.now();
  const gaps = gapsOf(data);
  return (
    <Box sx={{ mt: 2, maxWidth: WIDTH }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${data.length * ROW + LABEL}`}
        width="100%"
        role="img"
        aria-label="The sales periods along the years; the list below has their dates"
      >
        {data.map((period, index) => (
          <g key={period.id}>
            <rect
              x={x(time(period.starts_at))}
              y={index * ROW + 4}
              width={Math.max(2, x(time(period.ends_at)) - x(time(period.starts_at)))}
              height={ROW - 8}
              rx={4}
              fill={palette.primary.main}
            />
            {period.extended_until && (
              <rect
                x={x(time(period.ends_at))}
                y={index * ROW + 8}
                width={Math.max(0, x(time(period.extended_until)) - x(time(period.ends_at)))}
                height={ROW - 16}
                fill={palette.primary.main}
                opacity={0.4}
              />
            )}
          </g>
        ))}
        {now > first && now < first + span && (
          <>
            <line
              x1={x(now)}
              x2={x(now)}
              y1={0}
              y2={data.length * ROW}
              stroke={palette.error.main}
              strokeWidth={2}
            />
            <text
              x={x(now)}
              y={data.length * ROW + 15}
              fill={palette.text.primary}
              fontSize={14}
              textAnchor="middle"
            >
              today
            </text>
          </>
        )}
      </svg>
      {data.some(({ extended_until }) => extended_until) && (
        <Typography variant="body2" color="text.secondary">
          Pale: the time by which memberships are extended.
        </Typography>
      )}
      {gaps.map(({ from, to }) => (
        <Alert key={from} severity="warning" sx={{ mt: 1 }}>
          No period between {dayOf(from)} and {dayOf(to)}.
        </Alert>
      ))}
    </Box>
  );
}
