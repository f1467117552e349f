import { IN_LIVE_STATES } from './payment.entity';

/** Whether money of the order `o` is on its way, in SQL: a payment, a refund, or a dispute that is not decided. */
export const MONEY_ON_ITS_WAY = `EXISTS (
  SELECT FROM payments p WHERE p.fanclub_id = o.fanclub_id AND p.order_id = o.id AND (
    p.state ${IN_LIVE_STATES}
    OR EXISTS (
      SELECT FROM refunds r
      WHERE r.fanclub_id = p.fanclub_id AND r.payment_id = p.id AND r.state IN ('requested', 'pending'))
    OR EXISTS (
      SELECT FROM payment_disputes d
      WHERE d.fanclub_id = p.fanclub_id AND d.payment_id = p.id AND d.state = 'open')))`;
