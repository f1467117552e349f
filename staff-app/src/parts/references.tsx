import type { ReactElement } from 'react';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  type RaRecord,
  useGetList,
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

/** What a plan is called in a choice: with its sales period, because plans of several periods may share a name. */
export function usePlanLabel(): (plan: RaRecord) => string {
  const { data: periods = [] } = useGetList('periods', {
    pagination: { page: 1, perPage: 200 },
    sort: BY_NUMBER,
  });
  return ({ name, sales_period }) => {
    const period = periods.find(({ id }) => id === sales_period);
    const isNamed = period === undefined || String(name).includes(String(period.name));
    return isNamed ? String(name) : `${name} (${period.name})`;
  };
}

/** Some of the fan club's plans. */
export function PlansInput({
  source,
  label = 'Plans',
  helperText,
  defaultValue = [],
}: PlansInputProps): ReactElement {
  const labelOf = usePlanLabel();
  return (
    <ReferenceArrayInput source={source} reference="plans" sort={BY_NUMBER} perPage={200}>
      <AutocompleteArrayInput
        fullWidth
        defaultValue={defaultValue}
        label={label}
        optionText={labelOf}
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
  const labelOf = usePlanLabel();
  return (
    <ReferenceInput source={source} reference="plans" sort={BY_NUMBER} perPage={200}>
      <AutocompleteInput fullWidth label={label} optionText={labelOf} helperText={helperText} />
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
