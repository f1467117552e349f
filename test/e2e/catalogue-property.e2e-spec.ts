import fc from 'fast-check';
import { catalogueDatabase } from '../support/catalogue-database';
import { CATALOGUE_HASH } from '#samples';
import { catalogueOf, fanclubWith, type JsonObject } from '../support/catalogues';
import { emptyTables } from '../support/empty-tables';

const database = catalogueDatabase();

const PLANS = ['Gold', 'Silver', 'Bronze'];

const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((made) => made.replaceAll('\0', ''));
const amount = fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
const planName = fc.constantFrom(...PLANS);

/** An object with any subset of the fields. */
function maybe(fields: Record<string, fc.Arbitrary<JsonObject[string]>>): fc.Arbitrary<JsonObject> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
}

function numbered<T extends JsonObject>(
  item: fc.Arbitrary<T>,
  field: string,
  name: (n: number) => string,
): fc.Arbitrary<JsonObject[]> {
  return fc
    .array(fc.tuple(item, fc.boolean()), { maxLength: 4 })
    .map((items) =>
      items.map(([made, hasId], n) => ({ ...made, [field]: name(n), ...(hasId && { id: 100 + n }) })),
    );
}

const plans = fc
  .array(
    maybe({
      description: text,
      duration: fc.option(fc.integer({ min: 1, max: 36 })),
      trial: fc.boolean(),
      tags: fc.array(fc.constantFrom('a', 'b"', 'c,{}'), { maxLength: 3 }),
      renewal_cap: fc.option(fc.nat({ max: 5 })),
    }),
    { minLength: 3, maxLength: 3 },
  )
  .chain((made) =>
    fc
      .tuple(...made.map(() => amount))
      .map((prices) => made.map((plan, n) => ({ ...plan, name: PLANS[n], price: prices[n] }))),
  );

const order = fc.record({
  plan: planName,
  created_at: instant,
  totals: fc.option(fc.record({ shipping: amount, discount: amount, subtotal: amount, total: amount })),
});

const customer = maybe({
  password_hash: fc.constant(CATALOGUE_HASH),
  first_name: fc.option(text),
  birthdate: fc.option(instant.map((made) => made.slice(0, 10))),
  confirmed: fc.boolean(),
  lists_opt_in: fc.boolean(),
  locked_plan: fc.option(planName),
  email_aliases: fc.uniqueArray(fc.constantFrom('x@a.example', 'Y@a.example', 'z@a.example')),
  subscriptions: fc.uniqueArray(fc.record({ plan: planName, start_date: instant }), {
    selector: (subscription) => `${subscription.plan} ${subscription.start_date}`,
    maxLength: 3,
  }),
  orders: fc.uniqueArray(order, { selector: (made) => `${made.plan} ${made.created_at}`, maxLength: 3 }),
});

const contact = maybe({
  first_name: text,
  confirmed: fc.boolean(),
  custom_fields: fc.dictionary(
    text,
    fc.oneof(text, fc.double({ noDefaultInfinity: true, noNaN: true }), fc.boolean()),
    {
      maxKeys: 3,
    },
  ),
});

const benefit = fc.record({ details: fc.option(text), plans: fc.uniqueArray(planName) });

const fanclub: fc.Arbitrary<JsonObject> = fc.record({
  plans,
  benefits: numbered(benefit, 'summary', (n) => `Benefit ${n}`),
  customers: numbered(customer, 'email', (n) => `Fan${n}@example.com`),
  contacts: fc
    .array(contact, { maxLength: 3 })
    .map((made) => made.map((fields, n) => ({ ...fields, email: `visitor${n}@example.com` }))),
});

/** A fan club with every field. */
interface Whole {
  plans: { tags: string[] }[];
  benefits: { plans: string[] }[];
}

/** The paths of the lists that lose an entry in one of the imports, in the order of loading. */
function shorter(first: Whole, last: Whole): string[] {
  const loses = (list: string[], next: string[]) =>
    list.length > next.length || list.some((one) => !next.includes(one));
  const path = 'organizations[0].fanclubs[0]';
  const tags = first.plans.flatMap((plan, n) =>
    loses(plan.tags, last.plans[n].tags) ? [`${path}.plans[${n}].tags`] : [],
  );
  const pairs = first.benefits.flatMap((made, n) =>
    loses(made.plans, last.benefits[n].plans) ? [`${path}.benefits[${n}].plans`] : [],
  );
  return [...tags, ...pairs];
}

/** Milliseconds to load dozens of catalogues on a loaded machine. */
const PATIENCE = 180_000;

describe('any valid catalogue', () => {
  it(
    'can be loaded, and loaded again without a change, with its fields in any order',
    async () => {
      await fc.assert(
        fc.asyncProperty(fanclub, async (fields) => {
          await emptyTables(database.dataSource);
          expect(await database.refusals(catalogueOf(fanclubWith(fields)))).toEqual([]);
          const before = await database.checksums();
          expect(await database.value('SELECT count(*) FROM customers')).toBe(
            (fields.customers as unknown[]).length,
          );
          const turned = Object.fromEntries(Object.entries(fanclubWith(fields)).reverse());
          await database.load(catalogueOf(turned));
          expect(await database.checksums()).toEqual(before);
        }),
        { numRuns: 40 },
      );
    },
    PATIENCE,
  );

  it(
    'leads to the same state after any earlier catalogue',
    async () => {
      const state = async (): Promise<unknown> => {
        const plansNow = await database.rows(
          `SELECT name, price, description, duration, trial, tags, renewal_cap FROM plans ORDER BY name`,
        );
        const pairs = await database.rows(
          `SELECT b.summary, b.details, p.name FROM benefits b JOIN benefit_plans USING (fanclub_id)
         JOIN plans p ON p.id = plan_id WHERE benefit_id = b.id ORDER BY 1, 3`,
        );
        return { plansNow, pairs };
      };
      /** The last catalogue sets every field, so no value of an earlier one remains. */
      const whole = fc
        .tuple(plans, fc.array(benefit, { minLength: 2, maxLength: 2 }))
        .map(([made, benefits]) => ({
          plans: made.map((plan) => ({
            description: null,
            duration: null,
            trial: false,
            tags: [],
            renewal_cap: null,
            ...plan,
          })),
          benefits: benefits.map((fields, n) => ({ ...fields, summary: `Benefit ${n}` })),
        }));
      await fc.assert(
        fc.asyncProperty(whole, whole, async (first, last) => {
          await emptyTables(database.dataSource);
          await database.load(catalogueOf(fanclubWith(last)));
          const expected = await state();
          await emptyTables(database.dataSource);
          await database.load(catalogueOf(fanclubWith(first)));
          const before = await database.checksums();
          const refused = await database.disallowed(catalogueOf(fanclubWith(last)));
          expect(refused).toEqual(shorter(first as never, last as never));
          if (refused.length > 0) expect(await database.checksums()).toEqual(before);
          await database.load(catalogueOf(fanclubWith(last)), { allowRemovals: true });
          expect(await state()).toEqual(expected);
          expect(await database.disallowed(catalogueOf(fanclubWith(last)))).toEqual([]);
        }),
        { numRuns: 15 },
      );
    },
    PATIENCE,
  );
});
