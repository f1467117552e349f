import { Alert, Box, Card, CardContent, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, currentClub, may, movedClubs } from '../api/clubs';
import { MovedClubs } from '../layout/moved-clubs';
import { send } from '../api/http';
import { TEXTS } from '../texts';
import { Income, Leavers, Members, Sales } from './dashboard-answers';
import { Needs } from './dashboard-needs';
import type { ContestsToDo, Dashboard as Figures } from '../api/generated';

const isNew = ({ members }: Figures): boolean =>
  members !== undefined && members.active + members.lapsed + members.trial === 0;

/** What a new fan club needs, in this order: the screen, and what for. */
const FIRST_STEPS: readonly (readonly [resource: string, what: string])[] = [
  ['club', 'Check the settings of the fan club: its website, support address and time zone.'],
  ['domains', 'Trust the address of your website, so that members can log in there.'],
  ['keys', 'Add a key for your website.'],
  ['periods', 'Add a sales period: the season in which you sell.'],
  ['plans', 'Add the plans that people can buy.'],
  ['events', 'Add the first event with its ticket links.'],
];

/** Shown until the first member joins. */
function FirstSteps(): ReactElement | null {
  const steps = FIRST_STEPS.filter(([resource]) => mayUse(resource, 'edit'));
  if (steps.length === 0) return null;
  return (
    <Card variant="outlined" sx={{ mb: 3, maxWidth: 760 }}>
      <CardContent>
        <Typography component="h3" variant="h6">
          What to do first
        </Typography>
        <ol>
          {steps.map(([resource, what]) => (
            <li key={resource}>
              <Box component={Link} to={`/${resource}`} sx={{ color: 'primary.main' }}>
                {what}
              </Box>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}

/** The first page: what a manager asks, with numbers that lead to their lists, tables and charts. */
export function Dashboard(): ReactElement {
  const club = currentClub();
  const { data, error } = useQuery({
    queryKey: ['dashboard', club?.id],
    queryFn: async () => (await send<Figures>(clubPath('dashboard'))).data,
    enabled: club !== null && may('dashboard.read'),
  });
  const { data: contests } = useQuery({
    queryKey: ['contests_to_do', club?.id],
    queryFn: async () => (await send<ContestsToDo>(clubPath('contests_to_do'))).data,
    enabled: club !== null && may('contests.read'),
  });
  if (!club && movedClubs().length > 0)
    return (
      <>
        <Title title={TEXTS.login.moved} />
        <MovedClubs />
      </>
    );
  if (!club)
    return (
      <>
        <Title title={TEXTS.login.nowhere} />
        <Typography sx={{ my: 3 }}>{TEXTS.login.nowhereWhy}</Typography>
      </>
    );
  return (
    <Box sx={{ my: 2 }}>
      <Title title="Overview" />
      <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
        {club.name}
      </Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      {data?.members && isNew(data) && <FirstSteps />}
      {data && (
        <>
          <Needs figures={data} contests={contests ?? {}} />
          <Members figures={data} />
          <Leavers figures={data} />
          <Income figures={data} />
          <Sales figures={data} />
        </>
      )}
    </Box>
  );
}
