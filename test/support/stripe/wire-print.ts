import { invalid } from './wire-errors';

/** An object of Stripe with everything expanded. */
type Wire = Readonly<Record<string, unknown>>;

/** The properties that Stripe prints as an id unless a request expands them, by the name of the object. */
const EXPANDABLE: Readonly<Record<string, readonly string[]>> = {
  balance_transaction: ['source'],
  charge: ['customer', 'payment_intent'],
  'checkout.session': ['customer', 'payment_intent', 'setup_intent'],
  dispute: ['charge', 'payment_intent'],
  payment_intent: ['customer', 'latest_charge', 'payment_method'],
  payment_method: ['customer'],
  refund: ['charge', 'payment_intent'],
  setup_intent: ['customer', 'payment_method'],
};

/**
 * An object as Stripe prints it: with ids in the place of objects that were not asked to be expanded.
 * @param expand paths such as `payment_intent.latest_charge`; in a list they begin with `data.`
 * @throws WireError for a property that cannot be expanded
 */
export function printed(object: object, expand: readonly string[]): object {
  const wire = object as Wire;
  const paths = expand.map((path) => path.split('.'));
  const further = (name: string): string[] =>
    paths
      .filter(([first, ...rest]) => first === name && rest.length > 0)
      .map(([, ...rest]) => rest.join('.'));
  if (wire.object === 'list') {
    if (paths.some(([first]) => first !== 'data')) throw cannotExpand(expand[0]);
    return { ...wire, data: (wire.data as object[]).map((one) => printed(one, further('data'))) };
  }
  const names = EXPANDABLE[wire.object as string] ?? [];
  const isAsked = (name: string): boolean => paths.some(([first]) => first === name);
  for (const [first] of paths)
    if (!names.includes(first) || typeof wire[first] === 'string') throw cannotExpand(first);
  const entries = Object.entries(wire).map(([name, value]) => {
    if (!isObject(value)) return [name, value];
    if (!names.includes(name)) return [name, printed(value, [])];
    return [name, isAsked(name) ? printed(value, further(name)) : value.id];
  });
  return Object.fromEntries(entries) as object;
}

const isObject = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const cannotExpand = (name: string) => invalid(undefined, `This property cannot be expanded (${name}).`);
