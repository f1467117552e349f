import type { ReactElement } from 'react';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
} from 'react-admin';

const BY_NUMBER = { field: 'id', order: 'DESC' } as const;

interface ReferenceProps {
  readonly source: string;
  readonly label?: string;
  readonly helperText?: string;
}

interface PlansInputProps extends ReferenceProps {
  /** Of a new item of a list, which react-admin reads here. */
  readonly defaultValue?: number[];
}

/** Some of the fan club's plans. */
export function PlansInput({
  source,
  label = 'Plans',
  helperText,
  defaultValue = [],
}: PlansInputProps): ReactElement {
  return (
    <ReferenceArrayInput source={source} reference="plans" sort={BY_NUMBER} perPage={200}>
      <AutocompleteArrayInput
        fullWidth
        defaultValue={defaultValue}
        label={label}
        optionText="name"
        helperText={helperText}
      />
    </ReferenceArrayInput>
  );
}

/** Some of the fan club's benefits. */
export function BenefitsInput({ source, label = 'Benefits', helperText }: ReferenceProps): ReactElement {
  return (
    <ReferenceArrayInput source={source} reference="benefits" sort={BY_NUMBER} perPage={200}>
      <AutocompleteArrayInput
        fullWidth
        defaultValue={[]}
        label={label}
        optionText="summary"
        helperText={helperText}
      />
    </ReferenceArrayInput>
  );
}

/** One of the fan club's plans; also as a filter. */
export function PlanInput({ source, label = 'Plan', helperText }: ReferenceProps): ReactElement {
  return (
    <ReferenceInput source={source} reference="plans" sort={BY_NUMBER} perPage={200}>
      <AutocompleteInput fullWidth label={label} optionText="name" helperText={helperText} />
    </ReferenceInput>
  );
}

export function PeriodInput({ source, label = 'Sales period', helperText }: ReferenceProps): ReactElement {
  return (
    <ReferenceInput source={source} reference="periods" sort={BY_NUMBER} perPage={200}>
      <SelectInput fullWidth label={label} optionText="name" helperText={helperText} emptyText="None" />
    </ReferenceInput>
  );
}

/** What members choose for an item. */
export function ItemTypeInput({ source, label = 'Choice', helperText }: ReferenceProps): ReactElement {
  return (
    <ReferenceInput source={source} reference="item_types" sort={BY_NUMBER} perPage={200}>
      <SelectInput
        fullWidth
        label={label}
        optionText="name"
        emptyText="None"
        parse={(id: unknown) => id || null}
        helperText={helperText}
      />
    </ReferenceInput>
  );
}

export function EventInput({ source, label = 'Event', helperText }: ReferenceProps): ReactElement {
  return (
    <ReferenceInput source={source} reference="events" sort={BY_NUMBER} perPage={200}>
      <AutocompleteInput fullWidth label={label} optionText="title" helperText={helperText} />
    </ReferenceInput>
  );
}

/** The pool of presale codes of a ticket link. */
export function PoolInput({ source, label, helperText }: ReferenceProps): ReactElement {
  return (
    <ReferenceInput source={source} reference="pools" sort={BY_NUMBER} perPage={200}>
      <SelectInput
        fullWidth
        label={label}
        optionText="name"
        emptyText="None"
        parse={(id: unknown) => id || null}
        helperText={helperText}
      />
    </ReferenceInput>
  );
}

/** The name of a plan. */
export function PlanName({ source }: { source: string }): ReactElement {
  return <ReferenceField source={source} reference="plans" link={false} />;
}
