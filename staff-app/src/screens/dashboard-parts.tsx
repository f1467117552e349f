import { Box, Card, CardActionArea, CardContent, Typography } from '@mui/material';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { hrefOf } from './dashboard-needs';

/** A number, what it is, and the list that it leads to. `before`: what it is compared with. */
export interface Tile {
  readonly value: number | string | undefined;
  readonly label: string;
  readonly to: string;
  readonly before?: string;
}

/** Numbers that lead to their lists; those that the role does not see are left out. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }): ReactElement {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}>
      {tiles
        .filter(({ value }) => value !== undefined)
        .map(({ value, label, to, before }) => (
          <Card key={label} variant="outlined">
            <CardActionArea component={Link} to={hrefOf(to)} sx={{ height: '100%' }}>
              <CardContent>
                <Typography variant="h5" component="p">
                  {value?.toLocaleString()}
                </Typography>
                <Typography color="text.secondary">{label}</Typography>
                {before !== undefined && (
                  <Typography variant="body2" color="text.secondary">
                    {before}
                  </Typography>
                )}
              </CardContent>
            </CardActionArea>
          </Card>
        ))}
    </Box>
  );
}

/** A question of a manager, with its answer. */
export function Question({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 4 }}>
      <Typography id={id} component="h3" variant="h6" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>{children}</Box>
    </Box>
  );
}

/** Two things side by side, one below the other on a phone. */
export function Pair({ children }: { children: ReactNode }): ReactElement {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { md: '1fr 1fr' },
        alignItems: 'start',
        '& > *': { minWidth: 0 },
      }}
    >
      {children}
    </Box>
  );
}

/** `+3 since the 1st`, of the month. */
export function changeOf(present: number, before: number): string {
  const change = present - before;
  if (change === 0) return 'as on the 1st of the month';
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toLocaleString()} since the 1st of the month`;
}
