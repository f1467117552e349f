import { Alert, Box, Button, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { clubPath, clubZone } from '../api/clubs';
import { send } from '../api/http';
import { Answer } from './answer';
import { instantOf } from './zoned-time';

/** What the public API answers to a visitor, or to a member, at any time: the answer as websites receive it. */
export function Preview({ of }: { of: 'plans' | 'events' | 'contests' | 'benefits' }): ReactElement {
  const [open, setOpen] = useState(false);
  const [as, setAs] = useState('');
  const [at, setAt] = useState('');
  const query = new URLSearchParams({
    as: as === '' ? 'visitor' : `member:${as}`,
    ...(at !== '' && { at: instantOf(at, clubZone()) ?? at }),
  }).toString();
  const { data, error } = useQuery({
    queryKey: ['preview', of, query],
    queryFn: async () => (await send<object>(`${clubPath(`preview/${of}`)}?${query}`)).data,
    enabled: open && (of !== 'benefits' || as !== ''),
  });
  return (
    <Box component="aside" aria-label="Preview" sx={{ p: 2, width: { xs: '100%', md: 340 }, minWidth: 0 }}>
      <Button variant="outlined" onClick={() => setOpen(!open)} aria-expanded={open}>
        What visitors see
      </Button>
      {open && (
        <Stack spacing={2} sx={{ mt: 2 }}>
          <TextField
            label="As member no."
            size="small"
            value={as}
            onChange={({ target }) => setAs(target.value.replace(/\D/g, ''))}
            helperText={of === 'benefits' ? 'Only members have benefits.' : 'Empty: as a visitor.'}
          />
          <TextField
            label="At"
            size="small"
            type="datetime-local"
            value={at}
            onChange={({ target }) => setAt(target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
            helperText={`Empty: now. Time in ${clubZone().replaceAll('_', ' ')}.`}
          />
          {error && <Alert severity="error">{error.message}</Alert>}
          <Box
            tabIndex={0}
            role="region"
            aria-label="What they see"
            sx={{ overflow: 'auto', maxHeight: 640, bgcolor: 'background.default', p: 1 }}
          >
            {data ? <Answer answer={data} /> : '…'}
          </Box>
        </Stack>
      )}
    </Box>
  );
}
