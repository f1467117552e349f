import type { ReactElement } from 'react';
import { DataTable, FunctionField, NumberInput, required, SelectInput, TextInput } from 'react-admin';
import { WhenField } from '../parts/fields';
import { Section, StaffCreate, StaffEdit } from '../parts/form';
import { OptionalTextInput } from '../parts/inputs';
import { InstantInput } from '../parts/instant-input';
import { StaffList } from '../parts/list';
import { PlansInput } from '../parts/references';

export const MODES = [
  { id: 'everyone', name: 'Everybody: each entitled member gets a code' },
  { id: 'on_request', name: 'On request: first come, first served' },
];

const SHORT_MODES: Readonly<Record<string, string>> = { everyone: 'Everybody', on_request: 'On request' };

export function PoolList(): ReactElement {
  return (
    <StaffList
      opens="show"
      creates
      sort={{ field: 'opens_at', order: 'DESC' }}
      filters={[<SelectInput key="mode" source="mode" choices={MODES} emptyText="All" />]}
    >
      <DataTable.Col source="name" />
      <DataTable.Col source="mode" label="Who gets one" disableSort>
        <FunctionField render={({ mode }: { mode: string }) => SHORT_MODES[mode]} />
      </DataTable.Col>
      <DataTable.Col source="opens_at" label="Opens">
        <WhenField source="opens_at" />
      </DataTable.Col>
      <DataTable.Col source="closes_at" label="Closes">
        <WhenField source="closes_at" />
      </DataTable.Col>
      <DataTable.Col label="Codes" disableSort>
        <FunctionField render={({ notes }: { notes: readonly string[] }) => notes.join(' ')} />
      </DataTable.Col>
    </StaffList>
  );
}

function PoolFields(): ReactElement {
  return (
    <>
      <TextInput
        source="name"
        validate={required()}
        helperText="Members read it in the mail with their code."
      />
      <SelectInput
        source="mode"
        label="Who gets a code"
        choices={MODES}
        validate={required()}
        helperText="Everybody: given and mailed when the presale opens. On request: members ask for one with a button."
      />
      <InstantInput source="opens_at" label="Opens" validate={required()} />
      <InstantInput
        source="closes_at"
        label="Closes"
        helperText="Afterwards no codes are given; members keep theirs. Empty: never."
      />
      <PlansInput
        source="plans"
        helperText="Whose members get a code. None: members of all plans with exclusive access."
      />
      <OptionalTextInput
        source="instructions"
        label="How to use it"
        multiline
        minRows={3}
        helperText="Plain text, shown with the code and in its mail."
      />
      <Section
        title="Limit over several pools"
        help="For a tour whose shows have codes of their own: give their pools the same group."
      />
      <OptionalTextInput source="limit_group" label="Limit group" helperText="Empty: no limit." />
      <NumberInput
        source="limit_codes"
        label="Codes for one member"
        min={1}
        max={100}
        helperText="Of all pools of the group together."
      />
    </>
  );
}

export function PoolEdit(): ReactElement {
  return (
    <StaffEdit redirect="show">
      <PoolFields />
    </StaffEdit>
  );
}

export function PoolCreate(): ReactElement {
  return (
    <StaffCreate redirect="show" defaults={{ mode: 'everyone', plans: [] }}>
      <PoolFields />
    </StaffCreate>
  );
}
