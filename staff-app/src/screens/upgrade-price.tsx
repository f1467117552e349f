import { MenuItem, TextField } from '@mui/material';
import type { ReactElement } from 'react';
import { required, useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { MoneyInput } from '../parts/inputs';

/** What an upgrade in the form of its plan costs: `price` is null for the difference of the two prices. */
export function UpgradePrice(): ReactElement {
  const source = useWrappedSource('price');
  const { setValue } = useFormContext();
  const isFixed = typeof useWatch({ name: source }) === 'string';
  return (
    <>
      <TextField
        select
        label="Costs"
        value={isFixed ? 'fixed' : 'difference'}
        onChange={({ target }) =>
          setValue(source, target.value === 'fixed' ? '' : null, { shouldDirty: true })
        }
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
