import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { importCatalogue, seedDemo } from '../../src/tools/catalogue';
import { catalogueDatabase } from '../support/catalogue-database';
import {
  catalogueOf,
  fanclubWith,
  fullCatalogue,
  fullFanclub,
  NOT_FROM_A_CATALOGUE,
} from '../support/catalogues';

const database = catalogueDatabase();

const PLAN = { name: 'Gold', price: '100.00' };

describe('importing a catalogue', () => {
  it('stores every field of the format', async () => {
    await database.load(fullCatalogue());
    expect(await database.rows('SELECT * FROM fanclubs')).toMatchObject([
      {
        id: 5,
        organization_id: 1,
        plans_url: 'https://fans.example/plans',
        minimum_age: 16,
        forum_integration: true,
        link_saved_card: 'https://fans.example/card',
        link_terms: 'https://fans.example/terms',
        tracking_development: ['UA-0-1'],
        tracking_production: ['UA-1-1', 'UA-1-2'],
      },
    ]);
    expect(await database.rows('SELECT key, main FROM fanclub_keys ORDER BY key')).toEqual([
      { key: 'engines-key', main: true },
      { key: 'engines-old-key', main: false },
    ]);
    expect(await database.rows('SELECT * FROM plans ORDER BY id')).toMatchObject([
      { id: 11, duration: 12, price: '100.00', sales_period_id: 51, renewal_cap: 3, tags: ['renewable'] },
      { id: 12, duration: 1, price: '0.00', sales_period_id: null, trial: true, on_sale: true },
    ]);
    expect(await database.rows('SELECT from_plan_id, to_plan_id, price FROM plan_upgrades')).toEqual([
      { from_plan_id: 12, to_plan_id: 11, price: '80.00' },
    ]);
    expect(
      await database.rows(
        'SELECT name, item_type_id, required, position FROM package_items ORDER BY position',
      ),
    ).toEqual([
      { name: 'T-shirt', item_type_id: 21, required: true, position: 0 },
      { name: 'Poster', item_type_id: 22, required: false, position: 1 },
      { name: 'Card', item_type_id: null, required: true, position: 2 },
    ]);
    expect(await database.rows('SELECT * FROM ticket_links ORDER BY position')).toMatchObject([
      { name: 'Presale', exclusive: true, codes: ['ENGINE'], affiliate_id: 41, host: 'tickets.example' },
      { name: 'General sale', exclusive: false, status: 'Show', codes: [], affiliate_id: null },
    ]);
    expect(await database.rows('SELECT * FROM contests')).toMatchObject([
      { id: 91, event_id: 71, minimum_age: 18, time_zone: 'Europe/London' },
    ]);
    expect(await database.rows('SELECT * FROM customers WHERE id = 501')).toMatchObject([
      {
        email: 'Ada@example.com',
        birthdate: '1990-12-10',
        username: 'ada',
        registered: true,
        invalid_email: true,
        new_email: 'countess@example.com',
        lists_opt_in: true,
        lists_opt_in_source: 'website',
        auto_renewal_enabled: true,
        locked_plan_id: 11,
        renewals: 2,
      },
    ]);
    expect(await database.rows('SELECT * FROM orders')).toMatchObject([
      {
        id: 701,
        shipping: '5.00',
        discount: '10.50',
        subtotal: '100.00',
        total: '94.50',
        created_at: new Date('2025-05-31T10:00:00Z'),
        paid_at: new Date('2025-05-31T10:00:05Z'),
        billing_address: { first_name: 'Ada', address_2: '', country: 'GB' },
      },
    ]);
    expect(await database.rows('SELECT ship_date, position FROM shipments ORDER BY position')).toEqual([
      { ship_date: '2025-06-10', position: 0 },
      { ship_date: null, position: 1 },
    ]);
    expect(await database.rows('SELECT * FROM queued_subscriptions')).toMatchObject([
      { id: 651, subscription_id: 601, updated_at: new Date('2025-06-01T00:00:00Z') },
    ]);
    expect(await database.rows('SELECT * FROM contest_entries')).toMatchObject([
      { contest_id: 91, selected: true, confirmed: true, forfeited: false, first_name: 'Ada' },
    ]);
    expect(await database.rows('SELECT * FROM contacts')).toMatchObject([
      {
        birthdate: '2000-02-29',
        custom_fields: { city: 'Oslo', shows: 3, vip: false, note: null, sizes: ['S', { cut: 'slim' }] },
      },
    ]);
    // Every table that a catalogue can fill is filled.
    const filled = Object.keys(await database.checksums()).sort();
    const all = database.dataSource.entityMetadatas.map(({ tableName }) => tableName).sort();
    const empty = all.filter((table) => table !== 'security_events' && !filled.includes(table));
    expect(empty).toEqual(NOT_FROM_A_CATALOGUE);
  });

  it('fills in defaults for fields that the file omits', async () => {
    const club = fanclubWith({
      site_url: 'https://small.example/',
      time_zone: 'Europe/Paris',
      sales_periods: [{ name: 'Spring', starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-06-01T00:00:00Z' }],
      plans: [
        { ...PLAN, duration: 1, trial: true, sales_period: 'Spring' },
        { name: 'Life', price: '1' },
      ],
      events: [
        {
          title: 'Show',
          start: '2026-05-01T20:00:00+02:00',
          time_zone: 'Europe/Paris',
          venue: { name: 'Hall', country: 'FR' },
          links: [{ name: 'Tickets', url: 'https://shop.example:8443/1' }],
        },
      ],
      contests: [{ name: 'Draw', starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' }],
      customers: [
        {
          email: 'a@example.com',
          subscriptions: [
            { plan: 'Gold', start_date: '2026-01-31T08:00:00Z' },
            { plan: 'Life', start_date: '2026-01-31T08:00:00Z' },
          ],
          contest_entries: [{ contest: 'Draw' }],
        },
      ],
    });
    await database.load(catalogueOf(club));
    expect(await database.rows('SELECT * FROM fanclubs')).toMatchObject([
      { plans_url: 'https://small.example/join', currency: 'USD', home_country: 'US', minimum_age: 13 },
    ]);
    expect(
      await database.rows('SELECT start_date, end_date, trial_membership FROM subscriptions ORDER BY id'),
    ).toEqual([
      {
        start_date: new Date('2026-01-31T08:00:00Z'),
        end_date: new Date('2026-02-28T08:00:00Z'),
        trial_membership: true,
      },
      { start_date: new Date('2026-01-31T08:00:00Z'), end_date: null, trial_membership: false },
    ]);
    expect(await database.value('SELECT count(*) FROM subscriptions WHERE sales_period_id IS NOT NULL')).toBe(
      1,
    );
    expect(await database.rows('SELECT date = start AS same FROM events')).toEqual([{ same: true }]);
    expect(await database.value('SELECT host FROM ticket_links')).toBe('shop.example');
    expect(await database.value('SELECT time_zone FROM contests')).toBe('Europe/Paris');
    expect(await database.value('SELECT entered_at FROM contest_entries')).toEqual(
      new Date('2026-01-01T00:00:00Z'),
    );
    expect(await database.rows('SELECT registered, confirmed_at FROM customers')).toEqual([
      { registered: true, confirmed_at: database.clock.now() },
    ]);
  });

  it('stores a customer without e-mail as the unregistered buyer of a free plan', async () => {
    await database.load(catalogueOf(fanclubWith({ customers: [{ id: 7, email: null }] })));
    expect(await database.rows('SELECT id, email, registered, confirmed_at FROM customers')).toEqual([
      { id: 7, email: null, registered: false, confirmed_at: null },
    ]);
  });

  it('changes nothing when the same file is loaded again', async () => {
    await database.load(fullCatalogue());
    const before = await database.checksums();
    const summary = await database.load(fullCatalogue());
    expect(await database.checksums()).toEqual(before);
    const touched = Object.values(summary).map(
      ({ created, updated, removed }) => created + updated + removed,
    );
    expect(touched.reduce((sum, rows) => sum + rows)).toBe(0);
  });

  it('changes nothing when the demo is loaded again', async () => {
    await database.load('demo/catalogue.json');
    const before = await database.checksums();
    await database.load('demo/catalogue.json');
    expect(await database.checksums()).toEqual(before);
  });

  it('only checks when asked to', async () => {
    const before = await database.checksums();
    await database.load(fullCatalogue(), { dryRun: true });
    expect(await database.checksums()).toEqual(before);
    await database.load(fullCatalogue());
    const loaded = await database.checksums();
    const edited = catalogueOf({ ...fullFanclub(), name: 'Renamed' });
    await database.load(edited, { dryRun: true });
    expect(await database.checksums()).toEqual(loaded);
  });

  it('reads a file, a stream and an object in the same way, and reports its progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-test-'));
    const path = join(folder, 'full.json');
    const text = JSON.stringify(fullCatalogue());
    await writeFile(path, text);
    await database.load(fullCatalogue());
    const before = await database.checksums();
    const progress: string[] = [];
    await database.load(path, {
      onProgress: ({ phase, fraction }) => progress.push(`${phase} ${fraction}`),
    });
    const options = database.options();
    await importCatalogue(Readable.from([text.slice(0, 100), text.slice(100)]), options);
    expect(await database.checksums()).toEqual(before);
    expect(new Set(progress)).toEqual(new Set(['checking 1', 'loading 1']));
    await rm(folder, { recursive: true });
  });

  it('refuses a stream that is not JSON', async () => {
    const options = database.options();
    await expect(importCatalogue(Readable.from(['{"version": 1,']), options)).rejects.toThrow(
      'The file is not valid JSON',
    );
  });

  it('seeds the demo, moved to the present day, only into an empty database', async () => {
    database.clock.set('2026-03-02T09:00:00Z');
    const options = database.options();
    expect(await seedDemo(options)).toMatchObject({ fanclubs: { created: 2 } });
    // The demo has an event today, on any day.
    const today = `SELECT count(*) FROM events WHERE (start AT TIME ZONE time_zone)::date = '2026-03-02'`;
    expect(await database.value(today)).toBeGreaterThan(0);
    const before = await database.checksums();
    expect(await seedDemo(options)).toBeNull();
    expect(await database.checksums()).toEqual(before);
  });
});
