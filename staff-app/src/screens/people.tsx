import { Box, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { DataTable, FunctionField, useGetIdentity, useRecordContext } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { clubPath, currentClub, organizationPath } from '../api/clubs';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import { Facts } from '../parts/facts';
import { WhenField, WordField } from '../parts/fields';
import { StaffList } from '../parts/list';
import { when } from '../parts/zoned-time';
import { wordOf } from '../texts';
import type { Invitation } from '../api/generated';

/** The roles, with what they are for. */
const ROLES = {
  owner: 'Owner: everything',
  manager: 'Manager: everything but people and keys',
  support: 'Support: helps members',
  fulfilment: 'Fulfilment: parcels',
  viewer: 'Viewer: looks, without personal data',
};

/** Roles for all fan clubs of the organization are kept there. */
const pathFor = (isEverywhere: boolean, rest: string): string =>
  isEverywhere ? organizationPath(`people${rest}`) : clubPath(`people${rest}`);

function PersonActions(): ReactElement | null {
  const person = useRecordContext();
  const { data: me } = useGetIdentity();
  if (!person || !mayUse('people', 'edit')) return null;
  if (person.email === me?.email) return <span>You</span>;
  const path = pathFor(person.whole_organization === true, `/${person.id}`);
  return (
    <Stack direction="row" spacing={1}>
      <ActionButton
        label="Change role"
        path={path}
        isWhole
        method="PATCH"
        versioned
        fields={[{ name: 'role', label: 'Role', choices: ROLES }]}
        explains={
          person.whole_organization ? 'The role is for all fan clubs of the organization.' : undefined
        }
        done="The role is changed."
      />
      <ActionButton
        label="Reset log-in"
        path={`${path}/reset`}
        isWhole
        explains="Their passkeys and password stop working. They get a mail with a link to set up new ones."
        done="The mail is on its way."
      />
      <ActionButton
        label="Remove"
        path={path}
        isWhole
        method="DELETE"
        danger
        explains="They can no longer open this fan club."
        done="The person is removed."
      />
    </Stack>
  );
}

function Invite(): ReactElement | null {
  if (!mayUse('people', 'edit')) return null;
  const club = currentClub();
  return (
    <ActionButton
      label="Invite"
      path=""
      pathOf={({ place }) => pathFor(place === 'everywhere', '/invitations')}
      isWhole
      explains="They get a mail with a link that works for 72 hours."
      fields={[
        { name: 'email', label: 'E-mail', type: 'email' },
        { name: 'role', label: 'Role', choices: ROLES, initial: 'viewer' },
        {
          name: 'place',
          label: 'Where',
          choices: {
            here: club?.name ?? 'This fan club',
            everywhere: `All fan clubs of ${club?.organization.name}`,
          },
        },
      ]}
      body={({ email, role }) => ({ email, role })}
      done="The invitation is on its way."
    />
  );
}

type Invited = Invitation & { readonly isEverywhere: boolean };

/** The invitations that nobody has taken up yet, here and for the whole organization. */
function Invitations(): ReactElement | null {
  const { data = [], refetch } = useQuery({
    queryKey: ['people', 'invitations', currentClub()?.id],
    queryFn: async () => {
      const of = async (isEverywhere: boolean): Promise<Invited[]> => {
        const { data: page } = await send<{ data: Invitation[] }>(pathFor(isEverywhere, '/invitations'));
        return page.data.map((one) => ({ ...one, isEverywhere }));
      };
      // Only people of the organization may see its invitations.
      return [...(await of(false)), ...(await of(true).catch(() => []))];
    },
  });
  if (data.length === 0) return null;
  return (
    <Box sx={{ my: 3, overflowX: 'auto' }}>
      <Typography component="h2" variant="h6">
        Invited
      </Typography>
      <Facts
        title="Invited"
        rows={data}
        columns={[
          { title: 'E-mail', of: ({ email }) => email },
          { title: 'Role', of: ({ role }) => wordOf(role) },
          { title: 'Until', of: ({ expires_at }) => when(expires_at) },
          {
            title: 'Change',
            of: ({ id, isEverywhere }) =>
              mayUse('people', 'edit') && (
                <ActionButton
                  label="Withdraw"
                  path={pathFor(isEverywhere, `/invitations/${id}`)}
                  isWhole
                  method="DELETE"
                  explains="The link of the mail stops working."
                  done="The invitation is withdrawn."
                  onDone={() => void refetch()}
                />
              ),
          },
        ]}
      />
    </Box>
  );
}

export function PeopleList(): ReactElement {
  return (
    <>
      <StaffList opens={false} searches={false} buttons={<Invite />}>
        <DataTable.Col source="name" disableSort />
        <DataTable.Col source="email" disableSort />
        <DataTable.Col source="role" disableSort>
          <WordField source="role" />
        </DataTable.Col>
        <DataTable.Col label="Where" disableSort>
          <FunctionField
            render={({ whole_organization }: { whole_organization?: boolean }) =>
              whole_organization ? 'All fan clubs' : 'Here'
            }
          />
        </DataTable.Col>
        <DataTable.Col source="last_seen_at" label="Last seen" disableSort>
          <WhenField source="last_seen_at" />
        </DataTable.Col>
        {mayUse('people', 'edit') && (
          <DataTable.Col label="Change" disableSort>
            <PersonActions />
          </DataTable.Col>
        )}
      </StaffList>
      <Invitations />
    </>
  );
}
