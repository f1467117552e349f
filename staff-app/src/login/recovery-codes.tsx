import { Alert, Box, Button, Stack } from '@mui/material';
import type { ReactElement } from 'react';
import { TEXTS } from '../texts';

const T = TEXTS.join;

/** Shows new recovery codes, once. */
export function RecoveryCodes({
  codes,
  onKept,
}: {
  codes: readonly string[];
  onKept: () => void;
}): ReactElement {
  return (
    <Stack spacing={2}>
      <Alert severity="warning">{T.codesWhy}</Alert>
      <Box
        component="ul"
        aria-label={T.codes}
        sx={{ columns: 2, fontFamily: 'monospace', listStyle: 'none', p: 0, m: 0 }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Button variant="contained" onClick={onKept}>
        {T.kept}
      </Button>
    </Stack>
  );
}
