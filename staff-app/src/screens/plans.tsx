import { Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  ArrayInput,
  BooleanInput,
  DataTable,
  FormDataConsumer,
  FunctionField,
  NumberInput,
  ReferenceField,
  required,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import { clubPath, may } from '../api/clubs';
import type { StockOfPlan } from '../api/generated';
import { send } from '../api/http';
import { CsvImport, FilteredExport } from '../parts/csv';
import { YesField } from '../parts/fields';
import { Section, StaffCreate, StaffEdit } from '../parts/form';
import { ImageInput } from '../parts/image-input';
import { HtmlInput } from '../parts/html-input';
import { AddItem, LinesInput, MoneyInput, OptionalTextInput } from '../parts/inputs';
import { StaffList } from '../parts/list';
import { Preview } from '../parts/preview';
import { BenefitsInput, ItemTypeInput, PeriodInput, PlanInput } from '../parts/references';
import { UpgradePrice } from './upgrade-price';

export function PlanList(): ReactElement {
  return (
    <StaffList
      creates
      filters={[<BooleanInput key="on_sale" source="on_sale" />]}
      buttons={
        <>
          <Button size="small" component={Link} to="/upgrades">
            Upgrades
          </Button>
          <FilteredExport path="plans.csv" name="plans" />
          {mayUse('plans', 'edit') && <CsvImport path="plans/import" />}
        </>
      }
    >
      <DataTable.Col source="name" />
      <DataTable.Col source="sales_period" disableSort>
        <ReferenceField source="sales_period" reference="periods" link={false} />
      </DataTable.Col>
      <DataTable.Col source="price" sx={{ textAlign: 'right' }} />
      <DataTable.NumberCol source="duration" label="Months" disableSort />
      <DataTable.Col label="Visible" disableSort>
        <FunctionField render={({ deleted }: { deleted?: boolean }) => (deleted ? 'No' : 'Yes')} />
      </DataTable.Col>
      <DataTable.Col source="on_sale" disableSort>
        <YesField source="on_sale" />
      </DataTable.Col>
    </StaffList>
  );
}

const NEW_PACKAGE = {
  name: '',
  description: null,
  shipping_and_handling: { domestic: '0.00', international: '0.00' },
  items: [],
};

function PackageFields(): ReactElement {
  return (
    <>
      <Section title="Package" help="What is sent to each member with this plan." />
      <BooleanInput
        source="package"
        label="The plan has a package"
        defaultValue={null}
        format={(given: unknown) => given != null}
        parse={(wanted: boolean) => (wanted ? NEW_PACKAGE : null)}
      />
      <FormDataConsumer>
        {({ formData }) =>
          (formData as { package?: unknown }).package != null && (
            <>
              <TextInput source="package.name" label="Name" validate={required()} />
              <OptionalTextInput source="package.description" label="Description" multiline />
              <MoneyInput
                source="package.shipping_and_handling.domestic"
                label="Shipping in the home country"
              />
              <MoneyInput
                source="package.shipping_and_handling.international"
                label="Shipping to other countries"
              />
              <ArrayInput source="package.items" label="Items">
                <SimpleFormIterator disableClear fullWidth addButton={<AddItem label="Add an item" />}>
                  <TextInput source="name" validate={required()} />
                  <ImageInput source="thumbnail" label="Address of its picture" />
                  <ItemTypeInput source="item_type" />
                  <BooleanInput
                    source="required"
                    label="The member must choose, if there is a choice"
                    defaultValue
                  />
                </SimpleFormIterator>
              </ArrayInput>
            </>
          )
        }
      </FormDataConsumer>
    </>
  );
}

/** How much of the plan is sold, if it has a capacity. */
function StockOfThisPlan(): ReactElement | null {
  const plan = useRecordContext();
  const path = clubPath('stock');
  const { data } = useQuery({
    queryKey: ['stock', path],
    queryFn: async () => (await send<{ plans: StockOfPlan[] }>(path)).data,
    enabled: plan !== undefined && may('plans.read'),
  });
  const stock = data?.plans.find(({ plan_id: id }) => id === Number(plan?.id));
  if (!stock) return null;
  return (
    <Typography>
      {stock.sold} sold, {stock.held} held for open orders and offers,{' '}
      {stock.capacity - stock.sold - stock.held} free. {stock.waiting} in the waiting list.
      {stock.sold_out && ' Visitors read that it is sold out.'}
    </Typography>
  );
}

function PlanFields(): ReactElement {
  return (
    <>
      <Section title="Price and time" />
      <TextInput source="name" validate={required()} />
      <PeriodInput source="sales_period" helperText="The season in which it is sold." />
      <MoneyInput source="price" validate={required()} helperText="As 50.00." />
      <NumberInput
        source="duration"
        label="Months"
        helperText="How long a membership lasts. Empty: until the end of its sales period; without one, it never ends."
      />
      <BooleanInput
        source="deleted"
        label="Visitors can see it"
        format={(deleted: unknown) => deleted !== true}
        parse={(visible: boolean) => !visible}
        helperText="Off: a draft, or a plan of former times."
      />
      <BooleanInput source="on_sale" helperText="Visitors can buy it." />
      <Section title="Texts" />
      <HtmlInput source="description" />
      <HtmlInput source="online_benefits" />
      <HtmlInput source="annotations" />
      <OptionalTextInput
        source="checkout"
        label="Address of its own checkout"
        helperText="Empty: the usual checkout."
      />
      <LinesInput source="tags" helperText="One a line." />
      <Section title="Trial and renewal" />
      <BooleanInput source="trial" helperText="A membership to try: once a person." />
      <PlanInput
        source="converts_into"
        label="After the trial"
        helperText="For a trial: the plan that members can buy before it ends. It begins when the trial ends."
      />
      <PlanInput
        source="renews_into"
        label="Renewed as"
        helperText="The plan of the next season in which this membership is renewed. Empty: the same plan."
      />
      <Section title="Benefits and stock" />
      <BooleanInput source="exclusive_access" label="Gives access to what is for members only" />
      <NumberInput
        source="capacity"
        label="Capacity"
        helperText="How often this plan can be sold in all; empty: no limit. When it is reached, visitors can join a waiting list."
      />
      <StockOfThisPlan />
      <NumberInput source="renewal_cap" helperText="How many renewals in a row; empty: no limit." />
      <BenefitsInput source="benefits" helperText="What members with this plan get." />
      <PackageFields />
      <Section title="Upgrades" help="To which plans members of this one can change, and what that costs." />
      <ArrayInput source="upgrades" label={false}>
        <SimpleFormIterator disableClear fullWidth addButton={<AddItem label="Add an upgrade" />}>
          <PlanInput source="to" label="To" />
          <UpgradePrice />
        </SimpleFormIterator>
      </ArrayInput>
    </>
  );
}

export function PlanEdit(): ReactElement {
  return (
    <StaffEdit aside={<Preview of="plans" />}>
      <PlanFields />
    </StaffEdit>
  );
}

const NEW_PLAN = {
  deleted: false,
  on_sale: false,
  exclusive_access: true,
  trial: false,
  tags: [],
  upgrades: [],
  package: null,
  benefits: [],
};

export function PlanCreate(): ReactElement {
  return (
    <StaffCreate defaults={NEW_PLAN}>
      <PlanFields />
    </StaffCreate>
  );
}
