import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, clubZone } from '../api/clubs';
import { send } from '../api/http';
import { type Previewed, shownTo } from '../preview/answers';
import type { Shown } from '../preview/shown';
import { usePhone } from './cards';
import { instantOf } from './zoned-time';

/** Who looks: somebody who is not logged in, or a member in a state of the list of members. */
const PEOPLE = { visitor: 'Visitor', active: 'Member', lapsed: 'Lapsed member' } as const;
type Person = keyof typeof PEOPLE;

/** Pixels of a phone and of a computer. */
const WIDTHS = { 390: 'Phone', 1280: 'Computer' } as const;
type Width = keyof typeof WIDTHS;

/** A button that shows the record as a website shows it to visitors and members, at any time. */
export function Preview({ of }: { of: Previewed }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <Box component="aside" aria-label="Preview" sx={{ p: 2 }}>
      <Button variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        What visitors see
      </Button>
      {open && <PreviewDialog of={of} onClose={() => setOpen(false)} />}
    </Box>
  );
}

interface Member {
  readonly id: number;
  readonly blacklisted: boolean;
}

/** The member of this number, or without one the latest member in a state; null: there is none. */
async function memberOf(state: string, number: string): Promise<Member | null> {
  if (number !== '') return (await send<Member>(clubPath(`members/${number}`))).data;
  const path = clubPath(`members?state=${state}&sort=-id&per_page=1`);
  return (await send<{ data: Member[] }>(path)).data.data[0] ?? null;
}

function PreviewDialog({ of, onClose }: { of: Previewed; onClose: () => void }): ReactElement {
  const record = useRecordContext();
  const [person, setPerson] = useState<Person>(of === 'benefits' ? 'active' : 'visitor');
  /** The number as it is typed, and the one that is asked for. */
  const [draft, setDraft] = useState('');
  const [number, setNumber] = useState('');
  const [at, setAt] = useState('');
  const isPhone = usePhone();
  const [width, setWidth] = useState<Width>(isPhone ? 390 : 1280);
  const isVisitor = person === 'visitor';
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', of, record?.id, person, number, at],
    async queryFn() {
      const time = at === '' ? null : (instantOf(at, clubZone()) ?? at);
      const one = isVisitor ? null : await memberOf(person, number);
      const [member, isBlacklisted] = [one?.id ?? null, one?.blacklisted ?? false];
      const look = { member, isLoggedIn: member !== null && !isBlacklisted, at: time };
      // The API refuses the benefits of people who are not logged in.
      const isRefused = (member === null && !isVisitor) || (isBlacklisted && of === 'benefits');
      return { member, isBlacklisted, shown: isRefused ? null : await shownTo(of, Number(record?.id), look) };
    },
    gcTime: 0,
  });
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby="preview">
      <DialogTitle id="preview">What visitors see</DialogTitle>
      <DialogContent sx={{ px: { xs: 1, sm: 0 }, display: 'flex', flexDirection: 'column' }}>
        <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', px: { sm: 3 }, pb: 1 }}>
          <Choice
            label="Who looks"
            choices={PEOPLE}
            value={person}
            isOffered={(one) => (one === 'visitor' ? of !== 'benefits' : mayUse('members', 'list'))}
            onChange={(one) => {
              setPerson(one);
              setDraft('');
              setNumber('');
            }}
          />
          <Choice label="Width" choices={WIDTHS} value={width} onChange={setWidth} />
          {!isVisitor && (
            <TextField
              label="Member no."
              value={draft}
              placeholder={String(data?.member ?? '')}
              onChange={({ target }) => setDraft(target.value.replace(/\D/g, ''))}
              onBlur={() => setNumber(draft)}
              onKeyDown={({ key }) => key === 'Enter' && setNumber(draft)}
              helperText="Empty: the latest one."
              slotProps={{ inputLabel: { shrink: true } }}
              sx={{ width: 180 }}
            />
          )}
          <TextField
            label="At"
            type="datetime-local"
            value={at}
            onChange={({ target }) => setAt(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
            helperText={`Empty: now. Time in ${clubZone().replaceAll('_', ' ')}.`}
            sx={{ width: 280 }}
          />
        </Stack>
        {error && <Alert severity="error">{error.message}</Alert>}
        {isFetching && !data && (
          <Typography role="status" sx={{ px: { sm: 3 } }}>
            Loading…
          </Typography>
        )}
        {data?.isBlacklisted && (
          <Alert severity="warning" sx={{ mx: { sm: 3 }, mb: 1 }}>
            Member no. {data.member} is on the blacklist and cannot log in: they see what visitors see.
          </Alert>
        )}
        {data && <Seen person={person} {...data} width={width} />}
      </DialogContent>
      <DialogActions>
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1, px: 2 }}>
          The parts for websites show the saved record. Colours and fonts are those of your website.
        </Typography>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Seen({
  person,
  member,
  shown,
  width,
}: {
  person: Person;
  /** Null for visitors, and if no member is in this state. */
  member: number | null;
  shown: Shown | null;
  width: Width;
}): ReactElement {
  if (shown) return <Frame shown={shown} width={width} />;
  const sentence =
    person === 'visitor'
      ? 'Visitors do not see it.'
      : member === null
        ? 'No member is in this state.'
        : `Member no. ${member} does not see it.`;
  return (
    <Alert severity="info" sx={{ mx: { sm: 3 } }}>
      {sentence}
    </Alert>
  );
}

function Choice<T extends string | number>({
  label,
  choices,
  value,
  isOffered = () => true,
  onChange,
}: {
  label: string;
  choices: Readonly<Record<T, string>>;
  value: T;
  isOffered?: (choice: T) => boolean;
  onChange: (choice: T) => void;
}): ReactElement {
  // Keys of objects are texts, also those that are numbers.
  const all = Object.keys(choices).map((key) => (typeof value === 'number' ? Number(key) : key) as T);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_, choice: T | null) => choice !== null && onChange(choice)}
      sx={{ alignSelf: 'flex-start', mt: 1 }}
    >
      {all.filter(isOffered).map((choice) => (
        <ToggleButton key={choice} value={choice}>
          {choices[choice]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** The page of previews, which gets what it shows whenever it has loaded and whenever that changes. */
function Frame({ shown, width }: { shown: Shown; width: Width }): ReactElement {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the page has loaded. */
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    if (loads > 0) frame.current?.contentWindow?.postMessage(shown, location.origin);
  }, [loads, shown]);
  return (
    // A computer's width is scrolled on a phone.
    <Box
      tabIndex={0}
      role="region"
      aria-label="What they see"
      sx={{ overflowX: 'auto', flex: 1, display: 'flex' }}
    >
      <Box
        component="iframe"
        ref={frame}
        src="/staff/preview"
        // No sandbox: one that lets the page get its assets and the app's messages could be left by its scripts. Its policy lets no other scripts run.
        title={`What they see, ${width} pixels wide`}
        onLoad={() => setLoads((former) => former + 1)}
        sx={{
          ...{ width, minWidth: width, minHeight: 480, flexShrink: 0, mx: 'auto' },
          ...{
            border: 0,
            outline: '1px solid',
            outlineColor: 'divider',
            bgcolor: '#ffffff',
            colorScheme: 'light',
          },
        }}
      />
    </Box>
  );
}
