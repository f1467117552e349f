import type { ReactElement } from 'react';
import { BooleanInput, DataTable, NumberInput, SelectInput } from 'react-admin';
import { may } from '../api/clubs';
import { DayField, StateField, YesField } from '../parts/fields';
import { CsvImport, FilteredExport } from '../parts/csv';
import { StaffList } from '../parts/list';
import { PlanInput } from '../parts/references';

const STATES = [
  { id: 'active', name: 'Active' },
  { id: 'lapsed', name: 'Lapsed' },
  { id: 'trial', name: 'On trial' },
  { id: 'none', name: 'No membership' },
];

const WEEK = [
  { id: 'joined', name: 'Joined' },
  { id: 'left', name: 'Left' },
];

const ISSUES = [
  { id: 'address', name: 'No address for a parcel' },
  { id: 'option', name: 'No choice for a parcel' },
];

export function MemberList(): ReactElement {
  return (
    <StaffList
      opens="show"
      filters={[
        <SelectInput key="state" source="state" choices={STATES} emptyText="All" />,
        <PlanInput key="plan_id" source="plan_id" />,
        <SelectInput key="this_week" source="this_week" choices={WEEK} emptyText="All" />,
        <NumberInput key="ends_within" source="ends_within" label="Ends within (days)" />,
        <SelectInput key="issue" source="issue" choices={ISSUES} emptyText="All" />,
        <BooleanInput key="blacklisted" source="blacklisted" label="On the blacklist" />,
      ]}
      buttons={
        <>
          {may('members.export') && <FilteredExport path="members.csv" name="members" />}
          {may('members.import') && <CsvImport path="members/import" />}
        </>
      }
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="email" disableSort />
      <DataTable.Col source="first_name" disableSort />
      <DataTable.Col source="last_name" disableSort />
      <DataTable.Col source="plan.name" label="Plan" disableSort />
      <DataTable.Col source="state" disableSort>
        <StateField source="state" />
      </DataTable.Col>
      <DataTable.Col source="until" disableSort>
        <DayField source="until" />
      </DataTable.Col>
      <DataTable.Col source="blacklisted" label="On the blacklist" disableSort>
        <YesField source="blacklisted" />
      </DataTable.Col>
    </StaffList>
  );
}
