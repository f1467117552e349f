import { Autocomplete, TextField } from '@mui/material';
import type { ReactElement } from 'react';
import { useGetList } from 'react-admin';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import { clockTime, instantOf } from './zoned-time';

/** The fields of a venue that a choice fills in. */
const FIELDS = ['name', 'address', 'city', 'state', 'postalcode', 'country', 'lat', 'lon'];

/** The times of an event that clocks of its place show. */
const TIMES = ['start', 'doors_open'];

/** Changes the time zone of an event. What was typed as 20:00 is 20:00 there. */
function keepClocks({ getValues, setValue }: UseFormReturn, zone: string): void {
  const options = { shouldDirty: true, shouldValidate: true };
  const former = getValues('time_zone') as string;
  for (const source of TIMES) {
    const at = getValues(source) as string | null | undefined;
    if (at) setValue(source, instantOf(clockTime(at, former), zone), options);
  }
  setValue('time_zone', zone, options);
}

/** Fills in the venue of a former event, with its time zone. Nothing is shown before the first event. */
export function FormerVenue(): ReactElement | null {
  const form = useFormContext();
  const { setValue } = form;
  const { data = [] } = useGetList('venues', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'last_start', order: 'DESC' },
  });
  if (data.length === 0) return null;
  return (
    <Autocomplete
      fullWidth
      options={data}
      getOptionKey={({ id }) => String(id)}
      getOptionLabel={({ name, city }) => [name, city].filter(Boolean).join(', ')}
      onChange={(_, venue) => {
        if (!venue) return;
        const options = { shouldDirty: true, shouldValidate: true };
        for (const field of FIELDS) setValue(`venue.${field}`, venue[field] as unknown, options);
        keepClocks(form, venue.time_zone as string);
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Take a former venue"
          margin="dense"
          helperText="Fills in the fields below and the time zone."
        />
      )}
    />
  );
}
