import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { clubPath, clubZone } from '../api/clubs';
import { send } from '../api/http';
import { Answer } from './answer';
import { instantOf } from './zoned-time';

type PublicList = Readonly<Record<string, readonly { readonly id: number }[] | undefined>> & {
  readonly pagination?: { readonly total_pages: number };
};

/** The item of a public list as it is answered; null if it is not in the list. */
async function shownItem(of: string, query: string, id: number): Promise<object | null> {
  for (let page = 1; ; page += 1) {
    const { data } = await send<PublicList>(`${clubPath(`preview/${of}`)}?${query}&page=${page}`);
    const found = data[of]?.find((item) => item.id === id);
    if (found) return found;
    if (page >= (data.pagination?.total_pages ?? 1)) return null;
  }
}

/** How the public API answers with the record to a visitor, or to a member, at any time. */
export function Preview({ of }: { of: 'plans' | 'events' | 'contests' | 'benefits' }): ReactElement {
  const [open, setOpen] = useState(false);
  const [as, setAs] = useState('');
  const [at, setAt] = useState('');
  const query = new URLSearchParams({
    as: as === '' ? 'visitor' : `member:${as}`,
    ...(at !== '' && { at: instantOf(at, clubZone()) ?? at }),
  }).toString();
  const record = useRecordContext();
  const { data, error } = useQuery({
    // Reloads the record, too.
    queryKey: ['preview', of, record, query],
    queryFn: () => shownItem(of, query, Number(record?.id)),
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
            {data === undefined ? (
              '…'
            ) : data === null ? (
              <Typography>
                {as === '' ? 'Visitors do not see it.' : 'This member does not see it.'}
              </Typography>
            ) : (
              <Answer answer={data} />
            )}
          </Box>
        </Stack>
      )}
    </Box>
  );
}
