import { Box, Stack, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import {
  BooleanInput,
  DataTable,
  FunctionField,
  NumberInput,
  required,
  SelectInput,
  Show,
  SimpleShowLayout,
  TextField,
  TextInput,
  useGetList,
  useRecordContext,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { may } from '../api/clubs';
import type { RedeemBatchOfClub, RedeemCodeOfClub, RedeemUseOfClub } from '../api/generated';
import { ActionButton } from '../parts/action-button';
import { CsvExport } from '../parts/csv';
import { Facts } from '../parts/facts';
import { State, WhenField, WordField, YesField } from '../parts/fields';
import { Section, StaffCreate } from '../parts/form';
import { OptionalTextInput } from '../parts/inputs';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { PlansInput } from '../parts/references';
import { when } from '../parts/zoned-time';

const KINDS = [
  { id: 'gift', name: 'Gift codes: each pays a whole plan, once' },
  { id: 'coupon', name: 'Coupons: lower the price' },
];

const DISCOUNTS = [
  { id: 'amount', name: 'An amount off' },
  { id: 'percent', name: 'A percentage off' },
  { id: 'price', name: 'A fixed price' },
];

/** What the codes of a batch grant: `5.00 USD off`. */
function grantOf({ discount, value, currency, covers_shipping }: RedeemBatchOfClub): string {
  const shipping = covers_shipping ? ', with shipping' : '';
  if (discount === null) return `A whole plan${shipping}`;
  if (discount === 'percent') return `${Number(value)} % off${shipping}`;
  return `${discount === 'price' ? 'For ' : ''}${value} ${currency}${discount === 'amount' ? ' off' : ''}${shipping}`;
}

/** The uses of a batch, and how many there can be: `3 of 10`. Those that wait for a payment count as well. */
const usesOf = ({ used, held, capacity }: RedeemBatchOfClub): string =>
  `${used}${capacity === null ? '' : ` of ${capacity}`}${held > 0 ? `, ${held} held` : ''}`;

const stateOf = ({ voided_at, exported_at, sold }: RedeemBatchOfClub): string => {
  if (sold) return 'Bought by members';
  if (voided_at !== null) return 'Void';
  return exported_at === null ? 'Not exported yet' : 'Exported';
};

export function RedeemBatchList(): ReactElement {
  return (
    <StaffList
      opens="show"
      creates
      filters={[<SelectInput key="kind" source="kind" choices={KINDS} emptyText="All" />]}
    >
      <DataTable.Col source="name" />
      <DataTable.Col source="kind" disableSort>
        <WordField source="kind" />
      </DataTable.Col>
      <DataTable.Col label="Grants" disableSort>
        <FunctionField render={grantOf} />
      </DataTable.Col>
      <DataTable.Col source="codes" label="Codes" disableSort />
      <DataTable.Col source="used">
        <FunctionField render={usesOf} />
      </DataTable.Col>
      <DataTable.Col source="ends_at">
        <WhenField source="ends_at" />
      </DataTable.Col>
      <DataTable.Col label="State" disableSort>
        <FunctionField render={stateOf} />
      </DataTable.Col>
    </StaffList>
  );
}

/** A new batch as the API takes it: gifts have no fields of coupons. */
function batchOf({ kind, ...data }: Record<string, unknown>): Record<string, unknown> {
  if (kind === 'coupon') return { kind, ...data };
  const { name, count, plans, covers_shipping, capacity, starts_at, ends_at } = data;
  return { kind, name, count, plans, covers_shipping, capacity, starts_at, ends_at };
}

export function RedeemBatchCreate(): ReactElement {
  return (
    <StaffCreate
      redirect="show"
      transform={batchOf}
      defaults={{ kind: 'gift', count: 1, plans: [], covers_shipping: false, first_order_only: false }}
    >
      <TextInput source="name" validate={required()} helperText="For you: where the codes go." />
      <SelectInput source="kind" choices={KINDS} validate={required()} />
      <NumberInput source="count" label="Number of codes" min={1} max={5000} validate={required()} />
      <PlansInput source="plans" helperText="Of gift codes exactly one; of coupons none for all plans." />
      <BooleanInput source="covers_shipping" helperText="Otherwise the shipping is paid first." />
      <CouponFields />
      <NumberInput
        source="capacity"
        label="Uses of all codes together"
        min={1}
        helperText="After that many, no code of the batch works. Empty: no limit."
      />
      <InstantInput source="starts_at" label="Valid from" />
      <InstantInput source="ends_at" label="Valid until" />
    </StaffCreate>
  );
}

function CouponFields(): ReactElement | null {
  if (useWatch({ name: 'kind' }) !== 'coupon') return null;
  return (
    <>
      <SelectInput source="discount" choices={DISCOUNTS} />
      <OptionalTextInput source="value" helperText="An amount such as 5.00, or a percentage." />
      <NumberInput source="max_uses" label="Uses of each code" min={1} helperText="Empty: no limit." />
      <NumberInput source="max_per_member" label="Uses by one member" min={1} helperText="Empty: no limit." />
      <BooleanInput
        source="first_order_only"
        helperText="Only members without an earlier order can use it."
      />
    </>
  );
}

function Actions(): ReactElement | null {
  const batch = useRecordContext<RedeemBatchOfClub>();
  if (!batch || batch.sold || batch.voided_at !== null) return null;
  return (
    <Stack direction="row" spacing={1} sx={{ flexWrap: 'wrap' }}>
      {batch.exported_at === null && may('redeem_codes.export') && (
        <CsvExport
          path={`redeem_batches/${batch.id}/export`}
          name={`codes-${batch.id}`}
          label="Export the codes, once"
          once
        />
      )}
      {mayUse('redeem_batches', 'edit') && (
        <ActionButton
          label="Void the batch"
          path={`redeem_batches/${batch.id}/void`}
          danger
          explains="None of its codes can be used any more. Orders that use one keep their price. This cannot be undone."
          done="The batch is void."
        />
      )}
    </Stack>
  );
}

/** Of the codes and uses that the page shows. */
const SHOWN = { pagination: { page: 1, perPage: 200 }, sort: { field: 'id', order: 'ASC' } } as const;

function Uses(): ReactElement | null {
  const batch = useRecordContext<RedeemBatchOfClub>();
  const { data, total } = useGetList<RedeemUseOfClub>(`redeem_batches/${batch?.id}/uses`, SHOWN, {
    enabled: batch !== undefined,
  });
  if (!data) return null;
  return (
    <Box>
      <Section title={`Orders with a code: ${total}`} />
      <Facts
        title="Orders with a code"
        rows={data}
        none="Nobody has used one yet."
        columns={[
          { title: 'Order', of: ({ id }) => <Link to={`/orders/${id}/show`}>No. {id}</Link> },
          {
            title: 'Member',
            of: ({ customer }) => <Link to={`/members/${customer}/show`}>No. {customer}</Link>,
          },
          { title: 'Code', of: ({ code }) => `No. ${code}` },
          { title: 'State', of: ({ state }) => <State value={state} /> },
          { title: 'Discount', of: ({ discount }) => discount },
          { title: 'Paid', of: ({ total: paid }) => paid },
          { title: 'When', of: ({ used_at, created_at }) => when(used_at ?? created_at) },
        ]}
      />
    </Box>
  );
}

function Codes(): ReactElement | null {
  const batch = useRecordContext<RedeemBatchOfClub>();
  const { data, total } = useGetList<RedeemCodeOfClub>(`redeem_batches/${batch?.id}/codes`, SHOWN, {
    enabled: batch !== undefined,
  });
  if (!data) return null;
  return (
    <Box>
      <Section title={`Codes: ${total}`} />
      {(total ?? 0) > data.length && <Typography>The first {data.length} are shown.</Typography>}
      <Facts
        title="Codes"
        rows={data}
        columns={[
          { title: 'No.', of: ({ id }) => id },
          { title: 'Used', of: ({ used }) => used },
          { title: 'Held', of: ({ held }) => held },
          { title: 'Void', of: ({ voided_at }) => (voided_at === null ? '' : when(voided_at)) },
          {
            title: 'Change',
            of: ({ id, voided_at }) =>
              voided_at === null &&
              mayUse('redeem_batches', 'edit') && (
                <ActionButton
                  label="Void"
                  path={`redeem_codes/${id}/void`}
                  danger
                  explains="The code cannot be used any more. An order that uses it keeps its price."
                  done="The code is void."
                />
              ),
          },
        ]}
      />
    </Box>
  );
}

export function RedeemBatchPage(): ReactElement {
  return (
    <Show actions={false}>
      <SimpleShowLayout>
        <TextField source="name" />
        <WordField source="kind" />
        <FunctionField label="Grants" render={grantOf} />
        <FunctionField label="State" render={stateOf} />
        <FunctionField label="Used" render={usesOf} />
        <TextField source="max_uses" label="Uses of each code" emptyText="No limit" />
        <TextField source="max_per_member" label="Uses by one member" emptyText="No limit" />
        <TextField source="capacity" label="Uses of all codes together" emptyText="No limit" />
        <YesField source="first_order_only" no="No" />
        <WhenField source="starts_at" label="Valid from" />
        <WhenField source="ends_at" label="Valid until" />
        <WhenField source="created_at" />
        <Actions />
        <Uses />
        <Codes />
      </SimpleShowLayout>
    </Show>
  );
}
