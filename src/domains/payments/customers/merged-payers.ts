import { statement, type Statements, types } from '#platform/database';
import { CURRENT_CARD } from './cards.queries';
import { erasePayer } from './erased-payers';

const PAIR = { fanclub: types.bigint, from: types.bigint, into: types.bigint, now: types.timestamptz };

/** Whether the other customer has no account at the provider of the row `t` yet. A card is charged with its own account only. */
const CAN_MOVE = `NOT EXISTS (
      SELECT FROM payment_customers p
      WHERE p.fanclub_id = $fanclub AND p.account_id = t.account_id AND p.customer_id = $into)`;

/** Moves cards. Present ones are replaced if the other customer has one. */
export const MOVE_CARDS = statement('cards.move', {
  params: PAIR,
  text: `
    WITH present AS (
      SELECT count(*) > 0 AS exists FROM payment_methods
      WHERE fanclub_id = $fanclub AND customer_id = $into AND detached_at IS NULL
    )
    UPDATE payment_methods t
    SET customer_id = $into, detached_at = CASE WHEN present.exists THEN coalesce(t.detached_at, $now) ELSE t.detached_at END,
        updated_at = $now
    FROM present
    WHERE t.fanclub_id = $fanclub AND t.customer_id = $from AND ${CAN_MOVE}`,
});

/** Moves the accounts at providers. The next request to a provider sends the other address and name. */
export const MOVE_PAYER = statement('payment_customers.move', {
  params: PAIR,
  text: `
    UPDATE payment_customers t SET customer_id = $into, sent_digest = NULL, updated_at = $now
    WHERE t.fanclub_id = $fanclub AND t.customer_id = $from AND ${CAN_MOVE}`,
});

/** Whether a page of a provider is open for a customer, or has ended and its card is still to be stored. One row. */
export const IS_ENTERING_CARD = statement('card_pages.is_entering', {
  params: { fanclub: types.bigint, customer: types.bigint },
  row: { isEntering: types.boolean },
  text: `
    SELECT EXISTS (
      SELECT FROM payment_card_pages
      WHERE fanclub_id = $fanclub AND customer_id = $customer AND finished_at IS NULL) AS "isEntering"`,
});

/** Whether a customer is entering a card, which would belong to nobody after a merge. */
export const isEnteringCard = async (tx: Statements, fanclub: number, customer: number): Promise<boolean> =>
  (await tx.first(IS_ENTERING_CARD, { fanclub, customer }))!.isEntering;

/**
 * Moves what providers have of a customer to another account of the same person, which keeps its own. What is left is erased at the
 * providers by jobs.
 * @returns the id of the card that is not charged any more. Null: none
 */
export async function movePayer(
  tx: Statements,
  pair: { readonly fanclub: number; readonly from: number; readonly into: number },
  now: Date,
): Promise<number | null> {
  const { fanclub, from, into } = pair;
  const card = await tx.first(CURRENT_CARD, { fanclub, customer: from });
  await tx.run(MOVE_CARDS, { ...pair, now });
  await tx.run(MOVE_PAYER, { ...pair, now });
  await erasePayer(tx, fanclub, from, now);
  const present = await tx.first(CURRENT_CARD, { fanclub, customer: into });
  return card === null || card.id === present?.id ? null : card.id;
}
