import { Alert, Box, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import {
  CreateButton,
  DataTable,
  FilterButton,
  List,
  type ListProps,
  type RaRecord,
  SearchInput,
  TopToolbar,
  useListContext,
  useResourceContext,
} from 'react-admin';
import { mayUse } from '../api/auth-provider';
import { EMPTY, TEXTS } from '../texts';

/** The text of an empty list: what to do first. */
function Empty({ canCreate }: { canCreate: boolean }): ReactElement {
  const resource = useResourceContext() ?? '';
  const { title, help } = EMPTY[resource] ?? { title: 'Nothing here yet', help: '' };
  return (
    <Box sx={{ textAlign: 'center', p: 4 }}>
      <Typography component="h2" variant="h5">
        {title}
      </Typography>
      <Typography sx={{ my: 2 }}>{help}</Typography>
      {canCreate && <CreateButton variant="contained" />}
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

/** On phones the table is scrolled, not the page. */
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
          {buttons}
          {canCreate && <CreateButton />}
        </TopToolbar>
      }
      empty={<Empty canCreate={canCreate} />}
    >
      <Fault />
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="List">
        <DataTable
          bulkActionButtons={false}
          rowClick={typeof opens === 'function' ? (_, __, record) => opens(record) : opens}
          empty={<NothingFound usual={list.filterDefaultValues} />}
        >
          {children}
        </DataTable>
      </Box>
    </List>
  );
}
