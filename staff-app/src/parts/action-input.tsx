import { MenuItem, TextField } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { clubZone } from '../api/clubs';
import { HtmlFormField } from './html-input';

/** A field of an action's dialog. */
export interface ActionField {
  readonly name: string;
  readonly label: string;
  /** `instant` is a date and time in the zone of the fan club, and is sent as an instant; `html` is a text with formats. */
  readonly type?: 'text' | 'html' | 'date' | 'instant' | 'url' | 'email' | 'number';
  /** Several lines. */
  readonly long?: boolean;
  readonly help?: string;
  /** What the typed text means, in lines that are shown below the field. */
  readonly means?: (text: string) => readonly string[];
  readonly optional?: boolean;
  readonly initial?: string;
  /** The choices, by the value that is sent. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Several of the choices; their values are joined by commas. */
  readonly several?: boolean;
}

/** What a field shows at first: the value of the record that was read, or its own. */
export function initialOf(
  { name, initial }: ActionField,
  record?: Record<string, unknown>,
): string | undefined {
  const value = record?.[name];
  return typeof value === 'string' ? value : initial;
}

/** The field itself, with its fault. */
export function ActionInput({
  name,
  label,
  type = 'text',
  long = false,
  help,
  means,
  optional,
  initial,
  choices,
  several = false,
  fault,
}: ActionField & { fault?: string | undefined }): ReactElement {
  const isInstant = type === 'instant';
  const [meaning, setMeaning] = useState<readonly string[]>([]);
  const hint = [help, isInstant && `Time in ${clubZone().replaceAll('_', ' ')}`].filter(Boolean).join(' ');
  if (type === 'html') return <HtmlFormField {...{ name, label, help, initial, fault }} />;
  return (
    <TextField
      name={name}
      label={label}
      type={isInstant ? 'datetime-local' : type}
      error={fault !== undefined}
      helperText={
        fault ??
        (hint !== '' &&
          [hint, ...meaning].map((line, at) => (
            <span key={at} style={at === 0 ? {} : { display: 'block', fontWeight: 600 }}>
              {line}
            </span>
          )))
      }
      onChange={means && ((event) => setMeaning(means(event.target.value)))}
      required={!optional}
      defaultValue={several ? [] : (initial ?? (choices ? (Object.keys(choices)[0] ?? '') : ''))}
      select={choices !== undefined}
      multiline={long}
      minRows={long ? 4 : undefined}
      slotProps={{
        select: { multiple: several },
        inputLabel: isInstant || type === 'date' ? { shrink: true } : {},
      }}
    >
      {choices &&
        Object.entries(choices).map(([value, text]) => (
          <MenuItem key={value} value={value}>
            {text}
          </MenuItem>
        ))}
    </TextField>
  );
}
