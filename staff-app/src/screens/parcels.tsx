import { Alert, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  DataTable,
  FunctionField,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  useGetList,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath } from '../api/clubs';
import { addressOf, send } from '../api/http';
import { StateField, WhenField } from '../parts/fields';
import { ActionButton } from '../parts/action-button';
import { CsvExport, CsvImport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { StaffList } from '../parts/list';
import { PlanInput } from '../parts/references';
import { today } from '../parts/zoned-time';
import { wordOf } from '../texts';
import type { IssueCounts, ItemOfParcel, Parcel } from '../api/generated';

const STATES = [
  { id: 'waiting', name: 'Waiting' },
  { id: 'batched', name: 'On a packing list' },
  { id: 'shipped', name: 'Shipped' },
];

const ISSUES = [
  { id: 'any', name: 'Anything' },
  { id: 'address', name: 'No address' },
  { id: 'option', name: 'No choice' },
];

/** Freezes what is filtered into a packing list. */
function MakeBatch(): ReactElement | null {
  const { filterValues } = useListContext();
  const { plan_id } = filterValues as { plan_id?: number };
  const { total } = useGetList('parcels', {
    pagination: { page: 1, perPage: 1 },
    filter: { state: 'waiting', issue: 'none', ...(plan_id && { plan_id }) },
  });
  if (!mayUse('parcels', 'edit')) return null;
  return (
    <ActionButton
      label="Make a packing list"
      path="parcels/batches"
      explains={`Takes all parcels that wait and lack nothing${plan_id ? ' of the plan that you filter by' : ''}, whatever you search for: ${total ?? '…'}. Their addresses and choices stay as they are now.`}
      body={() => (plan_id ? { plan_id } : {})}
      done=""
      shows={({ id, parcels }) => (
        <Alert severity="success">
          The packing list is made. Parcels: {parcels as number}.{' '}
          <Link to={`/batches/${String(id)}/show`}>Open the packing list</Link>
        </Alert>
      )}
    />
  );
}

function Ship(): ReactElement | null {
  const parcel = useRecordContext();
  if (!parcel || !mayUse('parcels', 'edit')) return null;
  const isShipped = parcel.state === 'shipped';
  const lacks = (parcel.issues ?? []) as readonly string[];
  return (
    <ActionButton
      label={isShipped ? 'Correct' : 'Mark shipped'}
      path={`parcels/${parcel.id}/ship`}
      explains={
        isShipped
          ? 'The member gets no further mail.'
          : `The member gets a mail.${lacks.length > 0 ? ` This parcel lacks something: ${lacks.map(wordOf).join(', ')}.` : ''}`
      }
      fields={[
        {
          name: 'ship_date',
          label: 'Shipped on',
          type: 'date',
          initial: isShipped ? String(parcel.ship_date) : today(),
        },
        {
          name: 'tracking_url',
          label: 'Tracking address',
          type: 'url',
          optional: true,
          initial: (parcel.tracking_url as string | null) ?? '',
          help: 'The page of the carrier about this parcel, such as https://carrier.example/track/1Z999.',
        },
      ]}
      done="The parcel is marked as shipped."
    />
  );
}

/** How many parcels lack something, and a mail to each of those members. */
function Issues(): ReactElement | null {
  const { data } = useQuery({
    queryKey: ['issues'],
    queryFn: async () => (await send<IssueCounts>(clubPath('issues'))).data,
  });
  if (!data) return null;
  const ask = (issue: 'address' | 'option', label: string): ReactElement | null =>
    mayUse('issues', 'edit') && data[issue].can_be_asked > 0 ? (
      <ActionButton
        label={label}
        path="issues/mails"
        explains="Each gets one mail with a link, and none who got one within a week."
        body={() => ({ issue })}
        done="The mails are on their way."
      />
    ) : null;
  if (data.address.members + data.option.members === 0) return null;
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      <Typography>
        Members without an address: {data.address.members}. Members who have not chosen: {data.option.members}
        .
      </Typography>
      <Stack direction="row" useFlexGap spacing={1} sx={{ mt: 1, flexWrap: 'wrap' }}>
        {ask('address', 'Ask for addresses')}
        {ask('option', 'Ask for choices')}
      </Stack>
    </Alert>
  );
}

/** Empty for roles that do not see addresses, and without one. */
const recipientOf = ({ address, country }: Parcel): string =>
  address ? `${address.first_name} ${address.last_name}, ${address.city}` : (country ?? '');

const contentsOf = (items: readonly ItemOfParcel[]): string =>
  items.map(({ name, option }) => `${name}${option ? ` (${option})` : ''}`).join(', ');

export function ParcelList(): ReactElement {
  return (
    <>
      <Issues />
      <StaffList
        opens={mayUse('orders', 'show') && (({ order_id }) => `/orders/${String(order_id)}/show`)}
        filterDefaultValues={{ state: 'waiting' }}
        filters={[
          <SelectInput key="state" source="state" choices={STATES} emptyText="All" alwaysOn />,
          <PlanInput key="plan_id" source="plan_id" />,
          <SelectInput key="issue" source="issue" label="Lacks" choices={ISSUES} emptyText="All" />,
        ]}
        buttons={
          <>
            <Button size="small" href="#/batches">
              Packing lists
            </Button>
            <MakeBatch />
            {mayUse('parcels', 'edit') && (
              <CsvImport
                path="parcels/tracking"
                label="Import tracking"
                headings="the headings shipment_id, ship_date and tracking_url"
              />
            )}
          </>
        }
      >
        <DataTable.Col source="id" />
        <DataTable.Col source="order_id" label="Order" disableSort />
        <DataTable.Col label="To" disableSort>
          <FunctionField render={recipientOf} />
        </DataTable.Col>
        <DataTable.Col source="plan.name" label="Plan" disableSort />
        <DataTable.Col label="Contents" disableSort>
          <FunctionField
            render={({ items = [] }: { items?: readonly ItemOfParcel[] }) => contentsOf(items)}
          />
        </DataTable.Col>
        <DataTable.Col source="state" disableSort>
          <StateField source="state" />
        </DataTable.Col>
        <DataTable.Col label="Lacks" disableSort>
          <FunctionField render={({ issues = [] }: { issues?: string[] }) => issues.map(wordOf).join(', ')} />
        </DataTable.Col>
        <DataTable.Col source="ship_date" disableSort />
        <DataTable.Col label="Ship" disableSort>
          <Ship />
        </DataTable.Col>
      </StaffList>
    </>
  );
}

export function BatchList(): ReactElement {
  return (
    <StaffList opens="show" searches={false}>
      <DataTable.Col source="id" />
      <DataTable.Col source="created_at" disableSort>
        <WhenField source="created_at" />
      </DataTable.Col>
      <DataTable.NumberCol source="parcels" disableSort />
      <DataTable.NumberCol source="shipped" disableSort />
    </StaffList>
  );
}

/** What can be done with a packing list. */
function BatchActions(): ReactElement | null {
  const batch = useRecordContext();
  if (!batch) return null;
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      <CsvExport path={`batches/${batch.id}.csv`} name={`packing-list-${batch.id}`} label="Save as file" />
      <Button
        size="small"
        href={addressOf(clubPath(`batches/${batch.id}/print`))}
        target="_blank"
        rel="noreferrer"
      >
        Page to print
      </Button>
      {batch.shipped < batch.parcels && mayUse('parcels', 'edit') && (
        <ActionButton
          label="Mark all shipped"
          path={`batches/${batch.id}/ship`}
          explains={`Still waiting: ${batch.parcels - batch.shipped}. The members get a mail.`}
          fields={[{ name: 'ship_date', label: 'Shipped on', type: 'date', initial: today() }]}
          done=""
          shows={({ shipped, refused }) => (
            <Alert severity={(refused as number[]).length > 0 ? 'warning' : 'success'}>
              Marked as shipped: {shipped as number}.
              {(refused as number[]).length > 0 &&
                ` Do not send these, whose order is no longer complete: ${(refused as number[]).join(', ')}.`}
            </Alert>
          )}
        />
      )}
    </Stack>
  );
}

/** The parcels of the packing list. */
function BatchParcels(): ReactElement | null {
  const batch = useRecordContext<{ id: number; list?: readonly Parcel[] }>();
  if (!batch) return null;
  return (
    <Facts
      title="Parcels"
      rows={batch.list}
      columns={[
        { title: 'No.', of: ({ id }) => id },
        { title: 'Order', of: ({ order_id }) => <a href={`#/orders/${order_id}/show`}>{order_id}</a> },
        { title: 'Plan', of: ({ plan }) => plan.name },
        { title: 'Contents', of: ({ items }) => contentsOf(items) },
        { title: 'Shipped on', of: ({ ship_date }) => ship_date ?? 'Not yet' },
      ]}
    />
  );
}

export function BatchPage(): ReactElement {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <TextField source="id" />
        <WhenField source="created_at" />
        <TextField source="parcels" />
        <TextField source="shipped" />
        <BatchActions />
        <BatchParcels />
      </SimpleShowLayout>
    </Show>
  );
}
