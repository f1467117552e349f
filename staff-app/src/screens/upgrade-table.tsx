import {
  Box,
  MenuItem,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import type { ReactElement } from 'react';
import { moneySlots } from '../parts/inputs';
import type { UpgradeMatrix } from '../api/generated';

type Upgrade = UpgradeMatrix['upgrades'][number];

/** What an upgrade costs: nothing, because it cannot be bought, the difference of the two prices, or a price of its own. */
type Rule = 'none' | 'difference' | 'fixed';

interface Cell {
  readonly rule: Rule;
  /** What was typed, also while another rule is chosen. */
  readonly price: string;
}

/** The cells that hold an upgrade, by {@link keyOf}. */
export type Cells = Readonly<Record<string, Cell>>;

const NONE: Cell = { rule: 'none', price: '' };

const RULES: Readonly<Record<Rule, string>> = { none: '–', difference: 'Difference', fixed: 'Fixed price' };

export const keyOf = (from: number, to: number): string => `${from} ${to}`;

export const cellsOf = (upgrades: readonly Upgrade[]): Cells =>
  Object.fromEntries(
    upgrades.map(({ from, to, price }) => [
      keyOf(from, to),
      { rule: price === null ? 'difference' : 'fixed', price: price ?? '' } as const,
    ]),
  );

/** The upgrades that the cells mean. */
export const upgradesOf = (cells: Cells): Upgrade[] =>
  Object.entries(cells)
    .filter(([, { rule }]) => rule !== 'none')
    .map(([key, { rule, price }]) => {
      const [from, to] = key.split(' ').map(Number);
      return { from, to, price: rule === 'difference' ? null : price.trim() };
    });

/** A cell in words, and the cell that they mean. */
export const wordsOf = ({ rule, price }: Cell = NONE): string =>
  rule === 'fixed' ? price.trim() : RULES[rule];
export const cellOf = (words: string): Cell =>
  words === RULES.none
    ? NONE
    : words === RULES.difference
      ? { rule: 'difference', price: '' }
      : { rule: 'fixed', price: words };

/** The upgrades between some plans: a row for each plan that members have, a column for each that they can change to. */
export function UpgradeTable({
  plans,
  cells,
  changes,
  faultOf,
  onChange,
}: {
  plans: UpgradeMatrix['plans'];
  cells: Cells;
  /** Whether the role may change them. */
  changes: boolean;
  faultOf: (key: string) => string | undefined;
  onChange: (key: string, cell: Cell) => void;
}): ReactElement {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Upgrades">
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>From ↓ to →</TableCell>
            {plans.map(({ id, name, price }) => (
              <TableCell key={id} component="th" scope="col" sx={{ minWidth: 120 }}>
                {name}
                <Typography variant="body2" color="text.secondary">
                  {price}
                </Typography>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {plans.map((from) => (
            <TableRow key={from.id}>
              <TableCell
                component="th"
                scope="row"
                sx={{ position: 'sticky', left: 0, bgcolor: 'background.paper', zIndex: 1 }}
              >
                {from.name}
              </TableCell>
              {plans.map((to) => (
                <TableCell key={to.id}>
                  {from.id !== to.id && (
                    <UpgradeCell
                      name={`from ${from.name} to ${to.name}`}
                      cell={cells[keyOf(from.id, to.id)] ?? NONE}
                      disabled={!changes}
                      fault={faultOf(keyOf(from.id, to.id))}
                      onChange={(cell) => onChange(keyOf(from.id, to.id), cell)}
                    />
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function UpgradeCell({
  name,
  cell: { rule, price },
  disabled,
  fault,
  onChange,
}: {
  name: string;
  cell: Cell;
  disabled: boolean;
  fault: string | undefined;
  onChange: (cell: Cell) => void;
}): ReactElement {
  const isFixed = rule === 'fixed';
  const shown = { error: fault !== undefined, helperText: fault };
  return (
    <Stack spacing={0.5} sx={{ minWidth: 136 }}>
      <TextField
        select
        size="small"
        margin="none"
        value={rule}
        disabled={disabled}
        onChange={({ target }) => onChange({ rule: target.value as Rule, price })}
        slotProps={{ select: { inputProps: { 'aria-label': `Rule ${name}` } } }}
        {...(!isFixed && shown)}
      >
        {Object.entries(RULES).map(([value, text]) => (
          <MenuItem key={value} value={value}>
            {text}
          </MenuItem>
        ))}
      </TextField>
      {isFixed && (
        <TextField
          size="small"
          margin="none"
          value={price}
          disabled={disabled}
          onChange={({ target }) => onChange({ rule, price: target.value })}
          slotProps={moneySlots({ 'aria-label': `Price ${name}` })}
          {...shown}
        />
      )}
    </Stack>
  );
}
