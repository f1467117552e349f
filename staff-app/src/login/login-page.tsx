import { Box, Paper, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { TEXTS } from '../texts';
import { LoginForm } from './login-form';
import { useEnter } from './use-enter';

/** A page outside the app: logging in, or the link of an invitation. */
export function LonePage({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <Box component="main" sx={{ display: 'flex', justifyContent: 'center', p: 2, pt: { xs: 3, sm: 10 } }}>
      <Paper sx={{ p: 4, width: '100%', maxWidth: 440 }} variant="outlined">
        <Typography component="p" color="text.secondary">
          {TEXTS.app}
        </Typography>
        <Typography component="h1" variant="h5" sx={{ mb: 3 }}>
          {title}
        </Typography>
        {children}
      </Paper>
    </Box>
  );
}

export function LoginPage(): ReactElement {
  const open = useEnter();
  const { state } = useLocation() as { state: { nextPathname?: string; nextSearch?: string } | null };
  const enter = (): void => open(`${state?.nextPathname ?? '/'}${state?.nextSearch ?? ''}`);
  return (
    <LonePage title={TEXTS.login.title}>
      <LoginForm onDone={enter} />
    </LonePage>
  );
}
