import { fromMinorUnits, minorUnits } from '#libs/money';
import type { Money } from './payment-provider';

/** An amount in minor units, as providers count. */
export const unitsOf = ({ amount, currency }: Money): number => Number(minorUnits(amount, currency));

/** An amount of a provider, in minor units. @param currency in any case */
export function moneyOf(units: number, currency: string): Money {
  const code = currency.toUpperCase();
  return { amount: fromMinorUnits(BigInt(units), code), currency: code };
}
