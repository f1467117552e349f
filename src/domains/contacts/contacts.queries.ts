import { type RowOf, statement, types } from '#platform/database';

const ADDRESS = { fanclub: types.bigint, email: types.text };
/** Up to this instant, a confirmation mail was sent long enough ago to send another one. */
const LONG_AGO = { longAgo: types.timestamptz };
const REMINDER_DUE = `confirmed_at IS NULL AND (confirmation_sent_at IS NULL OR confirmation_sent_at <= $longAgo)`;

const CONTACT = { id: types.bigint, email: types.text, firstName: types.text.orNull };

/** What the fan club knows of an address, in any letter case. Always one row. */
export const FIND_STANDING = statement('contacts.standing', {
  params: { ...ADDRESS, ...LONG_AGO },
  row: {
    /** The current address of a customer. */
    isCustomer: types.boolean,
    /** On the contact list. */
    isContact: types.boolean,
    /** On the list, not confirmed, and due for another confirmation mail. */
    reminderDue: types.boolean,
  },
  text: `
    SELECT EXISTS (SELECT FROM customers WHERE fanclub_id = $fanclub AND lower(email) = lower($email)) AS "isCustomer",
           EXISTS (SELECT FROM contacts WHERE fanclub_id = $fanclub AND lower(email) = lower($email)) AS "isContact",
           EXISTS (SELECT FROM contacts WHERE fanclub_id = $fanclub AND lower(email) = lower($email) AND ${REMINDER_DUE})
             AS "reminderDue"`,
});

/** Adds a contact. `now` is the time of the confirmation mail. No row if the address is on the list already. */
export const ADD_CONTACT = statement('contacts.add', {
  params: {
    ...ADDRESS,
    firstName: types.text.orNull,
    lastName: types.text.orNull,
    birthdate: types.date.orNull,
    listsOptInSource: types.text.orNull,
    customFields: types.jsonText,
    now: types.timestamptz,
  },
  row: CONTACT,
  text: `
    INSERT INTO contacts
      (fanclub_id, email, first_name, last_name, birthdate, lists_opt_in_source, custom_fields, confirmation_sent_at)
    VALUES ($fanclub, $email, $firstName, $lastName, $birthdate, $listsOptInSource, $customFields, $now)
    ON CONFLICT (fanclub_id, lower(email)) DO NOTHING
    RETURNING id, email, first_name AS "firstName"`,
});

/** A contact to whom a confirmation mail is sent. */
export type ContactToConfirm = RowOf<typeof ADD_CONTACT>;

/** Returns the contact if a reminder was due, and notes that it is sent now. Of two at once, one gets the row. */
export const CLAIM_REMINDER = statement('contacts.claim_reminder', {
  params: { ...ADDRESS, ...LONG_AGO, now: types.timestamptz },
  row: CONTACT,
  text: `
    UPDATE contacts SET confirmation_sent_at = $now, updated_at = now()
    WHERE fanclub_id = $fanclub AND lower(email) = lower($email) AND ${REMINDER_DUE}
    RETURNING id, email, first_name AS "firstName"`,
});

/** Confirms the address that was mailed to. The time of a first confirmation stays. */
export const CONFIRM_CONTACT = statement('contacts.confirm', {
  params: { ...ADDRESS, contact: types.bigint, now: types.timestamptz },
  text: `
    UPDATE contacts SET confirmed_at = coalesce(confirmed_at, $now), updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $contact AND lower(email) = lower($email)`,
});
