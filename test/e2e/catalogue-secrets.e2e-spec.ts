import { createHash } from 'node:crypto';
import { CATALOGUE_HASH } from '#samples';
import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, fullCatalogue, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

const clubOf = (...customers: JsonObject[]): JsonObject => catalogueOf(fanclubWith({ customers }));

describe('secrets of a catalogue', () => {
  it('are never stored in clear', async () => {
    const catalogue = clubOf({ email: 'a@example.com', password: 'correct horse' });
    await database.load(fullCatalogue());
    await database.load(catalogue);
    for (const { tableName } of database.dataSource.entityMetadatas) {
      const text = JSON.stringify(await database.rows(`SELECT t::text FROM "${tableName}" t`));
      for (const secret of ['correct horse', 'shh', 'org-key']) expect(text).not.toContain(secret);
    }
  });

  it('are stored as hashes (passwords, organization keys) or sealed (app secrets)', async () => {
    await database.load(fullCatalogue());
    await database.load(clubOf({ email: 'a@example.com', password: 'correct horse' }));
    const hash = await database.value(`SELECT password_hash FROM customers WHERE email = 'a@example.com'`);
    await expect(database.passwords.verify('correct horse', hash as string, 'test')).resolves.toBe(true);
    expect(await database.value('SELECT password_hash FROM customers WHERE id = 501')).toBe(CATALOGUE_HASH);
    expect(await database.rows('SELECT key_hash, prefix FROM organization_api_keys')).toEqual([
      { key_hash: createHash('sha256').update('org-key').digest(), prefix: 'org' },
    ]);
    const sealed = await database.value('SELECT app_secret_sealed FROM login_providers');
    expect(database.sealer.open(sealed as string)).toBe('shh');
  });

  it('are written again only when they change', async () => {
    await database.load(clubOf({ email: 'a@example.com', password: 'correct horse' }));
    const before = await database.checksums();
    await database.load(clubOf({ email: 'a@example.com', password: 'correct horse' }));
    expect(await database.checksums()).toEqual(before);
    await database.load(clubOf({ email: 'a@example.com', password: 'battery staple' }));
    const hash = await database.value('SELECT password_hash FROM customers');
    await expect(database.passwords.verify('battery staple', hash as string, 'test')).resolves.toBe(true);
  });

  it('end the sessions of an old password and of the blacklisted, and no others', async () => {
    const bad = { email: 'd@example.com', blacklisted: true };
    await database.load(
      clubOf(
        { id: 1, email: 'a@example.com', password: 'one' },
        { id: 2, email: 'b@example.com', password: 'two' },
        { id: 3, email: 'c@example.com' },
        { id: 4, ...bad },
      ),
    );
    await database.rows(
      `INSERT INTO sessions (fanclub_id, customer_id, token_hash, expires_at, last_seen_at)
       SELECT fanclub_id, id, sha256(email::bytea), now() + interval '1 day', now() FROM customers`,
    );
    await database.load(
      clubOf(
        { id: 1, email: 'a@example.com', password: 'new' },
        { id: 2, email: 'b@example.com', password: 'two' },
        { id: 3, email: 'c@example.com', blacklisted: true },
        { id: 4, ...bad },
      ),
    );
    const ended = 'SELECT customer_id FROM sessions WHERE revoked_at IS NOT NULL ORDER BY customer_id';
    expect(await database.rows(ended)).toEqual([{ customer_id: 1 }, { customer_id: 3 }]);
  });

  it('stay revoked once they have been revoked', async () => {
    await database.load(fullCatalogue());
    await database.rows(`UPDATE organization_api_keys SET revoked_at = now()`);
    await database.rows(`UPDATE fanclub_keys SET revoked_at = now() WHERE NOT main`);
    await database.load(fullCatalogue());
    expect(await database.value('SELECT count(*) FROM organization_api_keys WHERE revoked_at IS NULL')).toBe(
      0,
    );
    expect(await database.rows('SELECT key FROM fanclub_keys WHERE revoked_at IS NULL')).toEqual([
      { key: 'engines-key' },
    ]);
  });
});

describe('the confirmation of an address', () => {
  it('keeps its time while the file contains true, and is removed when the file contains false', async () => {
    await database.load(clubOf({ email: 'a@example.com' }));
    const confirmed = await database.value('SELECT confirmed_at FROM customers');
    await database.load(clubOf({ email: 'a@example.com', confirmed: true }));
    expect(await database.value('SELECT confirmed_at FROM customers')).toEqual(confirmed);
    await database.load(clubOf({ email: 'a@example.com', confirmed: false }));
    expect(await database.value('SELECT confirmed_at FROM customers')).toBeNull();
    await database.load(clubOf({ email: 'a@example.com' }));
    expect(await database.value('SELECT confirmed_at FROM customers')).toBeNull();
  });
});
