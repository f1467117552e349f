import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type ReactElement, useId, useState } from 'react';
import { type TextInputProps, useInput, useResourceContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import type { ImageOfClub } from '../api/generated';
import { send } from '../api/http';
import { useAction } from '../login/login-form';
import { OptionalTextInput } from './inputs';

/** The address of a picture, typed, or of one that is uploaded or chosen. */
export function ImageInput({ source, label, ...props }: TextInputProps): ReactElement {
  const resource = useResourceContext() ?? '';
  const { field } = useInput({ source });
  const [open, setOpen] = useState(false);
  const choose = (url: string): void => {
    field.onChange(url);
    setOpen(false);
  };
  return (
    <Box sx={{ width: '100%' }}>
      <OptionalTextInput source={source} {...(label !== undefined && { label })} {...props} />
      {mayUse(resource, 'edit') && mayUse('images', 'list') && (
        <Button size="small" variant="outlined" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Choose or upload a picture
        </Button>
      )}
      {open && <Pictures onChoose={choose} onClose={() => setOpen(false)} />}
    </Box>
  );
}

/** The most bytes of a file, as the service takes them. */
const MOST_BYTES = 10_000_000;

/** How many pictures a page of the dialog shows. */
const PAGE = 24;

interface ImagePage {
  readonly data: readonly ImageOfClub[];
  readonly total: number;
}

/** The pictures of the fan club: uploads, chooses and deletes them. */
function Pictures({
  onChoose,
  onClose,
}: {
  onChoose: (url: string) => void;
  onClose: () => void;
}): ReactElement {
  const title = useId();
  const queries = useQueryClient();
  const { busy, fault, run } = useAction();
  const [page, setPage] = useState(1);
  const [doomed, setDoomed] = useState<ImageOfClub | null>(null);
  const path = clubPath('images');
  const { data, error } = useQuery({
    queryKey: ['images', path, page],
    queryFn: async () => (await send<ImagePage>(`${path}?page=${page}&per_page=${PAGE}`)).data,
  });
  const mayChange = mayUse('images', 'edit');
  const upload = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    if (!file) return;
    void run(async () => {
      if (file.size > MOST_BYTES)
        throw new Error(`${file.name} has ${(file.size / 1e6).toFixed(1)} MB. A picture may have 10 MB.`);
      const sent = { method: 'POST', body: file, type: 'application/octet-stream' } as const;
      const made = await send<ImageOfClub>(`${path}?name=${encodeURIComponent(file.name)}`, sent);
      onChoose(made.data.url);
    });
    // Without it the browser does not report when the same file is chosen again.
    target.value = '';
  };
  const remove = (id: number): void =>
    void run(async () => {
      await send(`${path}/${id}`, { method: 'DELETE' });
      setDoomed(null);
      await queries.invalidateQueries({ queryKey: ['images', path] });
    });
  const message = fault ?? error?.message ?? null;
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={title} fullWidth maxWidth="md">
      <DialogTitle id={title}>Pictures</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          Everybody who knows its address can see a picture. Large ones become smaller, and what they say
          about place and camera is removed.
        </DialogContentText>
        {mayChange && (
          <Button component="label" variant="outlined" disabled={busy} sx={{ mb: 2 }}>
            Upload a picture
            <input hidden type="file" accept="image/jpeg,image/png,image/webp,image/gif" onChange={upload} />
          </Button>
        )}
        {busy && <LinearProgress aria-label="Uploading" />}
        {message !== null && <Alert severity="error">{message}</Alert>}
        {doomed && (
          <Alert
            severity="warning"
            sx={{ my: 2 }}
            action={
              <Stack direction="row">
                <Button color="inherit" onClick={() => setDoomed(null)}>
                  Keep it
                </Button>
                <Button color="error" disabled={busy} onClick={() => remove(doomed.id)}>
                  Delete it
                </Button>
              </Stack>
            }
          >
            {`Delete ${doomed.file_name}? Pages and mails with it will show no picture, within a day.`}
          </Alert>
        )}
        {data?.total === 0 && <Typography>There are no pictures yet.</Typography>}
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gap: 2,
            p: 0,
            listStyle: 'none',
            gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
          }}
        >
          {data?.data.map((image) => (
            <Box
              key={image.id}
              component="li"
              sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1 }}
            >
              <Box
                component="img"
                src={image.url}
                alt={image.file_name}
                loading="lazy"
                sx={{ width: '100%', height: 100, objectFit: 'contain', display: 'block' }}
              />
              <Typography variant="body2" noWrap color="text.secondary">
                {`${image.width} × ${image.height}`}
              </Typography>
              <Button size="small" aria-label={`Use ${image.file_name}`} onClick={() => onChoose(image.url)}>
                Use
              </Button>
              {mayChange && (
                <Button
                  size="small"
                  color="error"
                  aria-label={`Delete ${image.file_name}`}
                  onClick={() => setDoomed(image)}
                >
                  Delete
                </Button>
              )}
            </Box>
          ))}
        </Box>
        {data && data.total > PAGE && (
          <Stack direction="row" spacing={1}>
            <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button disabled={page * PAGE >= data.total} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
