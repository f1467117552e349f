import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { clubPath } from '../api/clubs';
import { send } from '../api/http';

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
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        View as
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby="view-as" fullWidth maxWidth="md">
        <DialogTitle id="view-as">What the member sees</DialogTitle>
        <DialogContent>
          <DialogContentText>
            The answers that the website receives for this member now. Nothing is done in the member&apos;s
            name.
          </DialogContentText>
          {error && <Alert severity="error">{error.message}</Alert>}
          {Object.entries(data ?? {}).map(([name, answer]) => (
            <Box key={name} sx={{ my: 2 }}>
              <Typography component="h3" variant="subtitle1">
                {name}
              </Typography>
              <Box
                component="pre"
                tabIndex={0}
                aria-label={`Answer: ${name}`}
                sx={{ fontSize: 12, overflow: 'auto', maxHeight: 300, bgcolor: 'background.default', p: 1 }}
              >
                {JSON.stringify(answer, null, 2)}
              </Box>
            </Box>
          ))}
        </DialogContent>
      </Dialog>
    </>
  );
}
