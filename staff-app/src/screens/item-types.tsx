import type { ReactElement } from 'react';
import {
  ArrayInput,
  DataTable,
  DeleteButton,
  FunctionField,
  required,
  SimpleFormIterator,
  TextInput,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { AddItem } from '../parts/inputs';
import { StaffCreate, StaffEdit } from '../parts/form';
import { StaffList } from '../parts/list';

export function ItemTypeList(): ReactElement {
  return (
    <StaffList creates>
      <DataTable.Col source="id" />
      <DataTable.Col source="name" />
      <DataTable.Col source="options" disableSort>
        <FunctionField
          render={({ options = [] }: { options?: { name: string }[] }) =>
            options.map(({ name }) => name).join(', ')
          }
        />
      </DataTable.Col>
      {mayUse('item_types', 'edit') && (
        <DataTable.Col label="Delete" disableSort>
          <DeleteButton mutationMode="pessimistic" redirect={false} />
        </DataTable.Col>
      )}
    </StaffList>
  );
}

function ItemTypeFields(): ReactElement {
  return (
    <>
      <TextInput source="name" validate={required()} helperText="As members see it: “T-shirt size”." />
      <ArrayInput
        source="options"
        helperText="In this order. Members who chose an option that you remove are asked to choose again."
      >
        <SimpleFormIterator disableClear inline fullWidth addButton={<AddItem label="Add an option" />}>
          <TextInput source="name" validate={required()} helperText={false} />
        </SimpleFormIterator>
      </ArrayInput>
    </>
  );
}

export function ItemTypeEdit(): ReactElement {
  return (
    <StaffEdit>
      <ItemTypeFields />
    </StaffEdit>
  );
}

export function ItemTypeCreate(): ReactElement {
  return (
    <StaffCreate defaults={{ options: [] }}>
      <ItemTypeFields />
    </StaffCreate>
  );
}
