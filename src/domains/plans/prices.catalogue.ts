import { decimalsOf, isPayable } from '#libs/money';
import type { Club, LoadContext } from '#platform/catalogue';
import { FRACTIONAL_PRICES } from './plans.queries';

/** Reports a price that the fan club's currency does not have, such as 10.50 yen. */
export function reportPrice(
  { faults }: LoadContext,
  { currency }: Pick<Club, 'currency'>,
  price: string | null | undefined,
  path: string,
): void {
  if (price != null && !isPayable(price, currency))
    faults.add(path, `must be a whole amount, because ${currency} has no decimals`);
}

/**
 * Reports stored prices that the fan club's currency does not have: those of plans that a file with a new currency does not list.
 * @param listed the ids of the plans in the file
 */
export async function reportStoredPrices(
  { faults, sql, writing }: LoadContext,
  { id: fanclub, path, currency }: Club,
  listed: readonly number[],
): Promise<void> {
  if (decimalsOf(currency) > 0) return;
  // An import that only checks writes nothing, so the rows of listed plans may be old.
  const except = writing ? [] : [...listed];
  for (const { name } of await sql.rows(FRACTIONAL_PRICES, { fanclub, except }))
    faults.add(
      `${path}.currency`,
      `has no decimals, but the plan ${JSON.stringify(name)} has prices with decimals`,
    );
}
