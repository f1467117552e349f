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

/** The colours of states beside their words. A state that needs nobody has none. */
const COLOURS: Readonly<Record<string, string>> = {
  ...{ active: GOOD, complete: GOOD, shipped: GOOD, sent: GOOD, done: GOOD },
  ...{ lapsed: OPEN, open: OPEN, waiting: OPEN, batched: OPEN, charging: OPEN },
  ...{ given_up: BAD, action_needed: BAD },
};

/** A state, as a chip with a dot in its colour. */
export function StateField({ source }: FieldProps): ReactElement {
  const value: unknown = useFieldValue<Record<string, unknown>>({ source });
  const colour = COLOURS[String(value)];
  return (
    <Chip
      size="small"
      variant="outlined"
      label={wordOf(value)}
      icon={
        colour === undefined ? undefined : <Dot sx={{ '&&': { color: colour }, transform: 'scale(0.6)' }} />
      }
    />
  );
}

/** "Yes" for true; for false `no`, by default nothing. */
export function YesField({ source, no }: FieldProps & { no?: string }): ReactElement | null {
  const isTrue = useFieldValue<Record<string, unknown>>({ source }) === true;
  return isTrue || no !== undefined ? <span>{isTrue ? 'Yes' : no}</span> : null;
}
