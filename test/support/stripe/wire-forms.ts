import type { Metadata } from '../../../src/demo-bank';
import type { Asked } from './wire-account';

/** The longest answer to a list. */
const MOST = 100;

/** What the adapter sends for a page. */
export interface SessionForm {
  readonly mode: 'payment' | 'setup';
  readonly customer: string;
  readonly currency?: string;
  readonly metadata?: Metadata;
  readonly line_items?: readonly {
    readonly quantity: string;
    readonly price_data: {
      readonly currency: string;
      readonly unit_amount: string;
      readonly product_data: { readonly name: string };
    };
  }[];
  readonly payment_intent_data?: { readonly description?: string; readonly setup_future_usage?: string };
  readonly success_url: string;
  readonly cancel_url: string;
  readonly expires_at: string;
}

/** A page of a list that begins with the newest: of the asked times, after the asked object. */
export function listOf(all: readonly { id: string; created?: number }[], { form }: Asked): object {
  const { limit = '10', starting_after: after, created } = form as Record<string, string | undefined>;
  const { gte = '0', lte = String(Number.MAX_SAFE_INTEGER) } = (created ?? {}) as unknown as Record<
    string,
    string
  >;
  const inTime = all.filter(({ created: at = 0 }) => at >= Number(gte) && at <= Number(lte));
  const from = after === undefined ? 0 : inTime.findIndex(({ id }) => id === after) + 1;
  const data = inTime.slice(from, from + Math.min(Number(limit), MOST));
  return { object: 'list', data, has_more: from + data.length < inTime.length };
}
