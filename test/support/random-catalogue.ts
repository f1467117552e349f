import fc from 'fast-check';
import { CATALOGUE } from '../../src/tools/catalogue';
import { CATALOGUE_HASH } from '../samples/constants';
import { catalogueOf, type Json, type JsonObject } from './catalogues';

interface Schema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

const DEFINITIONS = CATALOGUE.schema().$defs as Readonly<Record<string, Schema>>;

/** The objects that others refer to: the fan club's list of them, and the fields that refer to them. */
const REFERRED: readonly (readonly [kind: string, list: string, fields: readonly string[]])[] = [
  ['Plan', 'plans', ['plan', 'plans', 'locked_plan', 'renews_into', 'converts_into']],
  ['SalesPeriod', 'sales_periods', ['sales_period']],
  ['Affiliate', 'affiliates', ['affiliate']],
  ['ItemType', 'item_types', ['item_type']],
  ['PresalePool', 'presale_pools', ['presale_pool']],
  ['Event', 'events', ['event']],
  ['Contest', 'contests', ['contest']],
];

const OPTIONS = ['S', 'M/L'];

/**
 * Generates a fan club from the JSON Schema of the format: any subset of the fields, with any valid values. So a new field is
 * generated, too. Rules that the schema cannot express are in {@link Generator.special}.
 */
class Generator {
  private count = 0;
  /** The names of the objects that others refer to, by the list of these objects. */
  private readonly names = new Map<string, string[]>();

  /** @param value draws random values; null: every field, with a value other than its default */
  constructor(private readonly value: fc.GeneratorValue | null) {
    for (const [kind, list] of REFERRED) {
      const size = this.number(kind === 'Plan' ? 1 : 0, 3);
      this.names.set(
        list,
        Array.from({ length: size }, (_, n) => `${this.one(['ä', '"', 'Z'])} ${kind} ${n}`),
      );
    }
  }

  /** A fan club. Every list that others refer to is given. */
  club(): JsonObject {
    const lists = REFERRED.map(([, list]) => [list, this.referredList(`Fanclub.${list}`) ?? []]);
    return this.object('Fanclub', Object.fromEntries(lists) as JsonObject);
  }

  /** An object of the format with these fields, and any others. */
  object(definition: string, given: JsonObject = {}): JsonObject {
    const { properties = {}, required = [] } = DEFINITIONS[definition];
    const made: JsonObject = { ...given };
    for (const [field, schema] of Object.entries(properties)) {
      if (field in given || (!required.includes(field) && !this.flag())) continue;
      const special = this.special(`${definition}.${field}`, made);
      const value = special === undefined ? this.any(schema, field) : special;
      if (value !== OMITTED) made[field] = value;
    }
    return made;
  }

  /** The value of a field with rules that the schema does not have; undefined for any other field. */
  private special(place: string, made: JsonObject): Json | typeof OMITTED | undefined {
    switch (place) {
      case 'Fanclub.authentications':
        return this.some(['social', 'forum']).map((name) => this.object('LoginProvider', { name }));
      case 'Plan.renews_into':
      case 'Plan.converts_into':
        return this.all('plans').find((name) => name !== made.name) ?? null;
      case 'Plan.upgrades':
        return this.some(this.all('plans').filter((name) => name !== made.name)).map((to) =>
          this.object('Upgrade', { to }),
        );
      // The two are given together.
      case 'PresalePool.limit_group':
        return OMITTED;
      case 'PresalePool.limit_codes':
        made.limit_group = `Tour ${this.next()}`;
        return this.number(1, 5);
      case 'ItemType.options':
        return OPTIONS.map((name) => this.object('ItemOption', { name }));
      case 'Customer.email':
        return this.value && made.id !== undefined && this.flag() ? null : `Fan.${this.next()}@example.com`;
      case 'Customer.password':
        return OMITTED;
      case 'Customer.registered':
        return made.email === null ? false : undefined;
      case 'Customer.confirmed_at':
      case 'Contact.confirmed_at':
        return made.confirmed === false ? OMITTED : undefined;
      case 'Customer.authentications':
        return this.some(['social', 'forum']).map((name) =>
          this.object('CustomerAuthentication', { name, uid: `uid ${this.next()}` }),
        );
      case 'Customer.affiliate_codes':
        return this.some(this.all('affiliates')).map((affiliate) =>
          this.object('AffiliateCodes', { affiliate }),
        );
      case 'Customer.contest_entries':
        return this.some(this.all('contests')).map((contest) => this.object('ContestEntry', { contest }));
      case 'Customer.options':
        return this.some(this.all('item_types')).map((type) => `${type}/${this.one(OPTIONS)}`);
      case 'Customer.orders': {
        const orders = this.list(3, () => this.object('Order'));
        // A customer has one unpaid order of a plan.
        for (const order of orders.slice(1)) if (!order.paid_at) order.checkout_reference = null;
        return orders;
      }
      case 'Customer.queued_subscriptions': {
        const own = ((made.subscriptions ?? []) as JsonObject[]).flatMap(({ id }) => (id ? [id] : []));
        return this.list(2, () =>
          this.object('QueuedSubscription', { subscription: own.length > 0 ? this.one(own) : null }),
        );
      }
      default:
        return undefined;
    }
  }

  /** The list of objects that others refer to; undefined for other fields. */
  private referredList(place: string): Json | undefined {
    const [kind, list] = REFERRED.find(([, field]) => place === `Fanclub.${field}`) ?? [];
    if (kind === undefined || list === undefined) return undefined;
    const key = kind === 'Event' ? 'title' : 'name';
    return this.all(list).map((name) => this.object(kind, { [key]: name }));
  }

  private any(schema: Schema, field: string): Json {
    const isNullable = schema.anyOf?.some(({ type }) => type === 'null') ?? schema.type?.includes('null');
    if (isNullable && this.value && this.flag()) return null;
    const { $ref, ...rest } = schema.anyOf?.[0] ?? schema;
    const definition = $ref?.replace('#/$defs/', '');
    if (definition === 'Reference') return this.reference(field);
    if (definition !== undefined) return this.object(definition);
    if (rest.enum) return this.one(rest.enum);
    const [type] = [rest.type].flat();
    switch (type) {
      case 'boolean':
        return this.value ? this.flag() : schema.default !== true;
      case 'integer':
        return field === 'id'
          ? 1_000_000 - this.next()
          : this.number(rest.minimum ?? 0, Math.min(rest.maximum ?? 100, 100));
      case 'array':
        return this.array(rest, field);
      case 'object':
        return this.value?.(() => CUSTOM_FIELDS) ?? { city: 'Oslo' };
      default:
        return this.text(rest, field);
    }
  }

  private array({ items = {}, maxItems = 3 }: Schema, field: string): Json[] {
    if (items.$ref === '#/$defs/Reference') return this.some(this.all(listOf(field)));
    return this.list(Math.min(3, maxItems), () => this.any(items, field));
  }

  /** A reference; null if the fan club has no such object. The format allows null wherever this can happen. */
  private reference(field: string): Json {
    const names = this.all(listOf(field));
    return names.length > 0 ? this.one(names) : null;
  }

  private text({ pattern = '', minLength = 0, default: usual }: Schema, field: string): string {
    if (pattern.startsWith('^\\d{4}-\\d\\d-\\d\\dT')) return this.instant(field);
    const make = TEXTS[pattern];
    if (!make) throw new Error(`No rule for ${field} with the pattern ${pattern}`);
    if (pattern !== '') {
      const text = make(this.next());
      // Only amounts have a text that is written in more than one way.
      const isUsual = typeof usual === 'string' && Number(text) === Number(usual);
      return isUsual ? make(this.next()) : text;
    }
    if (field === 'time_zone') return this.one(['UTC', 'Asia/Kathmandu', 'America/Los_Angeles']);
    const text = this.value?.(() => fc.string({ unit: 'binary', maxLength: 12, minLength }));
    return text?.replaceAll('\0', 'x') ?? `text ${this.next()}`;
  }

  /** Starts are before ends, and ends before extensions. */
  private instant(field: string): string {
    const [from, to] = /^(start|opens)|_start$/.test(field)
      ? [2000, 2010]
      : /extended/.test(field)
        ? [2030, 2040]
        : [2010, 2030];
    const range = { min: new Date(`${from}-01-01`), max: new Date(`${to}-01-01`), noInvalidDate: true };
    const drawn = this.value?.(() => fc.date(range));
    return (drawn ?? new Date(range.min.getTime() + this.next())).toISOString();
  }

  private all(list: string): readonly string[] {
    return this.names.get(list) ?? [];
  }

  private flag(): boolean {
    return this.value?.(fc.boolean) ?? true;
  }

  private number(min: number, max: number): number {
    return this.value?.(() => fc.integer({ min, max })) ?? max;
  }

  private one<T>(all: readonly T[]): T {
    return all[this.number(0, all.length - 1)];
  }

  private some<T>(all: readonly T[]): T[] {
    return all.filter(() => this.flag());
  }

  private list<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.number(0, max) }, make);
  }

  private next(): number {
    return (this.count += 1);
  }
}

const OMITTED = Symbol('omitted');

const CUSTOM_FIELDS = fc.dictionary(
  fc.string({ maxLength: 5 }),
  fc.oneof(fc.string(), fc.double({ noDefaultInfinity: true, noNaN: true }), fc.boolean(), fc.constant(null)),
  { maxKeys: 3 },
);

/** Texts for the patterns of the schema, each different for another number. */
const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  '': () => '',
  '^\\S(.*\\S)?$': (n) => `{"é"} ${n}`,
  '^\\d{4}-\\d\\d-\\d\\d$': (n) => `${1950 + (n % 100)}-02-28`,
  '^(0|[1-9]\\d{0,9})(\\.\\d{1,2})?$': (n) => ['0', `${n}.5`, `${n}.05`, `${n}00`][n % 4],
  '^(0|[1-9]\\d?)(\\.\\d{1,2})?$': (n) => `${n % 100}.50`,
  '^[A-Z]{2}$': (n) => ['SE', 'NO', 'DE'][n % 3],
  '^[A-Z]{3}$': (n) => ['SEK', 'NOK', 'EUR'][n % 3],
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': (n) => `Someone.${n}@example.com`,
  '^[!-~]{1,128}$': (n) => `key-${n}`,
  '^[a-z][a-z0-9_]*$': (n) => `provider_${n}`,
  '^#[0-9a-fA-F]{6}$': (n) => `#00aa${10 + (n % 90)}`,
  '^https?:\\/\\/[^\\s/]\\S*$': (n) => `http://site${n}.example/a?b=${n}`,
  '^https:\\/\\/[^\\s/]\\S*$': (n) => `https://site${n}.example/logo.svg`,
  '^https?:\\/\\/[^\\s/*]+$': (n) => `https://trusted${n}.example`,
  '^\\$(argon2(id|i|d)|2[aby])\\$\\S+$': () => CATALOGUE_HASH,
};

function listOf(field: string): string {
  const found = REFERRED.find(([, , fields]) => fields.includes(field));
  if (!found) throw new Error(`No rule for the references of ${field}`);
  return found[1];
}

/** A catalogue of one fan club with every field. No value is the default of its field. */
export const wholeCatalogue = (): JsonObject => catalogueOf(new Generator(null).club());

/** A catalogue with one fan club; see {@link Generator}. */
export const randomCatalogue: fc.Arbitrary<JsonObject> = fc
  .gen()
  .map((value) => catalogueOf(new Generator(value).club()));
