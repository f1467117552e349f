import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import {
  DataTable,
  DateInput,
  FunctionField,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { currentClub, may } from '../api/clubs';
import { FilteredExport } from '../parts/csv';
import { StateField, WhenField, WordField } from '../parts/fields';
import { Facts } from '../parts/facts';
import { StaffList } from '../parts/list';
import { OrderGift } from './order-gift';
import { OrderPayments } from './order-payments';
import type { StaffOrder, StaffOrderListItem } from '../api/generated';

const KINDS = [
  { id: 'sale', name: 'Bought' },
  { id: 'gift_purchase', name: 'Bought as a gift' },
  { id: 'comp', name: 'Given' },
];

const STATES = [
  { id: 'open', name: 'Not completed' },
  { id: 'complete', name: 'Completed' },
  { id: 'refunded', name: 'Refunded' },
];

const memberOf = ({ member, member_id }: StaffOrderListItem): string => member?.email ?? `no. ${member_id}`;

/** What the order cost, with the fan club's currency. */
const totalOf = ({ totals }: StaffOrderListItem): string =>
  totals ? `${totals.total} ${currentClub()?.currency ?? ''}` : '–';

export function OrderList(): ReactElement {
  return (
    <StaffList
      opens="show"
      buttons={may('bookings.read') ? <FilteredExport path="orders.csv" name="orders" /> : null}
      filters={[
        <SelectInput key="kind" source="kind" label="How" choices={KINDS} emptyText="All" />,
        <SelectInput key="state" source="state" choices={STATES} emptyText="All" />,
        <DateInput key="from" source="from" label="From" />,
        <DateInput key="to" source="to" label="To" />,
      ]}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="plan.name" label="Plan" disableSort />
      <DataTable.Col label="Member" disableSort>
        <FunctionField render={memberOf} />
      </DataTable.Col>
      <DataTable.Col source="kind" label="How" disableSort>
        <WordField source="kind" />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <StateField source="state" />
      </DataTable.Col>
      <DataTable.Col label="Total" disableSort>
        <FunctionField render={totalOf} />
      </DataTable.Col>
      <DataTable.Col source="created_at" label="Ordered" disableSort>
        <WhenField source="created_at" />
      </DataTable.Col>
      <DataTable.Col source="paid_at" label="Paid" disableSort>
        <WhenField source="paid_at" />
      </DataTable.Col>
    </StaffList>
  );
}

function Parcels(): ReactElement | null {
  const order = useRecordContext<StaffOrder>();
  if (!order) return null;
  return (
    <Facts
      title="Parcels"
      rows={order.shipments}
      none="No parcel belongs to this order."
      columns={[
        {
          title: 'Contents',
          of: ({ items = [] }) =>
            items.map(({ name, option }) => `${name}${option ? ` (${option})` : ''}`).join(', '),
        },
        { title: 'Shipped on', of: ({ ship_date }) => ship_date ?? 'Waiting' },
        {
          title: 'Tracking',
          of: ({ tracking_url }) =>
            tracking_url === null ? (
              '–'
            ) : (
              <a href={tracking_url} target="_blank" rel="noreferrer">
                {tracking_url}
              </a>
            ),
        },
      ]}
    />
  );
}

/** What was ordered by whom, and what has become of it so far. */
function OrderFacts(): ReactElement {
  const order = useRecordContext<StaffOrder>();
  return (
    <SimpleShowLayout>
      <TextField source="id" />
      <FunctionField
        label="Member"
        render={(record: StaffOrder) =>
          mayUse('members', 'show') ? (
            <Link to={`/members/${record.member_id}/show`}>{memberOf(record)}</Link>
          ) : (
            memberOf(record)
          )
        }
      />
      <TextField source="plan.name" label="Plan" />
      <WordField source="kind" label="How" />
      <StateField source="state" label="State" />
      <FunctionField label="Total" render={totalOf} />
      <WhenField source="created_at" label="Ordered" />
      {order?.paid_at != null && <WhenField source="paid_at" label="Paid" />}
      {order?.refunded_at != null && <WhenField source="refunded_at" label="Refunded" />}
    </SimpleShowLayout>
  );
}

export function OrderPage(): ReactElement {
  return (
    <Show actions={false}>
      <OrderFacts />
      <Box sx={{ p: 2 }}>
        <Parcels />
        <OrderGift />
        <OrderPayments />
      </Box>
    </Show>
  );
}
