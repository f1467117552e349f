import { statement, types } from '#platform/database';

const PROVIDER = {
  id: types.bigint,
  name: types.text,
  label: types.text.neverNullHere,
  issuer: types.text.neverNullHere,
  clientId: types.text,
  secretSealed: types.text,
  appleTeam: types.text.orNull,
  appleKey: types.text.orNull,
};
const PROVIDER_COLUMNS = `id, name, label, issuer, app_id AS "clientId", app_secret_sealed AS "secretSealed",
      apple_team AS "appleTeam", apple_key AS "appleKey"`;

/** An enabled provider with OpenID Connect. */
export const FIND_OPENID_PROVIDER = statement('sign_in.find_provider', {
  params: { fanclub: types.bigint, name: types.text },
  row: PROVIDER,
  text: `
    SELECT ${PROVIDER_COLUMNS}
    FROM login_providers WHERE fanclub_id = $fanclub AND name = $name AND enabled AND issuer IS NOT NULL`,
});

/** The same by its id, for staff, also if it is disabled. */
export const FIND_OPENID_PROVIDER_BY_ID = statement('sign_in.find_provider_by_id', {
  params: { fanclub: types.bigint, id: types.bigint },
  row: PROVIDER,
  text: `
    SELECT ${PROVIDER_COLUMNS}
    FROM login_providers WHERE fanclub_id = $fanclub AND id = $id AND issuer IS NOT NULL`,
});

/** The account that has an address now. */
export const FIND_ACCOUNT_OF_ADDRESS = statement('sign_in.find_account', {
  params: { fanclub: types.bigint, email: types.text },
  row: { id: types.bigint, email: types.text.neverNullHere, hasPassword: types.boolean },
  text: `
    SELECT id, email, password_hash IS NOT NULL AS "hasPassword"
    FROM customers WHERE fanclub_id = $fanclub AND lower(email) = lower($email)`,
});

/** Whether an account at a provider is connected with a customer. */
export const IS_CONNECTED = statement('sign_in.is_connected', {
  params: { fanclub: types.bigint, name: types.text, uid: types.text },
  row: { customerId: types.bigint },
  text: `
    SELECT customer_id AS "customerId" FROM authentications
    WHERE fanclub_id = $fanclub AND name = $name AND uid = $uid`,
});
