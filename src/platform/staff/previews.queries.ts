import { customerColumns, customerJoins, customerRow } from '#platform/access';
import { statement, types } from '#platform/database';

/** A member with the subscription that is active at `$now`. */
export const FIND_MEMBER_AS_OF = statement('staff.member_as_of', {
  params: { fanclub: types.bigint, customer: types.bigint, now: types.timestamptz },
  row: { ...customerRow, blacklisted: types.boolean },
  text: `
    SELECT ${customerColumns}, c.blacklisted
    FROM customers c
    ${customerJoins}
    WHERE c.fanclub_id = $fanclub AND c.id = $customer`,
});
