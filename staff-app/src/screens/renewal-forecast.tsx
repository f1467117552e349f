import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { clubPath, currentClub, may } from '../api/clubs';
import type { RenewalForecast } from '../api/generated';
import { send } from '../api/http';
import { dayOf } from '../parts/zoned-time';

/** A value once it has not changed for half a second, so that no request is made for each key. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 500);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** An amount with its currency, with as many decimals as the currency has. */
function withCurrency(amount: number, currency: string): string {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return `${amount.toFixed(maximumFractionDigits)} ${currency}`;
}

/** How many renewals follow, when, and for how much. */
export function Forecast({
  period,
  opens,
  prices,
}: {
  period: number;
  /** When the next season opens. Null: it is not typed yet. */
  opens: string | null;
  prices: ReadonlyMap<number, string>;
}): ReactElement | null {
  const startsAt = useSettled(opens);
  const path = clubPath(`renewals/forecast?period_id=${period}&starts_at=${startsAt}`);
  const { data } = useQuery({
    queryKey: ['renewal-forecast', path],
    queryFn: async () => (await send<RenewalForecast>(path)).data,
    enabled: startsAt !== null && may('renewals.read'),
  });
  if (!data) return null;
  const count = data.plans.reduce((sum, { renewals }) => sum + renewals, 0);
  if (count === 0)
    return (
      <Alert severity="info">
        No automatic renewals will follow: no member of this season has a card that can be charged, and time
        for a notice.
      </Alert>
    );
  const cents = data.plans.reduce(
    (sum, { plan_id, renewals }) => sum + renewals * Math.round(Number(prices.get(plan_id) ?? 0) * 100),
    0,
  );
  const amount = withCurrency(cents / 100, currentClub()!.currency);
  const which = count === 1 ? '1 automatic renewal' : `${count.toLocaleString()} automatic renewals`;
  return (
    <Alert severity="info">
      {which} will be announced on {dayOf(data.announced_at)} for {amount} in all, without shipping, and
      charged from {dayOf(data.charged_from)}, as soon as the plans are on sale.
    </Alert>
  );
}
