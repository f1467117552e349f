import { Alert, Box, Button, Paper, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { CreateButton, type DataProvider, type RaRecord, Title, useDataProvider } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { EMPTY } from '../texts';
import { clockTime, placeOf, today } from '../parts/zoned-time';

/** An event on its day, as clocks at the venue show it. */
interface Entry {
  readonly id: RaRecord['id'];
  readonly title: string;
  readonly day: string;
  readonly time: string;
  readonly zone: string;
}

const entryOf = ({ id, title, start, time_zone }: RaRecord): Entry => {
  const [day, time] = clockTime(start as string, time_zone as string).split('T');
  return { id, title: title as string, day, time, zone: time_zone as string };
};

/** The days of a month in weeks from Monday; null before the first and after the last. */
function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - before + 1;
      return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, '0')}`;
    }),
  );
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const named = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString([], { ...options, timeZone: 'UTC' });

function moved(month: string, by: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
}

/** All events, the latest first; the API answers them by pages. */
async function allEvents(provider: DataProvider): Promise<RaRecord[]> {
  const all: RaRecord[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await provider.getList('events', {
      pagination: { page, perPage: 200 },
      sort: { field: 'start', order: 'DESC' },
      filter: {},
    });
    all.push(...data);
    if (data.length === 0 || all.length >= total) return all;
  }
}

/** The events by month. */
export function CalendarPage(): ReactElement {
  const [month, setMonth] = useState(() => today().slice(0, 7));
  const provider = useDataProvider();
  const {
    data = [],
    isPending,
    error,
  } = useQuery({
    queryKey: ['events', 'calendar'],
    queryFn: () => allEvents(provider),
  });
  const entries = data
    .map(entryOf)
    .filter(({ day }) => day.startsWith(month))
    .sort((one, other) => `${one.day}${one.time}`.localeCompare(`${other.day}${other.time}`));
  const next = data
    .map(entryOf)
    .filter(({ day }) => day.slice(0, 7) > month)
    .at(-1);
  return (
    <Box sx={{ my: 2 }}>
      <Title title="Calendar" />
      <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap', mb: 2 }}>
        <Button variant="outlined" onClick={() => setMonth(moved(month, -1))}>
          Previous month
        </Button>
        <Button variant="outlined" onClick={() => setMonth(moved(month, 1))}>
          Next month
        </Button>
        <Typography component="h2" variant="h5" aria-live="polite">
          {named(`${month}-01`, { month: 'long', year: 'numeric' })}
        </Typography>
        {mayUse('events', 'create') && <CreateButton resource="events" />}
      </Stack>
      {error && <Alert severity="error">{error.message}</Alert>}
      {entries.length === 0 && !isPending && !error && (
        <Typography sx={{ mb: 2 }}>
          {data.length === 0 ? EMPTY.events.help : 'No events in this month.'}{' '}
          {next && (
            <Button onClick={() => setMonth(next.day.slice(0, 7))}>
              Go to {named(`${next.day.slice(0, 7)}-01`, { month: 'long', year: 'numeric' })}
            </Button>
          )}
        </Typography>
      )}
      <Month month={month} entries={entries} />
      <Stack spacing={1} sx={{ display: { md: 'none' } }}>
        {entries.map((entry) => (
          <Box key={entry.id}>
            <Typography color="text.secondary">
              {named(entry.day, { weekday: 'short', day: 'numeric', month: 'short' })}
            </Typography>
            <EventLink {...entry} />
          </Box>
        ))}
      </Stack>
    </Box>
  );
}

function EventLink({ id, title, time, zone }: Entry): ReactElement {
  return (
    <Box sx={{ fontSize: 14, mb: 0.5, overflowWrap: 'anywhere' }}>
      <Link to={`/events/${id}`} style={{ color: 'inherit' }}>
        {title}
      </Link>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {time} {placeOf(zone)}
      </Box>
    </Box>
  );
}

/** The month as a table, on wide screens. */
function Month({ month, entries }: { month: string; entries: readonly Entry[] }): ReactElement {
  return (
    <Paper variant="outlined" sx={{ display: { xs: 'none', md: 'block' } }}>
      <Box component="table" sx={{ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <Box component="th" scope="col" key={name} sx={{ p: 1, textAlign: 'left' }}>
                {name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                <Box
                  component="td"
                  key={day ?? weekday}
                  sx={{ border: 1, borderColor: 'divider', p: 1, height: 84, verticalAlign: 'top' }}
                >
                  {day !== null && (
                    <>
                      <Typography variant="body2" color="text.secondary">
                        {Number(day.slice(8))}
                      </Typography>
                      {entries
                        .filter((entry) => entry.day === day)
                        .map((entry) => (
                          <EventLink key={entry.id} {...entry} />
                        ))}
                    </>
                  )}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Paper>
  );
}
