import { Button } from '@mui/material';
import type { ReactElement } from 'react';
import { useNotify } from 'react-admin';

/** Copies an address for an answer to a mail; shows it if the browser does not allow that. */
export function CopyLink({ label, link }: { label: string; link: string }): ReactElement {
  const notify = useNotify();
  const copy = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => notify('The link is copied.', { type: 'success' }),
      () => notify(link, { type: 'info', autoHideDuration: null }),
    );
  return (
    <Button size="small" variant="outlined" onClick={copy}>
      {label}
    </Button>
  );
}
