import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import {
  DataTable,
  DateField,
  DateInput,
  FunctionField,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  useRecordContext,
} from 'react-admin';
import { Facts } from '../parts/facts';
import { StaffList } from '../parts/list';

const KINDS = [
  { id: 'sale', name: 'Bought' },
  { id: 'comp', name: 'Given' },
];

const STATES = [
  { id: 'open', name: 'Not completed' },
  { id: 'complete', name: 'Completed' },
  { id: 'refunded', name: 'Refunded' },
];

export function OrderList(): ReactElement {
  return (
    <StaffList
      opens="show"
      filters={[
        <SelectInput key="kind" source="kind" choices={KINDS} />,
        <SelectInput key="state" source="state" choices={STATES} />,
        <DateInput key="from" source="from" />,
        <DateInput key="to" source="to" />,
      ]}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="plan.name" label="Plan" disableSort />
      <DataTable.Col source="kind" disableSort />
      <DataTable.Col source="totals.total" label="Total" disableSort />
      <DataTable.Col source="created_at" label="Ordered" disableSort>
        <DateField source="created_at" showTime />
      </DataTable.Col>
      <DataTable.Col source="paid_at" label="Paid" disableSort>
        <DateField source="paid_at" showTime />
      </DataTable.Col>
    </StaffList>
  );
}

interface Shipment {
  readonly ship_date: string | null;
  readonly tracking_url: string | null;
  readonly items?: readonly { name: string; option: string | null }[];
}

function Parcels(): ReactElement | null {
  const order = useRecordContext<{ id: number; shipments?: readonly Shipment[] }>();
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
        { title: 'Shipped on', of: ({ ship_date }) => ship_date ?? 'waiting' },
        { title: 'Tracking', of: ({ tracking_url }) => tracking_url ?? '–' },
      ]}
    />
  );
}

export function OrderPage(): ReactElement {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <TextField source="id" />
        <FunctionField
          label="Member"
          render={({ member, member_id }: { member?: { email?: string | null }; member_id: number }) => (
            <a href={`#/members/${member_id}/show`}>{member?.email ?? `no. ${member_id}`}</a>
          )}
        />
        <TextField source="plan.name" label="Plan" />
        <TextField source="kind" />
        <TextField source="totals.total" label="Total" emptyText="–" />
        <DateField source="created_at" label="Ordered" showTime />
        <DateField source="paid_at" label="Paid" showTime emptyText="–" />
        <DateField source="refunded_at" label="Refunded" showTime emptyText="–" />
      </SimpleShowLayout>
      <Box sx={{ p: 2 }}>
        <Parcels />
      </Box>
    </Show>
  );
}
