import { Alert, Box, Card, CardContent, Chip, Link as WebLink, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import type { DrawOfContest } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import type { ActionField } from '../parts/action-input';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { Section } from '../parts/form';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';
import { Winners } from './contest-winners';

const STEPS = ['Entries', 'Closed', 'Draw', 'Winners', 'Published'] as const;

/** How many steps are done. */
function stepsDone({ step, prizes }: DrawOfContest): number {
  if (step === 'none' || step === 'entries') return 0;
  if (step === 'closed') return 2;
  return prizes.every(({ winners, confirmed, free }) => confirmed + free === winners) ? 5 : 3;
}

/** The draw of the contest whose page this is. */
export function useDraw(): { draw: DrawOfContest | undefined; error: Error | null } {
  const contest = useRecordContext();
  const { data: draw, error } = useQuery({
    queryKey: ['contests', contest?.id, 'draw'],
    queryFn: async () => (await send<DrawOfContest>(clubPath(`contests/${contest?.id}/draw`))).data,
    enabled: contest !== undefined,
  });
  return { draw, error };
}

/** From the entries to the confirmed winners: where the contest stands, and what happens next. */
export function ContestDraw(): ReactElement | null {
  const { draw, error } = useDraw();
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!draw) return null;
  const done = stepsDone(draw);
  return (
    <Box sx={{ px: 2 }}>
      <Section title="Draw" />
      <Stack
        component="ol"
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 0.75, p: 0, m: 0, mb: 2, listStyle: 'none' }}
      >
        {STEPS.map((label, at) => (
          <li key={label} aria-current={at === done ? 'step' : undefined}>
            <Chip
              size="small"
              label={`${at + 1} ${label}${at < done ? ' ✓' : ''}`}
              color={at === done ? 'primary' : 'default'}
              variant={at < done ? 'filled' : 'outlined'}
            />
          </li>
        ))}
      </Stack>
      <Card variant="outlined">
        <CardContent>
          <Next draw={draw} />
        </CardContent>
      </Card>
      <Published draw={draw} />
      {draw.step !== 'none' && may('entries.export') && (
        <CsvExport
          path={`contests/${draw.id}/entries/export`}
          name={`entries-${draw.id}`}
          label="Export the list of entries"
          once
        />
      )}
      {draw.step === 'drawn' && may('entries.read') && <Winners contest={draw.id} />}
    </Box>
  );
}

/** `2 blacklisted, 1 by staff: Works for the venue`. */
const causesOf = ({ left_out_by }: DrawOfContest): string =>
  left_out_by
    .map(({ cause, reason, count }) =>
      [`${count} ${cause === 'staff' ? 'by staff' : wordOf(cause).toLowerCase()}`, reason]
        .filter(Boolean)
        .join(': '),
    )
    .join(', ');

function Next({ draw }: { draw: DrawOfContest }): ReactNode {
  const { step, ended, entries, left_out, alternates, prizes, beacon_source: source } = draw;
  const causes = causesOf(draw);
  const out = left_out === 1 ? '1 is left out' : `${left_out} are left out`;
  const counted = `${entries} ${entries === 1 ? 'takes' : 'take'} part, ${out}${causes && ` (${causes})`}.`;
  if (step === 'none')
    return (
      <Typography>
        Publish the contest. Its draw is then prepared within a minute, unless it ended over 30 days ago or
        has winners already: such contests are not drawn here.
      </Typography>
    );
  if (step === 'entries' && !ended)
    return (
      <Typography>
        {counted} People enter until {when(draw.ends_at)}. Exclude entries until you close the contest.
      </Typography>
    );
  if (step === 'entries')
    return (
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography>
          The contest has ended. {counted} Exclude entries now: afterwards the list is fixed.
        </Typography>
        {mayUse('contests', 'edit') && (
          <ActionButton
            label="Close the contest"
            path={`contests/${draw.id}/close`}
            fields={CLOSE_FIELDS}
            explains={`The list of ${entries} entries is fixed, and its fingerprint is published. This cannot be undone.`}
            done="The contest is closed."
          />
        )}
      </Stack>
    );
  if (step === 'closed')
    return (
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography>
          The list is fixed: {counted} Next, draw the winners.{' '}
          {source === null
            ? 'A text that nobody could know before, such as the numbers of a lottery, shows that you did not choose them.'
            : `You have announced the public text: ${source}. Draw when it is known.`}
        </Typography>
        {may('contests.draw') && <DrawButton contest={draw.id} source={source} />}
      </Stack>
    );
  const open = prizes.reduce((sum, { selected }) => sum + selected, 0);
  const free = prizes.reduce((sum, prize) => sum + prize.free, 0);
  return (
    <>
      <Typography sx={{ mb: 1 }}>
        {open > 0
          ? `${open} of the drawn have not answered yet. Who does not answer in ${draw.confirm_hours} hours loses the prize to the next of ${alternates} alternates.`
          : free > 0
            ? `Nobody is left for ${free} of the prizes.`
            : 'All prizes are confirmed.'}
      </Typography>
      <Facts
        title="Prizes"
        rows={prizes}
        columns={[
          { title: 'Prize', of: ({ name }) => name },
          { title: 'Asked', of: ({ selected }) => selected },
          { title: 'Confirmed', of: ({ confirmed, winners }) => `${confirmed} of ${winners}` },
          { title: 'Free', of: (prize) => prize.free },
        ]}
      />
    </>
  );
}

const CLOSE_FIELDS: readonly ActionField[] = [
  {
    name: 'beacon_source',
    label: 'Announced public text',
    optional: true,
    help: 'Which public value you will draw with, and how you write it, such as “Lotto of 22 Nov, ascending, separated by spaces”. Nobody may know the value yet. The public page shows this from now on, and the draw asks for the value. Empty: you announce nothing.',
  },
];

/** @param source of the public text, as announced; null: none was */
const drawFields = (source: string | null): readonly ActionField[] => [
  {
    name: 'prizes',
    label: 'Prizes',
    long: true,
    help: 'One a line. If several people win it, begin with their number and ×, such as “2 × Front row”. The first line gets the first places.',
    means: (text) =>
      prizesOf(text).map(
        ({ name, winners }) => `${winners} ${winners === 1 ? 'winner' : 'winners'}: ${name}`,
      ),
  },
  {
    name: 'beacon',
    label: 'Public text',
    optional: source === null,
    help:
      source === null
        ? 'What nobody could know when the contest was closed, such as “Lotto 22 Nov: 4 8 15 16 23 42”.'
        : `You announced: ${source}. If there is no such value, write why.`,
  },
  {
    name: 'confirm_hours',
    label: 'Confirm within hours',
    type: 'number',
    initial: '72',
    help: 'Otherwise the prize goes to the next.',
  },
  {
    name: 'alternates_until',
    label: 'Alternates until',
    type: 'instant',
    optional: true,
    help: 'Empty: as long as there are any.',
  },
];

/** The prizes of the lines: `2 × Front row`. Without a ×, a number belongs to the name: `2 tickets for Berlin` has one winner. */
function prizesOf(text: string): { name: string; winners: number }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, count, name] = /^(\d+)\s*[×x]\s+(.+)$/.exec(line) ?? [];
    return count === undefined || name === undefined
      ? { name: line, winners: 1 }
      : { name, winners: Number(count) };
  });
}

function DrawButton({ contest, source }: { contest: number; source: string | null }): ReactElement {
  return (
    <ActionButton
      label="Draw the winners"
      path={`contests/${contest}/draw`}
      fields={drawFields(source)}
      body={({ prizes = '', confirm_hours, ...rest }) => ({
        ...rest,
        prizes: prizesOf(prizes),
        confirm_hours: Number(confirm_hours),
      })}
      explains="You prove first that it is you. The winners get a mail at once, and the result is published. After this nothing can be changed."
      done="The winners are drawn."
    />
  );
}

/** What everybody sees of the draw. */
function Published({ draw }: { draw: DrawOfContest }): ReactElement | null {
  if (draw.commitment === null) return null;
  const facts = [
    ['Commitment', draw.commitment],
    ...(draw.list_hash === null ? [] : [['Fingerprint of the list', draw.list_hash]]),
    ...(draw.beacon_source === null ? [] : [['Announced public text', draw.beacon_source]]),
    ...(draw.drawn_at === null ? [] : [['Public text', draw.beacon === '' ? 'none' : draw.beacon]]),
  ];
  return (
    <Box sx={{ my: 2 }}>
      <Typography component="h3" variant="subtitle1">
        What fans see
      </Typography>
      <WebLink href={draw.page} target="_blank" rel="noopener">
        Open the page of the draw
      </WebLink>
      <Box
        component="dl"
        sx={{ my: 1, '& dd': { m: 0, mb: 1, overflowWrap: 'anywhere', fontFamily: 'monospace' } }}
      >
        {facts.map(([label, value]) => (
          <Box key={label}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {label}
            </Typography>
            <dd>{value}</dd>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
