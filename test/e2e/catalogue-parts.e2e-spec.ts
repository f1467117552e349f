import { fanclubPart, format as f, InCatalogue, memberPart } from '#platform/catalogue';
import { Customer } from '#domains/accounts/customer.entity';
import { Plan } from '#domains/plans/plan.entity';
import { DOMAINS } from '../../src/domains';
import { Catalogue } from '../../src/tools/catalogue';
import { catalogueDatabase } from '../support/catalogue-database';
import { catalogueOf, fanclubWith, type JsonObject } from '../support/catalogues';

const database = catalogueDatabase();

class Motto {
  id!: number;
}

/** The objects that the parts below received. */
let loaded: unknown[];

const mottos = fanclubPart({
  fields: {
    a_mottos: f.optional(f.keyed(f.object('Motto', { name: f.label(), plan: f.ref('a plan') }), 'name')),
  },
  refersTo: { plans: Plan },
  targets: {
    mottos: { entity: Motto, noun: 'motto', stored: () => Promise.resolve([{ id: 7, names: ['old'] }]) },
  },
  async load(_, { path, targets }, { a_mottos = [] }) {
    a_mottos.forEach(({ name, plan }, n) => {
      const planId = targets.plans.resolve(plan, `${path}.a_mottos[${n}].plan`);
      loaded.push({ name, planId });
      targets.mottos.add([{ id: n + 1, names: [name] }]);
    });
  },
  async export(_, { targets }) {
    return { a_mottos: [{ name: 'Onwards', plan: targets.plans.refer(12) }] };
  },
});

const favourites = memberPart({
  of: Customer,
  fields: { motto: f.orNull(f.ref('a motto')) },
  refersTo: { mottos: Motto },
  async load(_, { targets }, customers) {
    for (const { path, part, values } of customers) {
      loaded.push({ email: values.email, motto: targets.mottos.resolve(part.motto, `${path}.motto`) });
    }
  },
  async export(_, { targets }) {
    return () => ({ motto: targets.mottos.refer(7) });
  },
});

@InCatalogue(mottos, favourites)
class MottosModule {}

const catalogue = new Catalogue([MottosModule, ...DOMAINS]);

const file = (fields: JsonObject): JsonObject =>
  catalogueOf(fanclubWith({ plans: [{ id: 12, name: 'Gold', price: '10.00' }], ...fields }));

describe('a new part of the catalogue', () => {
  beforeEach(() => {
    loaded = [];
  });

  it('is loaded after the parts that it refers to, and can be referred to', async () => {
    await database.load(
      file({
        a_mottos: [{ name: 'Onwards', plan: 'Gold' }],
        customers: [
          { email: 'ada@example.com', motto: 'Onwards' },
          { email: 'bob@example.com', motto: 'old' },
        ],
      }),
      { catalogue },
    );
    expect(loaded).toEqual([
      { name: 'Onwards', planId: 12 },
      { email: 'ada@example.com', motto: 1 },
      { email: 'bob@example.com', motto: 7 },
    ]);
  });

  it('gets the same checks of format and references as all others', async () => {
    const fields = {
      a_mottos: [{ name: 'Onwards', plan: 'Silver' }],
      customers: [{ email: 'ada@example.com', motto: 'Upwards' }],
    };
    expect(await database.refusals(file(fields), { catalogue })).toEqual([
      'organizations[0].fanclubs[0].a_mottos[0].plan: no plan of this fan club is called "Silver"',
      'organizations[0].fanclubs[0].customers[0].motto: no motto of this fan club is called "Upwards"',
    ]);
    expect(await database.refusals(file({ a_mottos: [{ name: 'Onwards' }] }), { catalogue })).toEqual([
      'organizations[0].fanclubs[0].a_mottos[0].plan: is missing',
    ]);
  });

  it('is an unknown field if its module is not among the domains', async () => {
    expect(await database.refusals(file({ a_mottos: [] }))).toEqual([
      'organizations[0].fanclubs[0].a_mottos: is not a known field',
    ]);
  });
});
