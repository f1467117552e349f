import { Box, Link, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { movedClubs } from '../api/clubs';

/** The person's fan clubs that have moved to another cell, each with the way there. @param role of the links, within a menu */
export function MovedClubs({ role }: { role?: 'menuitem' }): ReactElement | null {
  const moved = movedClubs();
  if (moved.length === 0) return null;
  return (
    <Box sx={{ px: 2, py: 1 }}>
      {moved.map(({ id, name, moved_to: cell, url }) => (
        <Typography key={id} variant="body2" sx={{ my: 1, overflowWrap: 'anywhere' }}>
          {url === null ? (
            `${name} has moved to ${cell}. Ask who runs this service for the address.`
          ) : (
            <Link href={url} role={role}>
              {name} has moved: log in there
            </Link>
          )}
        </Typography>
      ))}
    </Box>
  );
}
