import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { Key, ReactElement, ReactNode } from 'react';
import { Cards, usePhone } from './cards';

interface Column<T> {
  readonly title: string;
  readonly of: (row: T) => ReactNode;
}

/** On a phone three columns have room; a wider table is cards. */
const ON_PHONE = 3;
const NARROW = { px: { xs: 0.75, sm: 2 } };

/** Rows of records keep their dialogs while rows above them come and go. */
const keyOf = (row: object, at: number): Key =>
  'id' in row && typeof row.id === 'number' ? row.id : `row ${at}`;

/** A small table with a caption; a sentence if it is empty. */
export function Facts<T extends object>({
  title,
  rows,
  columns,
  none = 'None.',
  ofNumbers = false,
}: {
  title: string;
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  none?: string;
  /** Columns of short numbers have room on a phone. */
  ofNumbers?: boolean;
}): ReactElement {
  const isPhone = usePhone();
  if (!rows || rows.length === 0) return <Typography sx={{ py: 2 }}>{none}</Typography>;
  if (isPhone && columns.length > ON_PHONE && !ofNumbers)
    return (
      <Cards
        label={title}
        rows={rows.map((row, at) => ({
          key: keyOf(row, at),
          cells: columns.map(({ title, of }) => ({ title, content: of(row) })),
        }))}
      />
    );
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={title}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.title} sx={NARROW}>
                {column.title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={keyOf(row, index)}>
              {columns.map((column) => (
                <TableCell key={column.title} sx={NARROW}>
                  {column.of(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
