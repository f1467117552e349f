import { Alert, Box, LinearProgress, Stack, Typography } from '@mui/material';
import { Children, createElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  CreateButton,
  DataTable,
  type DataTableColumnProps,
  FieldTitle,
  FilterButton,
  List,
  type ListProps,
  type RaRecord,
  RecordContextProvider,
  SearchInput,
  SortButton,
  TopToolbar,
  useCreatePath,
  useGetRecordRepresentation,
  useListContext,
  useResourceContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { EMPTY, labelOf, TEXTS } from '../texts';
import { Cards, usePhone } from './cards';

/** The text of an empty list: what to do first, and the buttons for it. */
function Empty({ canCreate, buttons }: { canCreate: boolean; buttons?: ReactNode }): ReactElement {
  const resource = useResourceContext() ?? '';
  const { title, help } = EMPTY[resource] ?? { title: 'Nothing here yet', help: '' };
  return (
    <Box sx={{ textAlign: 'center', p: 4 }}>
      <Typography component="h2" variant="h5">
        {title}
      </Typography>
      <Typography sx={{ my: 2 }}>{help}</Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
        {buttons}
        {canCreate && <CreateButton variant="contained" />}
      </Stack>
    </Box>
  );
}

/** The text if no row matches the filters; with the default filters, the list is empty. */
function NothingFound({ usual = {} }: { usual?: object }): ReactElement {
  const { filterValues } = useListContext();
  if (JSON.stringify(filterValues) === JSON.stringify(usual)) return <Empty canCreate={false} />;
  return (
    <Box sx={{ textAlign: 'center', p: 4 }}>
      <Typography component="h2" variant="h5">
        Nothing found
      </Typography>
      <Typography sx={{ my: 2 }}>Search for something else, or change the filters.</Typography>
    </Box>
  );
}

function Fault(): ReactElement | null {
  const { error } = useListContext();
  return error ? <Alert severity="error">{error.message}</Alert> : null;
}

/** The columns of a list, also those in fragments. */
const columnsIn = (children: ReactNode): DataTableColumnProps[] =>
  Children.toArray(children).flatMap((child) => {
    if (!isValidElement<DataTableColumnProps>(child)) return [];
    return child.type === Fragment ? columnsIn(child.props.children) : [child.props];
  });

/** What a table shows in a cell. It needs the context of the record. */
function Cell({
  source,
  children,
  render,
  field,
  record,
}: DataTableColumnProps & { record: RaRecord }): ReactNode {
  if (children !== undefined) return children;
  if (render) return render(record);
  if (field) return createElement(field, { source });
  // A source can be a path: `plan.name`.
  const value = (source ?? '')
    .split('.')
    .reduce<unknown>((at, name) => (at as RaRecord | null | undefined)?.[name], record);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The rows on phones, as cards. */
function ListCards({
  children,
  opens,
  empty,
}: Pick<StaffListProps, 'children' | 'opens'> & { empty: ReactElement }): ReactElement {
  const resource = useResourceContext() ?? '';
  const { data, isPending } = useListContext();
  const headingOf = useGetRecordRepresentation(resource);
  const createPath = useCreatePath();
  if (isPending) return <LinearProgress />;
  if (!data || data.length === 0) return empty;
  const pathOf = (record: RaRecord): string | undefined => {
    if (typeof opens === 'function') return opens(record);
    return opens ? createPath({ resource, type: opens, id: record.id }) : undefined;
  };
  const rows = data.map((record: RaRecord) => {
    // Records without a name have a number.
    const named: ReactNode = headingOf(record);
    const hasName = named != null && named !== '' && named !== `#${record.id}`;
    const heading = hasName ? named : `No. ${record.id}`;
    return {
      key: record.id,
      heading,
      to: pathOf(record),
      cells: columnsIn(children)
        .filter(
          ({ source }) => source === undefined || (source === 'id' ? hasName : record[source] !== heading),
        )
        .map(({ label, ...column }) => ({
          title: <FieldTitle {...{ label, source: column.source, resource }} />,
          content: (
            <RecordContextProvider value={record}>
              <Cell {...column} record={record} />
            </RecordContextProvider>
          ),
        })),
    };
  });
  return <Cards label="List" rows={rows} />;
}

/** Sorts the cards of phones, which have no headings to do so. Its label says how they are sorted now. */
function CardSort({ children }: Pick<StaffListProps, 'children'>): ReactElement | null {
  const { sort } = useListContext();
  const columns = columnsIn(children);
  const fields = columns.flatMap(({ source, disableSort }) =>
    source !== undefined && !disableSort ? [source] : [],
  );
  const label = columns.find(({ source }) => source === sort.field)?.label;
  const title = typeof label === 'string' ? label : labelOf(sort.field);
  const order = sort.order === 'ASC' ? 'ascending' : 'descending';
  return fields.length === 0 ? null : <SortButton fields={fields} label={`Sorted by ${title}, ${order}`} />;
}

const NARROWING = {
  '& .RaList-main, & .RaList-content': { minWidth: 0 },
  // The buttons beside the filters stay in one line as long as there is room.
  '& form': { flex: { md: '0 1 auto' } },
};

export interface StaffListProps extends Omit<ListProps, 'children'> {
  /** The columns: `DataTable.Col` elements. */
  readonly children: ReactNode;
  /** Filters beside the search. */
  readonly filters?: ReactElement[];
  /** False: the list has no search. */
  readonly searches?: boolean;
  /** Whether people with write permission add records here. */
  readonly creates?: boolean;
  /** Buttons beside "Create". */
  readonly buttons?: ReactNode;
  /** What a click on a row opens: a page of the record, or a path; false: nothing. */
  readonly opens?: 'edit' | 'show' | false | ((record: RaRecord) => string);
}

/** A list of the fan club's records: search, filters, columns, and a text if it is empty. */
export function StaffList({
  children,
  filters = [],
  searches = true,
  creates = false,
  buttons,
  opens = 'edit',
  ...list
}: StaffListProps): ReactElement {
  const resource = useResourceContext() ?? '';
  const canCreate = creates && mayUse(resource, 'create');
  const isPhone = usePhone();
  const empty = <NothingFound usual={list.filterDefaultValues} />;
  return (
    <List
      sort={{ field: 'id', order: 'DESC' }}
      exporter={false}
      // Filters end when somebody leaves the list. Otherwise a search from an hour ago would still hide rows.
      storeKey={false}
      sx={NARROWING}
      perPage={25}
      {...list}
      filters={[
        ...(searches ? [<SearchInput key="q" source="q" alwaysOn placeholder={TEXTS.lists.search} />] : []),
        ...filters,
      ]}
      actions={
        <TopToolbar sx={{ flexWrap: 'wrap', justifyContent: 'flex-end' }}>
          {filters.some(({ props }) => !(props as { alwaysOn?: boolean }).alwaysOn) && (
            <FilterButton disableSaveQuery />
          )}
          {isPhone && <CardSort>{children}</CardSort>}
          {buttons}
          {canCreate && <CreateButton />}
        </TopToolbar>
      }
      empty={<Empty canCreate={canCreate} buttons={buttons} />}
    >
      <Fault />
      {isPhone ? (
        <ListCards opens={opens} empty={empty}>
          {children}
        </ListCards>
      ) : (
        <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="List">
          <DataTable
            bulkActionButtons={false}
            rowClick={typeof opens === 'function' ? (_, __, record) => opens(record) : opens}
            empty={empty}
          >
            {children}
          </DataTable>
        </Box>
      )}
    </List>
  );
}
