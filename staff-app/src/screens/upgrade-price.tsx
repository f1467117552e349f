import { MenuItem, TextField } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { required, useWrappedSource } from 'react-admin';
import { useController, useFormContext } from 'react-hook-form';
import { MoneyInput } from '../parts/inputs';

/** What an upgrade in the form of its plan costs: `price` is null for the difference of the two prices. */
export function UpgradePrice(): ReactElement {
  const source = useWrappedSource('price');
  const { setValue } = useFormContext();
  const {
    field: { value },
    fieldState: { error },
  } = useController<Record<string, string | null>>({ name: source });
  const isFixed = typeof value === 'string';
  /** What was typed before the other rule was chosen. */
  const [typed, setTyped] = useState('');
  return (
    <>
      <TextField
        select
        label="Costs"
        value={isFixed ? 'fixed' : 'difference'}
        onChange={({ target }) => {
          if (isFixed) setTyped(value);
          setValue(source, target.value === 'fixed' ? typed : null, { shouldDirty: true });
        }}
        // A fixed price shows its fault itself.
        error={!isFixed && error !== undefined}
        helperText={isFixed ? undefined : error?.message}
      >
        <MenuItem value="difference">The difference of the prices</MenuItem>
        <MenuItem value="fixed">A fixed price</MenuItem>
      </TextField>
      {isFixed && (
        // An empty field is a price that is missing, not the other rule.
        <MoneyInput
          source="price"
          validate={required()}
          parse={(text: string) => text}
          helperText="As 20.00."
        />
      )}
    </>
  );
}
