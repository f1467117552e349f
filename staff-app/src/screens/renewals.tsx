import { Alert, Box, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  DataTable,
  DateInput,
  FunctionField,
  ReferenceInput,
  SelectInput,
  Show,
  useGetList,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import type { StaffRenewal, StaffRenewalListItem } from '../api/generated';
import { send } from '../api/http';
import { ActionButton } from '../parts/action-button';
import type { ActionField } from '../parts/action-input';
import { CopyLink } from '../parts/copy-link';
import { FilteredExport } from '../parts/csv';
import { DayField, State } from '../parts/fields';
import { StaffList } from '../parts/list';
import { cardOf } from '../texts';
import { RenewalHistory } from './renewal-history';
import { RENEWAL_STATES, sentenceOf } from './renewal-words';

const STATES = Object.entries({ due: 'Due: still to be decided', ...RENEWAL_STATES }).map(([id, name]) => ({
  id,
  name,
}));

const WITHIN = [7, 30, 90].map((days) => ({ id: String(days), name: `Within ${days} days` }));

const memberOf = ({ member }: StaffRenewalListItem): string => member.email ?? `no. ${member.id}`;

const amountOf = ({ amount, currency }: StaffRenewalListItem): string =>
  amount === null ? '–' : `${amount} ${currency}`;

export function RenewalList(): ReactElement {
  return (
    <StaffList
      opens="show"
      sort={{ field: 'day', order: 'ASC' }}
      filterDefaultValues={{ state: 'due' }}
      buttons={<FilteredExport path="renewals.csv" name="renewals" />}
      filters={[
        <SelectInput key="state" source="state" choices={STATES} emptyText="All" alwaysOn />,
        <SelectInput key="within" source="within" label="Day" choices={WITHIN} emptyText="Any" />,
        <ReferenceInput key="plan_id" source="plan_id" reference="plans">
          <SelectInput label="Plan that follows" emptyText="All" />
        </ReferenceInput>,
        <DateInput key="from" source="from" label="Day from" />,
        <DateInput key="to" source="to" label="Day to" />,
      ]}
    >
      <DataTable.Col label="Member" disableSort>
        <FunctionField render={memberOf} />
      </DataTable.Col>
      <DataTable.Col label="State" disableSort>
        <FunctionField
          render={({ state }: StaffRenewalListItem) => <State value={state} words={RENEWAL_STATES[state]} />}
        />
      </DataTable.Col>
      <DataTable.Col source="day" label="Day">
        <DayField source="day" />
      </DataTable.Col>
      <DataTable.Col label="Amount" disableSort>
        <FunctionField render={amountOf} />
      </DataTable.Col>
      <DataTable.Col label="Plan that follows" disableSort>
        <FunctionField render={({ next_plan }: StaffRenewalListItem) => next_plan?.name ?? '–'} />
      </DataTable.Col>
      <DataTable.Col label="How" disableSort>
        <FunctionField
          render={({ automatic }: StaffRenewalListItem) => (automatic ? 'Automatic' : 'By hand')}
        />
      </DataTable.Col>
    </StaffList>
  );
}

const REASON: ActionField = { name: 'reason', label: 'Reason', help: 'It is kept on record.' };

/** What can be done with a renewal, as its state and the person's role allow. */
function RenewalActions({ renewal }: { renewal: StaffRenewal }): ReactElement {
  const path = `renewals/${renewal.id}`;
  const { controls, payment_link: link } = renewal;
  const can = (control: StaffRenewal['controls'][number]): boolean =>
    may('renewals.write') && controls.includes(control);
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', my: 2 }}>
      {link !== null && may('renewals.write') && <CopyLink label="Copy payment link" link={link} />}
      {can('mail') && (
        <ActionButton
          label="Send the mail again"
          path={`${path}/mail`}
          explains="Sends the mail about the present state again, with its link."
          done="The mail is on its way."
        />
      )}
      {can('charge') && (
        <ActionButton
          label="Charge now"
          path={`${path}/charge`}
          once
          explains={`Charges ${amountOf(renewal)} to the saved card now, instead of at the next try. A decline counts as one of four tries.`}
          done="The charge was sent. The state shows its result."
        />
      )}
      {can('stop') && (
        <ActionButton
          label="Stop"
          path={`${path}/stop`}
          danger
          explains="Nothing is charged until somebody of the staff resumes it. The member gets a mail, and can still renew by hand."
          fields={[REASON]}
          done="The renewal is stopped."
        />
      )}
      {can('resume') && (
        <ActionButton
          label="Resume"
          path={`${path}/resume`}
          explains="It goes on as announced. If that day is over, it is announced again, with a new notice."
          fields={[REASON]}
          done="The renewal goes on."
        />
      )}
    </Stack>
  );
}

/** A renewal in words, and what can be done. */
function Summary({ renewal }: { renewal: StaffRenewal }): ReactElement {
  const { card } = renewal;
  const facts = [
    renewal.next_plan?.name ?? renewal.plan.name,
    renewal.amount === null ? null : amountOf(renewal),
    card && `${cardOf(card)}, until ${card.expires}`,
    `auto renewal ${renewal.member.auto_renewal_enabled ? 'on' : 'off'}`,
  ];
  const isUrgent = renewal.state === 'action_needed' || renewal.state === 'waiting';
  return (
    <Box>
      <Alert severity={isUrgent ? 'warning' : 'info'}>{sentenceOf(renewal)}</Alert>
      <Typography sx={{ mt: 1 }}>{facts.filter(Boolean).join(' · ')}</Typography>
      <RenewalActions renewal={renewal} />
    </Box>
  );
}

function Page(): ReactElement | null {
  const renewal = useRecordContext<StaffRenewal>();
  if (!renewal?.controls) return null;
  const { member } = renewal;
  const who = [member.first_name, member.last_name].filter(Boolean).join(' ') || memberOf(renewal);
  return (
    <Box sx={{ p: 2, minWidth: 0 }}>
      <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
        {mayUse('members', 'show') ? <Link to={`/members/${member.id}/show`}>{who}</Link> : who}
      </Typography>
      <Summary renewal={renewal} />
      <RenewalHistory renewal={renewal} />
    </Box>
  );
}

export function RenewalPage(): ReactElement {
  return (
    <Show actions={false}>
      <Page />
    </Show>
  );
}

/** The latest renewal of a member, on the member's page. Nothing if none was planned. */
export function MemberRenewal({ member }: { member: number }): ReactElement | null {
  const { data: [latest] = [] } = useGetList<StaffRenewalListItem>(
    'renewals',
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'DESC' },
      filter: { member_id: member },
    },
    { enabled: may('renewals.read') },
  );
  const path = latest ? clubPath(`renewals/${latest.id}`) : '';
  const { data: renewal } = useQuery({
    queryKey: ['renewals', 'of-member', path, latest?.state],
    queryFn: async () => (await send<StaffRenewal>(path)).data,
    enabled: latest !== undefined,
  });
  if (!renewal) return null;
  return (
    <Box sx={{ my: 2 }}>
      <Typography component="h3" variant="h6">
        Renewal
      </Typography>
      <Summary renewal={renewal} />
      <Link to={`/renewals/${renewal.id}/show`}>The history of the renewal</Link>
    </Box>
  );
}
