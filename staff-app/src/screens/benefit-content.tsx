import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { Alert, Box, Button, IconButton, LinearProgress, Link, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import type { BenefitItemOfClub, BenefitItemsOfClub } from '../api/generated';
import { addressOf, send } from '../api/http';
import { useAction } from '../login/login-form';
import { ActionButton } from '../parts/action-button';
import type { ActionField } from '../parts/action-input';
import { cleanHtml } from '../parts/clean-html';
import { Section } from '../parts/form';

const FILE = 'application/octet-stream';

const TITLE: ActionField = { name: 'title', label: 'Title' };
const TEXT: ActionField[] = [
  TITLE,
  {
    name: 'html',
    label: 'Text',
    type: 'html',
    help: 'Paragraphs, lists and links; tables as HTML. No pictures.',
  },
];

/** The size of a file as members read it. */
function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The texts and files of a benefit, as its members see them, with what changes them. */
export function BenefitContent(): ReactElement | null {
  const benefit = useRecordContext();
  const path = clubPath(`benefits/${benefit?.id}/items`);
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['benefit-content', path],
    queryFn: () => send<BenefitItemsOfClub>(path),
    enabled: benefit !== undefined,
  });
  const reload = (): void => void client.invalidateQueries({ queryKey: ['benefit-content', path] });
  if (!benefit) return null;
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return <LinearProgress aria-label="Loading the content" />;
  const { items, max_size: maxSize } = data.data;
  const mayChange = mayUse('benefits', 'edit');
  return (
    <Box
      component="section"
      aria-label="Content for members"
      sx={{ px: 2, pb: { xs: 8, sm: 3 }, maxWidth: 760 }}
    >
      <Section
        title="Content for members"
        help="Texts and files that only members of the chosen plans get. They see them on the page “Membership”, in this order. The address of a download works for a few minutes, and only while its member has the benefit."
      />
      {items.length === 0 && <Typography sx={{ my: 2 }}>This benefit has no content yet.</Typography>}
      <Stack component="ol" spacing={2} sx={{ listStyle: 'none', p: 0, my: 2 }}>
        {items.map((item, at) => (
          <Item key={item.id} {...{ item, at, items, maxSize, mayChange, reload }} />
        ))}
      </Stack>
      {mayChange && (
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <FileButton
            label="Upload a file"
            path={clubPath(`benefits/${benefit.id}/files`)}
            {...{ maxSize }}
            onDone={reload}
          />
          <ActionButton
            label="Add a text"
            path={`benefits/${benefit.id}/items`}
            fields={TEXT}
            done="The text was added."
            onDone={reload}
          />
        </Stack>
      )}
    </Box>
  );
}

interface ItemProps {
  readonly item: BenefitItemOfClub;
  readonly at: number;
  readonly items: readonly BenefitItemOfClub[];
  readonly maxSize: number;
  readonly mayChange: boolean;
  readonly reload: () => void;
}

function Item({ item, at, items, maxSize, mayChange, reload }: ItemProps): ReactElement {
  const { id, title, html, kind, file_name: name, size, media_type: type, sha256 } = item;
  const file = clubPath(`benefit_items/${id}/file`);
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Typography component="h3" variant="subtitle1">
        {title}
      </Typography>
      {html !== null ? (
        <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
          {cleanHtml(html)}
        </Typography>
      ) : (
        <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          <Link href={addressOf(file)} download>
            {name}
          </Link>
          {`, ${sizeOf(size ?? 0)}, ${type}`}
        </Typography>
      )}
      {mayChange && (
        <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <MoveButton {...{ items, at, by: -1, reload }} />
          <MoveButton {...{ items, at, by: 1, reload }} />
          <ActionButton
            label={kind === 'text' ? 'Edit' : 'Rename'}
            path={`benefit_items/${id}`}
            method="PATCH"
            versioned
            fields={kind === 'text' ? TEXT : [TITLE]}
            done="Saved."
            onDone={reload}
          />
          {kind === 'file' && (
            <FileButton label="Replace" path={file} {...{ maxSize, sha256 }} onDone={reload} />
          )}
          <ActionButton
            label="Delete"
            path={`benefit_items/${id}`}
            method="DELETE"
            danger
            explains={`“${title}” disappears from the members' page at once. This cannot be undone.`}
            done="Deleted."
            onDone={reload}
          />
        </Stack>
      )}
    </Box>
  );
}

function MoveButton({
  items,
  at,
  by,
  reload,
}: Pick<ItemProps, 'items' | 'at' | 'reload'> & { by: 1 | -1 }): ReactElement {
  const { busy, run } = useAction();
  const notify = useNotify();
  const { id, benefit, title } = items[at];
  const other = items.at(at + by);
  const isLast = at + by < 0 || at + by >= items.length;
  const move = (): void =>
    void run(async () => {
      const ids = items.map((one) => (one.id === id ? other?.id : one.id === other?.id ? id : one.id));
      await send(clubPath(`benefits/${benefit}/order`), { method: 'POST', body: { items: ids } }).catch(
        (error: Error) => notify(error.message, { type: 'error' }),
      );
      reload();
    });
  return (
    <IconButton
      size="small"
      onClick={move}
      disabled={busy || isLast}
      aria-label={`Move ${by < 0 ? 'up' : 'down'}: ${title}`}
    >
      {by < 0 ? <ArrowUpward fontSize="small" /> : <ArrowDownward fontSize="small" />}
    </IconButton>
  );
}

/** Chooses a file and sends it, byte by byte. */
function FileButton({
  label,
  path,
  maxSize,
  sha256 = null,
  onDone,
}: {
  label: string;
  path: string;
  maxSize: number;
  /** Of the file that is replaced, as the page shows it. */
  sha256?: string | null;
  onDone: () => void;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const notify = useNotify();
  const { busy, fault, run } = useAction();
  const [sending, setSending] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    // Without it the browser does not report when the same file is chosen again.
    target.value = '';
    if (!file) return;
    const isTooLarge = file.size > maxSize;
    setRefusal(isTooLarge ? `${file.name} has ${sizeOf(file.size)}; ${sizeOf(maxSize)} are allowed.` : null);
    if (isTooLarge) return;
    setSending(file);
    void run(async () => {
      const url = `${path}?name=${encodeURIComponent(file.name)}`;
      const headers: Record<string, string> = sha256 === null ? {} : { 'if-match': `"${sha256}"` };
      try {
        await send(url, { method: 'POST', body: file, type: FILE, headers });
        notify(`${file.name} was uploaded.`, { type: 'success' });
      } finally {
        setSending(null);
        // Also after a refusal: somebody else may have changed the content.
        onDone();
      }
    });
  };
  const message = refusal ?? fault;
  return (
    <>
      <Button size="small" variant="outlined" disabled={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input ref={input} type="file" hidden onChange={choose} aria-label={`${label}: file`} />
      {sending && (
        <Box sx={{ flexBasis: '100%', order: 1 }}>
          <Typography>{`Uploading ${sending.name}, ${sizeOf(sending.size)} …`}</Typography>
          <LinearProgress aria-label="Uploading" />
        </Box>
      )}
      {message !== null && !sending && (
        <Alert severity="error" sx={{ flexBasis: '100%', order: 1 }}>
          {message}
        </Alert>
      )}
    </>
  );
}
