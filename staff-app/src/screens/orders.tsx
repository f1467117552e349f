import { Box } from '@mui/material';
import type { ReactElement } from 'react';
import {
  DataTable,
  DateField,
  DateInput,
  FunctionField,
  NumberField,
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
  { id: 'open', name: 'Not paid' },
  { id: 'paid', name: 'Paid' },
  { id: 'refunded', name: 'Refunded' },
];

export function OrderList(): ReactElement {
  return (
    <StaffList
      opens="show"
      filters={[
        <SelectInput key="kind" source="kind" choices={KINDS} />,
        <SelectInput key="state" source="state" choices={STATES} />,
        <DateInput key="day" source="day" />,
      ]}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="plan.name" label="Plan" disableSort />
      <DataTable.Col source="kind" disableSort />
      <DataTable.NumberCol source="total" disableSort />
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
  const order = useRecordContext<{
    id: number;
    parcels?: readonly Shipment[];
    shipments?: readonly Shipment[];
  }>();
  const given = order?.parcels ?? order?.shipments;
  if (!Array.isArray(given)) return null;
  return (
    <Facts
      title="Parcels"
      rows={given as readonly Shipment[]}
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
          render={({ member }: { member?: { id: number; email?: string | null } | null }) =>
            member ? <a href={`#/members/${member.id}/show`}>{member.email ?? `no. ${member.id}`}</a> : '–'
          }
        />
        <TextField source="plan.name" label="Plan" />
        <TextField source="kind" />
        <NumberField source="total" />
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
