import type { QueryRunner } from 'typeorm';
import { schemaOf } from './schema-of';

/** A message that a change of a row writes. */
export interface WebhookTrigger {
  readonly table: string;
  /** The type of the message: `member.created`. */
  readonly type: string;
  /** `INSERT`, `UPDATE OF email`, `INSERT OR UPDATE OF paid_at`, `DELETE`. */
  readonly on: string;
  /** When the message is written, in SQL over OLD and NEW; OLD is only there after an update alone. */
  readonly when?: string;
  /** A further condition, which may read tables as `{schema}.orders`. `r` is the row. */
  readonly unless?: string;
  /** SQL over the row `r`: whose data an erasure removes with the message. Default: nobody's. */
  readonly customer?: string;
  readonly contact?: string;
  /** When it happened, in SQL over `r`. Default: `r.updated_at`. */
  readonly at?: string;
  /** The body's `data`, as arguments of `jsonb_build_object`. */
  readonly data: string;
  /** Personal data, as the same. */
  readonly personal?: string;
  /** At the end of the transaction, with the row as it is then. */
  readonly deferred?: true;
}

/** The id, name and period of a plan, as messages show them. */
export const planOf = (id: string): string =>
  `(SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM {schema}.plans p WHERE p.fanclub_id = r.fanclub_id AND p.id = ${id})`;

const nameOf = ({ table, type, on }: WebhookTrigger): string =>
  `webhook_${table}_${type.replace('.', '_')}${on === 'DELETE' ? '_deleted' : ''}`;

/** Creates a trigger that writes a message in the transaction of the change, if the fan club has an endpoint for its type. */
export async function writeWebhook(db: QueryRunner, trigger: WebhookTrigger): Promise<void> {
  const schema = await schemaOf(db);
  const { table, type, on, when, unless, customer = 'NULL', contact = 'NULL', at = 'r.updated_at' } = trigger;
  const name = nameOf(trigger);
  const row = on === 'DELETE' ? 'OLD' : 'NEW';
  const again = trigger.deferred
    ? `SELECT * INTO r FROM {schema}.${table} t WHERE t.id = NEW.id; IF NOT FOUND THEN RETURN NULL; END IF;`
    : '';
  const body = `
    DECLARE r {schema}.${table} := ${row};
    BEGIN
      IF NOT {schema}.wants_webhook(r.fanclub_id, '${type}') THEN RETURN NULL; END IF;
      ${again}
      ${unless ? `IF ${unless} THEN RETURN NULL; END IF;` : ''}
      PERFORM {schema}.write_webhook(r.fanclub_id, '${type}', ${at}, ${customer}, ${contact}, NULL,
        jsonb_build_object(${trigger.data}), ${trigger.personal ? `jsonb_build_object(${trigger.personal})` : 'NULL'});
      RETURN NULL;
    END`.replaceAll('{schema}', schema);
  await db.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$`);
  const [constraint, timing] = trigger.deferred ? ['CONSTRAINT', 'DEFERRABLE INITIALLY DEFERRED'] : ['', ''];
  await db.query(`
    CREATE ${constraint} TRIGGER tr_${name} AFTER ${on} ON ${table} ${timing}
    FOR EACH ROW ${when ? `WHEN (${when})` : ''} EXECUTE FUNCTION ${name}()`);
}

/** Drops what {@link writeWebhook} has created. */
export async function dropWebhook(db: QueryRunner, trigger: WebhookTrigger): Promise<void> {
  await db.query(`DROP TRIGGER tr_${nameOf(trigger)} ON ${trigger.table}`);
  await db.query(`DROP FUNCTION ${nameOf(trigger)}()`);
}
