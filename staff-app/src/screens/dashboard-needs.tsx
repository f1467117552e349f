import { Box, Card, CardContent, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { ContestsToDo, Dashboard as Figures } from '../api/generated';

/** Something that waits for a person: how much, what it is, and the list that it leads to. */
type Need = readonly [count: number | undefined, label: string, to: string];

const only = (ids: readonly number[] | undefined, one: (id: number) => string, many: string): string =>
  ids?.length === 1 ? one(ids[0]) : many;

const needsOf = (figures: Partial<Figures>, contests: Partial<ContestsToDo>): Need[] => [
  [figures.payment_problems, 'Payments that need attention', '/payments'],
  [
    figures.renewals?.action_needed,
    'Renewals that need their members',
    '/renewals?filter={"state":"action_needed"}',
  ],
  [figures.parcels?.with_issues, 'Parcels that lack something', '/parcels?filter={"issue":"any"}'],
  [figures.parcels?.waiting, 'Parcels waiting', '/parcels?filter={"state":"waiting"}'],
  [figures.parcels?.batched, 'Parcels on packing lists', '/parcels?filter={"state":"batched"}'],
  [contests.to_close, 'Contests to close', '/contests'],
  [contests.to_draw, 'Contests to draw', '/contests'],
  [contests.to_confirm, 'Winners to confirm', '/contests'],
  [
    figures.presale?.short_pools.length,
    'Presales with too few codes',
    only(figures.presale?.short_pools, (id) => `/pools/${id}/show`, '/pools'),
  ],
  [
    figures.short_extensions?.length,
    'Sales periods whose extension is too short',
    only(figures.short_extensions, (id) => `/periods/${id}`, '/periods'),
  ],
  [figures.mails_given_up, 'Mails that failed', '/mails?filter={"state":"given_up"}'],
];

/** Parcels are counted up to this number. */
const MOST = 10_000;

const inWords = (count = 0): string =>
  count > MOST ? `more than ${MOST.toLocaleString()}` : count.toLocaleString();

/** The address of a list with its filter encoded. */
export const hrefOf = (to: string): string => {
  const [path, filter] = to.split('?filter=');
  return filter === undefined ? path : `${path}?filter=${encodeURIComponent(filter)}`;
};

/** What waits for a person, with the lists. */
export function Needs({
  figures,
  contests,
}: {
  figures: Partial<Figures>;
  contests: Partial<ContestsToDo>;
}): ReactElement {
  const needs = needsOf(figures, contests).filter(([count = 0]) => count > 0);
  return (
    <Card variant="outlined" component="section" aria-labelledby="needs">
      <CardContent>
        <Typography id="needs" component="h3" variant="h6">
          What needs you
        </Typography>
        {needs.length === 0 ? (
          <Typography>Nothing waits for you.</Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 3, columnWidth: 300 }}>
            {needs.map(([count, label, to]) => (
              <li key={label}>
                <Box component={Link} to={hrefOf(to)} sx={{ color: 'primary.main', lineHeight: 2 }}>
                  {`${label}: ${inWords(count)}`}
                </Box>
              </li>
            ))}
          </Box>
        )}
      </CardContent>
    </Card>
  );
}
