import { Alert, Box, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import {
  BooleanInput,
  DateInput,
  type RaRecord,
  Show,
  TabbedShowLayout,
  useRecordContext,
} from 'react-admin';
import { Facts } from '../parts/facts';
import { State } from '../parts/fields';
import { StaffEdit } from '../parts/form';
import { OptionalTextInput } from '../parts/inputs';
import { dayOf, when } from '../parts/zoned-time';
import { MemberActions } from './member-actions';
import { MemberIssues } from './member-issues';
import { MemberApplications } from './applications';
import { MemberCodes } from './member-codes';
import { MemberMails } from './member-mails';
import { MemberNotes } from './member-notes';
import { CorrectAddress } from './member-corrections';
import { MemberPrivacy, RIGHTS } from './member-privacy';
import { MemberRenewal } from './renewals';
import { EditButton } from 'react-admin';
import { may } from '../api/clubs';
import type { MemberPage } from '../api/generated';

/**
 * When the first membership began; null if there is none. One that a change of plan or an upgrade replaced counts; one that was cancelled
 * without a successor does not.
 */
function since({ subscriptions = [] }: Partial<MemberPage>): string | null {
  const started = subscriptions.filter(({ state }) => state !== 'pending');
  const kept = started.filter(({ cancelled }) => !cancelled);
  // Its successor ends when it would have ended, or later.
  const begun = started.filter(
    (one) =>
      !one.cancelled ||
      kept.some(
        ({ start_date, end_date }) =>
          start_date >= one.start_date &&
          (end_date === null ||
            (one.end_date !== null && start_date <= one.end_date && end_date >= one.end_date)),
      ),
  );
  const first = begun.map(({ start_date }) => start_date).sort()[0];
  return first === undefined ? null : `member since ${dayOf(first)}`;
}

function Head(): ReactElement | null {
  const member = useRecordContext() as unknown as MemberPage | undefined;
  if (!member) return null;
  const { email, first_name, last_name, plan, state, until, trial } = member;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const facts = [
    plan && `${plan.name}${trial ? ' (trial)' : ''}`,
    plan && until ? `until ${when(until)}` : null,
    since(member),
    `auto renewal ${member.auto_renewal_enabled ? 'on' : 'off'}`,
    `${member.renewals} ${member.renewals === 1 ? 'renewal' : 'renewals'}`,
  ];
  if (member.merged_into !== null && member.merged_into !== undefined)
    return (
      <Box>
        <Typography component="h2" variant="h5">
          {`no. ${member.id}`}
        </Typography>
        <Alert severity="info">
          {'This account was merged into that of '}
          <a href={`#/members/${member.merged_into}/show`}>{`member ${member.merged_into}`}</a>.
        </Alert>
      </Box>
    );
  if (member.erased_at)
    return (
      <Box>
        <Typography component="h2" variant="h5">
          {`no. ${member.id}`}
        </Typography>
        <Alert severity="info">
          {`Erased on ${when(member.erased_at)}. Orders and memberships stay for the books.`}
        </Alert>
      </Box>
    );
  return (
    <Box>
      <Typography component="h2" variant="h5">
        {[name, email, `no. ${member.id}`].filter(Boolean).join(' · ')}
      </Typography>
      <Typography component="div">
        <State value={state} /> {facts.filter(Boolean).join(' · ')}
      </Typography>
      {member.blacklisted && <Alert severity="error">On the blacklist: can neither log in nor buy.</Alert>}
      {member.new_email !== null && (
        <Alert severity="info">{`Waits for the member to confirm ${member.new_email ?? ''}.`}</Alert>
      )}
      {member.invalid_email && <Alert severity="warning">Mails to this address came back.</Alert>}
      {!member.confirmed && <Alert severity="info">The e-mail address is not confirmed yet.</Alert>}
      {member.erase_at && (
        <Alert severity="warning">{`Will be erased on ${when(member.erase_at)}, as the member asked.`}</Alert>
      )}
      <MemberIssues issues={member.issues} />
      <MemberActions />
      <MemberRenewal member={Number(member.id)} />
    </Box>
  );
}

function Tabs(): ReactElement | null {
  const member = useRecordContext() as unknown as MemberPage | undefined;
  // The list's record, which is known first, has no lists of its own.
  if (!member?.timeline) return null;
  return (
    <TabbedShowLayout syncWithLocation={false}>
      <TabbedShowLayout.Tab label="Time line">
        <Facts
          title="Time line"
          rows={member.timeline}
          columns={[
            {
              title: 'When',
              of: ({ at, kind, by }) => (kind === 'parcel.shipped' && !by ? dayOf(at, 'UTC') : when(at)),
            },
            { title: 'What', of: ({ text }) => text },
            { title: 'By', of: ({ by }) => by ?? '' },
          ]}
        />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="Memberships">
        <Facts
          title="Memberships"
          rows={member.subscriptions}
          columns={[
            { title: 'Plan', of: ({ plan }) => plan.name },
            { title: 'From', of: ({ start_date }) => dayOf(start_date) },
            { title: 'Until', of: ({ end_date }) => when(end_date) },
            {
              title: 'State',
              of: ({ state, cancelled }) =>
                cancelled && state === 'pending' ? (
                  <State value="cancelled" words="Pending, cancelled" />
                ) : (
                  <State value={state} />
                ),
            },
          ]}
        />
        <Typography component="h3" variant="subtitle1">
          Waiting for their turn
        </Typography>
        <Facts
          title="Waiting memberships"
          rows={member.queued}
          columns={[
            { title: 'Plan', of: ({ plan_name }) => plan_name },
            { title: 'Until', of: ({ end_date }) => when(end_date) },
            { title: 'Began', of: ({ processed_at }) => when(processed_at) },
          ]}
        />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="Orders">
        <Facts
          title="Orders"
          rows={member.orders}
          columns={[
            { title: 'No.', of: ({ id }) => <a href={`#/orders/${id}/show`}>{id}</a> },
            {
              title: 'Plan',
              of: ({ plan_name, kind }) => `${plan_name}${kind === 'comp' ? ' (given)' : ''}`,
            },
            { title: 'Total', of: ({ total }) => total ?? '–' },
            { title: 'Ordered', of: ({ created_at }) => when(created_at) },
            { title: 'Paid', of: ({ paid_at }) => when(paid_at) },
            { title: 'Shipped', of: ({ ship_dates }) => ship_dates.join(', ') || '–' },
          ]}
        />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="Address and choices">
        <Typography>
          {member.address ? Object.values(member.address).filter(Boolean).join(', ') : null}
          {!member.address &&
            (member.has_address ? 'There is an address; your role does not show it.' : 'No address.')}
        </Typography>
        <Facts
          title="Choices"
          rows={member.options}
          columns={[
            { title: 'Item', of: ({ item }) => item },
            { title: 'Choice', of: ({ option }) => option },
          ]}
          none="No choices."
        />
        <CorrectAddress member={member} />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label={member.notes.length > 0 ? `Notes (${member.notes.length})` : 'Notes'}>
        <MemberNotes member={member} />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="Mails">
        <MemberMails mails={member.mails} />
      </TabbedShowLayout.Tab>
      {may('presale_codes.read') ? (
        <TabbedShowLayout.Tab label="Codes">
          <MemberCodes member={Number(member.id)} />
        </TabbedShowLayout.Tab>
      ) : null}
      <TabbedShowLayout.Tab label="Contests">
        <Facts
          title="Contests"
          rows={member.entries}
          columns={[
            { title: 'Contest', of: ({ contest }) => contest.name },
            { title: 'Entered', of: ({ entered_at }) => when(entered_at) },
            { title: 'Selected', of: ({ selected }) => (selected ? 'yes' : 'no') },
          ]}
        />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="Log-ins">
        <Facts
          title="Log-ins"
          rows={member.logins}
          columns={[
            { title: 'Logged in', of: ({ created_at }) => when(created_at) },
            { title: 'Last seen', of: ({ last_seen_at }) => when(last_seen_at) },
            { title: 'State', of: ({ over }) => (over ? 'Ended' : 'Open') },
          ]}
        />
        <MemberApplications member={member} />
      </TabbedShowLayout.Tab>
      {!member.erased_at && !member.merged_into && RIGHTS.some((permission) => may(permission)) ? (
        <TabbedShowLayout.Tab label="Personal data">
          <MemberPrivacy member={Number(member.id)} />
        </TabbedShowLayout.Tab>
      ) : null}
    </TabbedShowLayout>
  );
}

/** Shows nothing while only the record of the list is known: it says less than the page. */
function Read({ children }: { children: ReactNode }): ReactNode {
  const member = useRecordContext<Partial<MemberPage> & RaRecord>();
  return member?.subscriptions === undefined ? null : children;
}

/** Everything about a member, and what can be done. */
export function MemberPage(): ReactElement {
  return (
    <Show actions={may('members.write') ? <EditButton label="Correct" sx={{ alignSelf: 'end' }} /> : false}>
      <Box sx={{ p: 2, minWidth: 0, overflowX: 'auto' }}>
        <Read>
          <Head />
          <Tabs />
        </Read>
      </Box>
    </Show>
  );
}

/** Corrects what a member cannot correct. */
export function MemberEdit(): ReactElement {
  return (
    <StaffEdit redirect="show">
      <OptionalTextInput source="first_name" />
      <OptionalTextInput source="last_name" />
      <DateInput fullWidth source="birthdate" parse={(day: string) => day || null} />
      <OptionalTextInput source="username" label="User name" />
      <BooleanInput source="invalid_email" label="Mails to the address come back" />
    </StaffEdit>
  );
}
