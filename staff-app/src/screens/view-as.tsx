import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';
import { Answer } from '../parts/answer';

/** The names of the parts of a website, by the requests that they send. */
const PARTS: Readonly<Record<string, string>> = {
  'GET /account': 'Account',
  'GET /account/shipping': 'Address and choices',
  'GET /plans': 'Plans',
  'GET /events': 'Events',
  'GET /contests': 'Contests',
  'GET /account/benefits': 'Benefits',
  'GET /orders': 'Orders',
  'GET /subscriptions': 'Memberships',
  'GET /subscriptions/queued': 'Memberships that wait for their turn',
};

/** What the member's website receives now, to read. */
export function ViewAs({ member }: { member: number }): ReactElement {
  const [open, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['view-as', member],
    queryFn: async () => (await send<Record<string, unknown>>(clubPath(`members/${member}/view_as`))).data,
    enabled: open,
    gcTime: 0,
  });
  return (
    <>
      <Button size="small" variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        View as
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby="view-as" fullWidth maxWidth="md">
        <DialogTitle id="view-as">What the member sees</DialogTitle>
        <DialogContent tabIndex={0}>
          <DialogContentText>
            What the website shows this member now. It is only shown here: nothing is done in the
            member&apos;s name.
          </DialogContentText>
          {error && <Alert severity="error">{error.message}</Alert>}
          {Object.entries(data ?? {}).map(([name, answer]) => (
            <Box key={name} sx={{ my: 2 }}>
              <Typography component="h3" variant="h6">
                {PARTS[name] ?? name}
              </Typography>
              <Answer answer={answer} />
            </Box>
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
