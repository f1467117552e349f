import Add from '@mui/icons-material/Add';
import { Button, InputAdornment } from '@mui/material';
import type { InputHTMLAttributes, ReactElement } from 'react';
import { AutocompleteInput, TextInput, type TextInputProps, useSimpleFormIterator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { currentClub } from '../api/clubs';

/** Adds an item to a list in a form. */
export function AddItem({ label }: { label: string }): ReactElement {
  const { add } = useSimpleFormIterator();
  return (
    <Button size="small" variant="outlined" startIcon={<Add />} onClick={() => add()}>
      {label}
    </Button>
  );
}

/** Texts in one field, one a line. */
export function LinesInput(props: TextInputProps): ReactElement {
  return (
    <TextInput
      multiline
      minRows={2}
      {...props}
      format={(values: unknown) => (Array.isArray(values) ? values.join('\n') : '')}
      parse={(text: string) => (text === '' ? [] : text.split('\n'))}
    />
  );
}

/** The parts of a field for an amount in the currency of the fan club. @param attributes further ones of its input */
export const moneySlots = (attributes: InputHTMLAttributes<HTMLInputElement> = {}) => ({
  htmlInput: { inputMode: 'decimal', ...attributes } as const,
  input: { endAdornment: <InputAdornment position="end">{currentClub()?.currency}</InputAdornment> },
});

/** An amount of money in the currency of the fan club, as 50.00. */
export function MoneyInput(props: TextInputProps): ReactElement {
  return <TextInput {...props} slotProps={moneySlots()} />;
}

/** A text that may be missing: an empty field is null, not an empty text. */
export function OptionalTextInput(props: TextInputProps): ReactElement {
  return (
    <TextInput
      {...props}
      format={(text: string | null) => text ?? ''}
      parse={(text: string) => (text === '' ? null : text)}
    />
  );
}

const zoneChoice = (id: string) => ({ id, name: id.replaceAll('_', ' ') });

/** The zones of the browser, which has one name for each; a fan club may use another, such as `Asia/Kolkata`. */
const ZONES = Intl.supportedValuesOf('timeZone').map(zoneChoice);

export function TimeZoneInput({ source }: { source: string }): ReactElement {
  const zone = useWatch({ name: source }) as string | undefined;
  const isKnown = !zone || ZONES.some(({ id }) => id === zone);
  return (
    <AutocompleteInput
      fullWidth
      source={source}
      choices={isKnown ? ZONES : [...ZONES, zoneChoice(zone)]}
      isRequired
    />
  );
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });

/** Whether a code is the present one of its country: not `DD`, which the browser calls Germany, too. */
const isPresent = (id: string): boolean => new Intl.Locale(`und-${id}`).region === id;

/** The countries that the browser knows, by two letters. */
export const COUNTRIES = Array.from({ length: 26 * 26 }, (_, n) =>
  String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)),
)
  .map((id) => ({ id, name: REGIONS.of(id) ?? id }))
  .filter(({ id, name }) => name !== id && isPresent(id) && !/^(EU|EZ|UN|XA|XB|ZZ|QO)$/.test(id))
  .sort((one, other) => one.name.localeCompare(other.name));

export function CountryInput({ source }: { source: string }): ReactElement {
  return <AutocompleteInput fullWidth source={source} choices={COUNTRIES} isRequired />;
}
