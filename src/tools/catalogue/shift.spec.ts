import { copy, fullCatalogue, type Json, type JsonObject } from '../../../test/support/catalogues';
import { checkFormat } from './check';
import { daysSinceAnchor, shiftCatalogue } from './shift';
import { ObjectSource } from './source';

function texts(json: Json, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  if (typeof json === 'string') found.set(path, json);
  else if (typeof json === 'object' && json !== null) {
    for (const [key, value] of Object.entries(json)) {
      for (const entry of texts(value, `${path}.${key}`)) found.set(...entry);
    }
  }
  return found;
}

describe('shiftCatalogue', () => {
  const shifted = texts(shiftCatalogue(fullCatalogue(), 31) as JsonObject);
  const place = (path: string): string | undefined => shifted.get(`.organizations.0.fanclubs.0.${path}`);

  it('moves instants by whole days, and keeps their time of day and offset', () => {
    expect(place('events.0.start')).toBe('2025-10-02T19:00:00-07:00');
    expect(place('sales_periods.0.extended_until')).toBe('2026-03-04T00:00:00Z');
    expect(place('customers.0.subscriptions.0.start_date')).toBe('2025-07-02T00:00:00Z');
  });

  it('moves dates except birthdates', () => {
    expect(place('customers.0.orders.0.shipments.0.ship_date')).toBe('2025-07-11');
    expect(place('customers.0.birthdate')).toBe('1990-12-10');
    expect(place('contacts.0.birthdate')).toBe('2000-02-29');
  });

  it('changes no other text', () => {
    for (const [path, text] of texts(fullCatalogue())) {
      const isMoved = /^\d{4}-\d\d-\d\d/.test(text) && !path.endsWith('birthdate');
      if (!isMoved) expect(shifted.get(path)).toBe(text);
      else expect(shifted.get(path)).not.toBe(text);
    }
  });

  it('is undone by the opposite shift, and does not change its argument', () => {
    const catalogue = fullCatalogue();
    const before = copy(catalogue);
    expect(shiftCatalogue(shiftCatalogue(catalogue, 400), -400)).toEqual(before);
    expect(catalogue).toEqual(before);
  });

  it('returns a valid catalogue', async () => {
    const { readContext } = await checkFormat(
      new ObjectSource(shiftCatalogue(fullCatalogue(), 10_000), ['customers', 'contacts']),
    );
    expect(readContext.faults.found).toEqual([]);
  });

  it('keeps malformed values', () => {
    const broken = {
      version: 1,
      organizations: [{ fanclubs: [{ events: [{ start: 'soon' }], customers: 7 }] }],
    };
    expect(shiftCatalogue(broken, 1)).toEqual(broken);
    expect(shiftCatalogue('text', 1)).toBe('text');
  });
});

describe('daysSinceAnchor', () => {
  it.each([
    ['2026-01-01T00:00:00Z', 0],
    ['2026-01-01T23:59:59Z', 0],
    ['2026-03-01T12:00:00Z', 59],
    ['2025-12-31T23:59:59Z', -1],
  ])('of %s is %d', (now, days) => {
    expect(daysSinceAnchor(new Date(now))).toBe(days);
  });
});
