import { Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';
import { currentClub } from '../api/clubs';
import { TEXTS } from '../texts';

/** The first page. */
export function Dashboard(): ReactElement {
  const club = currentClub();
  if (!club)
    return (
      <>
        <Title title={TEXTS.login.nowhere} />
        <Typography>{TEXTS.login.nowhereWhy}</Typography>
      </>
    );
  return <Title title={club.name} />;
}
