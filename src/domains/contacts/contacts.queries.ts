import { statement, types } from '#platform/database';

const ADDRESS = { fanclub: types.bigint, email: types.text };
/** A confirmation mail sent at or before this time does not prevent another one. */
const LONG_AGO = { longAgo: types.timestamptz };
const REMINDER_DUE = `confirmed_at IS NULL AND (confirmation_sent_at IS NULL OR confirmation_sent_at <= $longAgo)`;

const CONTACT = { id: types.bigint, email: types.text, firstName: types.text.orNull };

/** Whether the fan club has an address, in any letter case. Always one row. */
export const FIND_STANDING = statement('contacts.standing', {
  params: { ...ADDRESS, ...LONG_AGO },
  row: {
    /** As a customer's current address. */
    isCustomer: types.boolean,
    isContact: types.boolean,
    /** An unconfirmed contact is due for another confirmation mail. */
    reminderDue: types.boolean,
  },
  text: `
    SELECT EXISTS (SELECT FROM customers WHERE fanclub_id = $fanclub AND lower(email) = lower($email)) AS "isCustomer",
           EXISTS (SELECT FROM contacts WHERE fanclub_id = $fanclub AND lower(email) = lower($email)) AS "isContact",
           EXISTS (SELECT FROM contacts WHERE fanclub_id = $fanclub AND lower(email) = lower($email) AND ${REMINDER_DUE})
             AS "reminderDue"`,
});

/** Adds a contact. `now` is the time of the confirmation mail. No row if there is a contact with the address. */
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

/** Returns the contact if a reminder is due, and stores the time. Of two simultaneous calls, one gets the row. */
export const CLAIM_REMINDER = statement('contacts.claim_reminder', {
  params: { ...ADDRESS, ...LONG_AGO, now: types.timestamptz },
  row: CONTACT,
  text: `
    UPDATE contacts SET confirmation_sent_at = $now, updated_at = now()
    WHERE fanclub_id = $fanclub AND lower(email) = lower($email) AND ${REMINDER_DUE}
    RETURNING id, email, first_name AS "firstName"`,
});

/** Confirms the address that the mail was sent to. The time of the first confirmation stays. */
export const CONFIRM_CONTACT = statement('contacts.confirm', {
  params: { ...ADDRESS, contact: types.bigint, now: types.timestamptz },
  text: `
    UPDATE contacts SET confirmed_at = coalesce(confirmed_at, $now), updated_at = now()
    WHERE fanclub_id = $fanclub AND id = $contact AND lower(email) = lower($email)`,
});
