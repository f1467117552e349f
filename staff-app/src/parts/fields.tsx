import Dot from '@mui/icons-material/FiberManualRecord';
import { Chip } from '@mui/material';
import type { ReactElement } from 'react';
import { useFieldValue } from 'react-admin';
import { wordOf } from '../texts';
import { dayOf, when } from './zoned-time';

interface FieldProps {
  readonly source: string;
  readonly label?: string;
}

/** A date and time in the zone of the fan club. */
export function WhenField({ source }: FieldProps): ReactElement {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>{when(useFieldValue<Record<string, unknown>>({ source }))}</span>
  );
}

/** The day of an instant, in the zone of the fan club. */
export function DayField({ source }: FieldProps): ReactElement {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>{dayOf(useFieldValue<Record<string, unknown>>({ source }))}</span>
  );
}

/** A word of the API as people say it: `Trusted domain added` for `trusted_domain.added`. */
export function WordField({ source }: FieldProps): ReactElement {
  return <span>{wordOf(useFieldValue<Record<string, unknown>>({ source }))}</span>;
}

const [GOOD, OPEN, BAD] = ['success.main', 'warning.main', 'error.main'];

/** The colours of states beside their words. A state that needs nobody is grey. */
const COLOURS: Readonly<Record<string, string>> = {
  ...{ active: GOOD, complete: GOOD, shipped: GOOD, sent: GOOD, done: GOOD, paid: GOOD, succeeded: GOOD },
  ...{ won: GOOD, confirmed: GOOD, used: GOOD, given: GOOD },
  ...{ lapsed: OPEN, open: OPEN, waiting: OPEN, batched: OPEN, charging: OPEN, pending: OPEN, held: OPEN },
  ...{ requested: OPEN, selected: OPEN },
  ...{ given_up: BAD, action_needed: BAD, failed: BAD, lost: BAD, unknown: BAD, surplus: BAD },
};

/** A state, as a chip with a dot in its colour. */
export function StateField({ source }: FieldProps): ReactElement {
  return <State value={useFieldValue<Record<string, unknown>>({ source })} />;
}

/** A state of the API, as a chip with a dot in its colour. @param words instead of those that the state usually has */
export function State({ value, words }: { value: unknown; words?: string }): ReactElement {
  const colour = COLOURS[String(value)] ?? 'text.disabled';
  return (
    <Chip
      size="small"
      variant="outlined"
      label={words ?? wordOf(value)}
      // A long sentence wraps.
      sx={{ height: 'auto', minHeight: 24, '& .MuiChip-label': { whiteSpace: 'normal' } }}
      icon={<Dot sx={{ '&&': { color: colour }, transform: 'scale(0.6)' }} />}
    />
  );
}

/** "Yes" for true; for false `no`, by default nothing. */
export function YesField({ source, no }: FieldProps & { no?: string }): ReactElement | null {
  const isTrue = useFieldValue<Record<string, unknown>>({ source }) === true;
  return isTrue || no !== undefined ? <span>{isTrue ? 'Yes' : no}</span> : null;
}
