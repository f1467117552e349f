import { Autocomplete, TextField } from '@mui/material';
import type { ReactElement } from 'react';
import { useGetList } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/** The fields of a venue that a choice fills in. */
const FIELDS = ['name', 'address', 'city', 'state', 'postalcode', 'country', 'lat', 'lon'];

/** Fills in the venue of a former event, with its time zone. Nothing is shown before the first event. */
export function FormerVenue(): ReactElement | null {
  const { setValue } = useFormContext();
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
        setValue('time_zone', venue.time_zone as unknown, options);
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
