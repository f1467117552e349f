import type { ReactElement } from 'react';
import { DataTable, DeleteButton, ReferenceArrayField, required, TextInput } from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { WordField } from '../parts/fields';
import { StaffCreate, StaffEdit } from '../parts/form';
import { HtmlInput } from '../parts/html-input';
import { ImageInput } from '../parts/image-input';
import { StaffList } from '../parts/list';
import { Preview } from '../parts/preview';
import { PlansInput } from '../parts/references';
import { BenefitContent } from './benefit-content';

export function BenefitList(): ReactElement {
  return (
    <StaffList creates>
      <DataTable.Col source="summary" />
      <DataTable.Col source="benefit_type" disableSort>
        <WordField source="benefit_type" />
      </DataTable.Col>
      <DataTable.Col source="plans" disableSort>
        <ReferenceArrayField source="plans" reference="plans" />
      </DataTable.Col>
      {mayUse('benefits', 'edit') && (
        <DataTable.Col label="Delete" disableSort>
          <DeleteButton mutationMode="pessimistic" redirect={false} />
        </DataTable.Col>
      )}
    </StaffList>
  );
}

function BenefitFields(): ReactElement {
  return (
    <>
      <TextInput source="summary" validate={required()} />
      <HtmlInput source="details" />
      <TextInput
        source="benefit_type"
        validate={required()}
        helperText="“online”, or a word of yours, such as “on_site”."
      />
      <ImageInput source="image_url" label="Address of its picture" />
      <PlansInput source="plans" helperText="Which plans have it." />
    </>
  );
}

export function BenefitEdit(): ReactElement {
  return (
    <StaffEdit aside={<Preview of="benefits" />} below={<BenefitContent />}>
      <BenefitFields />
    </StaffEdit>
  );
}

export function BenefitCreate(): ReactElement {
  return (
    <StaffCreate defaults={{ benefit_type: 'online', plans: [] }}>
      <BenefitFields />
    </StaffCreate>
  );
}
