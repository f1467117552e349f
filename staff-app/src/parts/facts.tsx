import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';

interface Column<T> {
  readonly title: string;
  readonly of: (row: T) => ReactNode;
}

/** On a phone five columns have room. */
const NARROW = { px: { xs: 0.75, sm: 2 } };

/** A small table with a caption; a sentence if it is empty. */
export function Facts<T extends object>({
  title,
  rows,
  columns,
  none = 'None.',
}: {
  title: string;
  rows: readonly T[] | undefined;
  columns: readonly Column<T>[];
  none?: string;
}): ReactElement {
  if (!rows || rows.length === 0) return <Typography sx={{ py: 2 }}>{none}</Typography>;
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
            <TableRow key={index}>
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
