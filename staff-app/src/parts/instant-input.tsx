import { type ReactElement, useState } from 'react';
import { TextField } from '@mui/material';
import { useInput, type InputProps, FieldTitle, InputHelperText } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { clubZone, currentClub } from '../api/clubs';
import { clockTime, instantOf } from './zoned-time';

interface InstantInputProps extends InputProps {
  readonly helperText?: string;
  /** The field of the form that holds the zone. Without it, the zone of the fan club. */
  readonly zoneSource?: string;
}

/** A date and time in the zone of the place, with the time of UTC below it. */
export function InstantInput({ zoneSource, helperText, ...props }: InstantInputProps): ReactElement {
  const { id, field, fieldState, isRequired } = useInput(props);
  const chosen = useWatch({ name: zoneSource ?? '' }) as unknown;
  const zone = zoneSource !== undefined && typeof chosen === 'string' && chosen !== '' ? chosen : clubZone();
  const value = field.value as string | null;
  /**
   * What is typed; null: the field shows its value. A half-typed year is a year of long ago, whose zone offset would change the
   * minutes.
   */
  const [draft, setDraft] = useState<string | null>(null);
  const utc = clockTime(value, 'UTC').replace('T', ' ');
  const fault = fieldState.error?.message;
  return (
    <TextField
      id={id}
      type="datetime-local"
      label={
        <FieldTitle
          source={props.source}
          resource={currentClub() ? undefined : ''}
          label={props.label}
          isRequired={isRequired}
        />
      }
      value={draft ?? clockTime(value, zone)}
      onChange={({ target }) => {
        setDraft(target.value);
        field.onChange(instantOf(target.value, zone));
      }}
      onBlur={() => {
        setDraft(null);
        field.onBlur();
      }}
      name={field.name}
      error={fault !== undefined}
      helperText={
        <InputHelperText
          error={fault}
          helperText={[helperText, `Time in ${zone.replaceAll('_', ' ')}${utc === '' ? '' : ` · ${utc} UTC`}`]
            .filter(Boolean)
            .join(' ')}
        />
      }
      slotProps={{ inputLabel: { shrink: true } }}
      margin="dense"
    />
  );
}
