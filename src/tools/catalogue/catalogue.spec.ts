import { fanclubPart, format as f, InCatalogue, memberPart, type Part } from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { DOMAINS } from '../../domains';
import { Catalogue, CATALOGUE } from './catalogue';

class Motto {
  id!: number;
}
class Banner {
  id!: number;
}

const done = (): Promise<void> => Promise.resolve();
const mottos = fanclubPart({
  fields: { a_mottos: f.optional(f.list(f.text())) },
  refersTo: { banners: Banner },
  targets: { mottos: { entity: Motto, noun: 'motto' } },
  load: done,
  export: () => Promise.resolve({ a_mottos: [] }),
});
const aboutBanners = {
  fields: { banners: f.optional(f.list(f.text())) },
  targets: { banners: { entity: Banner, noun: 'banner' } },
  load: done,
  export: () => Promise.resolve({ banners: [] }),
};
const banners = fanclubPart(aboutBanners);

/** A domain with these parts. */
function domain(...parts: Part[]): new () => object {
  @InCatalogue(...parts)
  class SomeModule {}
  return SomeModule;
}

const namesOf = ({ parts }: Catalogue): string[] => parts.flatMap(({ fields }) => Object.keys(fields));

describe('the catalogue', () => {
  it('has the parts of all domains, each after those that it refers to', () => {
    const names = namesOf(CATALOGUE);
    for (const [part, referred] of [
      ['plans', 'sales_periods'],
      ['plans', 'item_types'],
      ['benefits', 'plans'],
      ['events', 'affiliates'],
      ['contests', 'events'],
    ]) {
      expect(names.indexOf(referred)).toBeGreaterThanOrEqual(0);
      expect(names.indexOf(part)).toBeGreaterThan(names.indexOf(referred));
    }
    expect([...CATALOGUE.lists.keys()]).toEqual(['contacts', 'customers']);
  });

  it('loads a new part from the module of its domain, after the parts that it refers to', () => {
    const names = namesOf(new Catalogue([domain(mottos), domain(banners), ...DOMAINS]));
    expect(names.indexOf('a_mottos')).toBeGreaterThan(names.indexOf('banners'));
    expect(names).toEqual(expect.arrayContaining(namesOf(CATALOGUE)));
  });

  it('does not depend on the order of the modules', () => {
    const [forth, back] = [new Catalogue(DOMAINS), new Catalogue([...DOMAINS].reverse())];
    expect(JSON.stringify(back.schema())).toBe(JSON.stringify(forth.schema()));
    expect(namesOf(back)).toEqual(namesOf(forth));
  });

  it('refuses parts that refer to each other in a cycle, and names them', () => {
    const back = fanclubPart({ ...aboutBanners, refersTo: { mottos: Motto } });
    expect(() => new Catalogue([domain(mottos, back)])).toThrow(
      'Parts of the catalogue refer to each other: a_mottos, banners',
    );
  });

  it('refuses a reference to rows that no part provides', () => {
    expect(() => new Catalogue([domain(mottos)])).toThrow('No part of the catalogue provides Banner');
  });

  it('refuses two parts with the same field, of a fan club or of a customer', () => {
    const emails = memberPart({
      of: Customer,
      fields: { email: f.email() },
      load: done,
      export: () => Promise.resolve(() => ({ email: '' })),
    });
    expect(() => new Catalogue([domain(banners), domain(banners)])).toThrow('have a field banners');
    expect(() => new Catalogue([...DOMAINS, domain(emails)])).toThrow('have a field email');
  });

  it('refuses a part of members without a list', () => {
    const orphans = memberPart({
      of: Motto,
      fields: { text: f.text() },
      load: done,
      export: () => Promise.resolve(() => ({ text: '' })),
    });
    expect(() => new Catalogue([domain(orphans)])).toThrow('No list of the catalogue has members of Motto');
  });
});
