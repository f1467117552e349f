import { Box, Card, CardContent, Link, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import type { LinkOfPool } from '../api/generated';
import { when } from '../parts/zoned-time';
import type { Pool } from './pool-page';

/** What entitled members read on the page of a ticket link, before and after the presale opens, and where the page is. */
export function FansSee({ pool, links }: { pool: Pool; links: readonly LinkOfPool[] }): ReactElement {
  const [link] = links;
  const what = link ? `${link.title}: ${link.name}` : 'Choose a ticket link to see its page.';
  return (
    <Box component="aside" aria-label="What fans see" sx={{ width: { xs: '100%', md: 320 }, flexShrink: 0 }}>
      <Typography component="h2" variant="h6" sx={{ mb: 1 }}>
        What fans see
      </Typography>
      <Seen title="Before it opens" what={what}>
        {`It opens on ${when(pool.opens_at)}.`}
      </Seen>
      <Seen title="When it is open" what={what}>
        {pool.mode === 'everyone'
          ? 'Their code, which also comes by mail. Who is faster than the mail gets it with the button “Get my code”.'
          : 'The button “Get my code”, then their code, which also comes by mail.'}
      </Seen>
      <Seen title="With their code" what={what}>
        {pool.instructions ?? 'Nothing is said about how to use it.'}
      </Seen>
      {link && (
        <Link href={link.page} target="_blank" rel="noopener">
          Open the page
        </Link>
      )}
    </Box>
  );
}

function Seen({ title, what, children }: { title: string; what: string; children: string }): ReactElement {
  return (
    <Card variant="outlined" sx={{ mb: 2 }}>
      <CardContent>
        <Typography variant="overline">{title}</Typography>
        <Typography sx={{ fontWeight: 700 }}>Your presale code</Typography>
        <Typography color="text.secondary">{what}</Typography>
        <Typography sx={{ whiteSpace: 'pre-line' }}>{children}</Typography>
      </CardContent>
    </Card>
  );
}
