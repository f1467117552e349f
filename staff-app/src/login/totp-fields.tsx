import { Box, Stack, TextField, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { TEXTS } from '../texts';
import type { TotpSetup } from '../api/generated';

/** The QR code for an authenticator app, and the field `code` for what the app shows. */
export function TotpFields({
  setup,
  fault,
}: {
  setup: TotpSetup;
  /** Why the service refused the code. */
  fault?: string | undefined;
}): ReactElement {
  return (
    <Stack spacing={2}>
      <Typography>{TEXTS.join.scan}</Typography>
      <Box
        component="img"
        alt="QR code for the authenticator app"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qr)}`}
        sx={{ width: 200, bgcolor: 'white' }}
      />
      <Typography variant="body2">
        {TEXTS.join.secret} <code>{setup.secret}</code>
      </Typography>
      <TextField
        name="code"
        label={TEXTS.login.code}
        autoComplete="one-time-code"
        required
        error={fault !== undefined}
        helperText={fault}
      />
    </Stack>
  );
}
