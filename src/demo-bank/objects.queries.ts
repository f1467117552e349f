import { statement, types } from '#platform/database';
import type { BankObjects } from './objects';

/** The job that sends an event. */
export const SEND_EVENT = 'demo_bank.send_event';

/** The job that ends an object whose time has come. */
export const WAKE = 'demo_bank.wake';

const CONTENT = types.jsonb<BankObjects[keyof BankObjects]>();

export const GET_OBJECT = statement('demo_bank.get', {
  params: { account: types.text, kind: types.text, ref: types.text },
  row: { ref: types.text, content: CONTENT },
  text: `
    SELECT ref, content FROM demo_bank.objects WHERE account = $account AND kind = $kind AND ref = $ref FOR UPDATE`,
});

/** The object that was created with a key. */
export const OBJECT_BY_KEY = statement('demo_bank.by_key', {
  params: { account: types.text, key: types.text },
  row: { ref: types.text, content: CONTENT, hash: types.text.orNull },
  text: `
    SELECT ref, content, request AS hash FROM demo_bank.objects WHERE account = $account AND key = $key FOR UPDATE`,
});

/** No row if a concurrent request created an object with the same key. */
export const ADD_OBJECT = statement('demo_bank.add', {
  params: {
    ref: types.text,
    account: types.text,
    kind: types.text,
    key: types.text.orNull,
    hash: types.text.orNull,
    content: types.jsonText,
    now: types.timestamptz,
  },
  row: { ref: types.text },
  text: `
    INSERT INTO demo_bank.objects (ref, account, kind, key, request, content, created_at)
    VALUES ($ref, $account, $kind, $key, $hash, $content, $now)
    ON CONFLICT (account, key) DO NOTHING
    RETURNING ref`,
});

export const PUT_OBJECT = statement('demo_bank.put', {
  params: { account: types.text, kind: types.text, ref: types.text, content: types.jsonText },
  text: `UPDATE demo_bank.objects SET content = $content WHERE account = $account AND kind = $kind AND ref = $ref`,
});

export const LIST_OBJECTS = statement('demo_bank.list', {
  params: { account: types.text, kind: types.text, from: types.timestamptz, to: types.timestamptz },
  row: { ref: types.text, content: CONTENT, createdAt: types.timestamptz },
  text: `
    SELECT ref, content, created_at AS "createdAt" FROM demo_bank.objects
    WHERE account = $account AND kind = $kind AND created_at BETWEEN $from AND $to
    ORDER BY created_at, ref`,
});

/** The account to which a page belongs. */
export const ACCOUNT_OF_SESSION = statement('demo_bank.account_of_session', {
  params: { ref: types.text },
  row: { account: types.text },
  text: `SELECT account FROM demo_bank.objects WHERE ref = $ref AND kind = 'session'`,
});

/** All accounts, for the page with the switches. */
export const LIST_ACCOUNTS = statement('demo_bank.accounts', {
  row: { account: types.text, content: types.jsonb<BankObjects['account']>() },
  text: `SELECT account, content FROM demo_bank.objects WHERE kind = 'account' ORDER BY created_at, ref`,
});

/** Queues an event, to be sent in `delay` seconds. */
export const QUEUE_EVENT = statement('demo_bank.queue_event', {
  params: { account: types.text, event: types.text, delay: types.integer },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job FROM graphile_worker.add_job('${SEND_EVENT}',
      json_build_object('account', $account::text, 'event', $event::text),
      run_at := now() + make_interval(secs => $delay::integer), max_attempts := 14) job`,
});

/** Queues {@link WAKE} for an object, to run in `delay` seconds. */
export const QUEUE_WAKE = statement('demo_bank.queue_wake', {
  params: { account: types.text, kind: types.text, ref: types.text, delay: types.integer },
  row: { job: types.text },
  text: `
    SELECT job.id::text AS job FROM graphile_worker.add_job('${WAKE}',
      json_build_object('account', $account::text, 'kind', $kind::text, 'ref', $ref::text),
      run_at := now() + make_interval(secs => $delay::integer), max_attempts := 14) job`,
});
