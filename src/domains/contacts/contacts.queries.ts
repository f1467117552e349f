import type { Statement } from '#platform/database';

/** What an address is to the fan club already. */
export interface StandingRow {
  /** The current address of a customer. */
  is_customer: boolean;
  /** On the contact list. */
  is_contact: boolean;
  /** On it and not confirmed, and the confirmation mail was sent long ago, if ever. */
  reminder_due: boolean;
}

const REMINDER_DUE = `confirmed_at IS NULL AND (confirmation_sent_at IS NULL OR confirmation_sent_at <= $3)`;

/** $1 fan club, $2 address in any letter case, $3 the instant up to which a confirmation mail is long ago. Always one row. */
export const FIND_STANDING: Statement = {
  name: 'contacts.standing',
  text: `
    SELECT EXISTS (SELECT FROM customers WHERE fanclub_id = $1 AND lower(email) = lower($2)) AS is_customer,
           EXISTS (SELECT FROM contacts WHERE fanclub_id = $1 AND lower(email) = lower($2)) AS is_contact,
           EXISTS (SELECT FROM contacts WHERE fanclub_id = $1 AND lower(email) = lower($2) AND ${REMINDER_DUE})
             AS reminder_due`,
};

/** A contact to whom a confirmation mail goes. */
export interface ContactToConfirmRow {
  id: number;
  email: string;
  first_name: string | null;
}

/**
 * Puts somebody on the contact list. $1 fan club, $2 address, $3 first name, $4 last name, $5 birthdate, $6 source, $7 custom
 * fields as JSON, $8 now, when the confirmation mail is sent. No row when the address is on the list already.
 */
export const ADD_CONTACT: Statement = {
  name: 'contacts.add',
  text: `
    INSERT INTO contacts
      (fanclub_id, email, first_name, last_name, birthdate, lists_opt_in_source, custom_fields, confirmation_sent_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (fanclub_id, lower(email)) DO NOTHING
    RETURNING id, email, first_name`,
};

/** $1 to $3 as for {@link FIND_STANDING}, $4 now. The contact, if a reminder was due; of two at once, one finds it. */
export const CLAIM_REMINDER: Statement = {
  name: 'contacts.claim_reminder',
  text: `
    UPDATE contacts SET confirmation_sent_at = $4, updated_at = now()
    WHERE fanclub_id = $1 AND lower(email) = lower($2) AND ${REMINDER_DUE}
    RETURNING id, email, first_name`,
};

/** $1 fan club, $2 contact, $3 the address that was mailed to, $4 now. A first confirmation is never moved. */
export const CONFIRM_CONTACT: Statement = {
  name: 'contacts.confirm',
  text: `
    UPDATE contacts SET confirmed_at = coalesce(confirmed_at, $4), updated_at = now()
    WHERE fanclub_id = $1 AND id = $2 AND lower(email) = lower($3)`,
};
