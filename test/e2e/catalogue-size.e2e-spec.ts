import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportCatalogue } from '../../src/tools/catalogue';
import { writeBigCatalogue } from '../support/big-catalogue';
import { catalogueDatabase } from '../support/catalogue-database';

const database = catalogueDatabase();
const CUSTOMERS = 5_000;
/** About ten times the time on two cores, so that only a lost index or a statement per row exceeds it. */
const SECONDS = 60;

describe('a large catalogue', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-size-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('is loaded in bounded time with progress, and again without a change, and exported in pieces of bounded size', async () => {
    const path = join(folder, 'big.json');
    await writeBigCatalogue(path, CUSTOMERS);
    const started = performance.now();
    const fractions: number[] = [];
    const summary = await database.load(path, { onProgress: ({ fraction }) => fractions.push(fraction) });
    expect((performance.now() - started) / 1000).toBeLessThan(SECONDS);
    expect(summary).toMatchObject({
      customers: { created: CUSTOMERS },
      subscriptions: { created: CUSTOMERS },
      orders: { created: CUSTOMERS },
      shipment_items: { created: 2 * CUSTOMERS },
    });
    expect(fractions.length).toBeGreaterThan(20);
    expect(Math.max(...fractions)).toBe(1);
    const before = await database.checksums();
    await database.load(path);
    expect(await database.checksums()).toEqual(before);

    const { dataSource, sealer, clock } = database;
    const { text } = exportCatalogue('big', { dataSource, sealer, clock, secrets: true, ids: true });
    const lengths: number[] = [];
    for await (const piece of text) lengths.push(piece.length);
    // 500 customers have about 700 kB.
    expect(Math.max(...lengths)).toBeLessThan(2_000_000);
    expect(lengths.length).toBeGreaterThan(CUSTOMERS / 500);
  }, 120_000);
});
