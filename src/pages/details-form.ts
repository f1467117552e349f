import { countries } from '#libs/format';
import { fill } from '#libs/validation';
import type { PublishedPlan } from '#domains/plans';
import { itemTypeKey } from '#domains/plans';
import { type ItemTypeRow, UpdateShippingBody } from '#domains/shipping';
import type { FanclubInfo } from '#platform/access';
import type { FieldSpec, SentForm } from './form.rules';
import { registrationFields } from './registration-form';

type AddressField = Pick<FieldSpec, 'name' | 'label' | 'autocomplete'> & Partial<FieldSpec>;

/** What a buyer still has to enter. */
export interface Lacking {
  readonly account: boolean;
  readonly address: boolean;
}

const NAMES = ['first_name', 'last_name'];

/** The fields of a buyer's details, with the values sent before, except the password. Account and address share the name. */
export function detailsFields(
  fanclub: FanclubInfo,
  { account, address }: Lacking,
  choices: readonly ItemTypeRow[],
  sent: SentForm,
): FieldSpec[] {
  const fields = account ? registrationFields(fanclub, sent) : [];
  const known = fields.map(({ name }) => name);
  const others = address ? addressFields(fanclub, choices, sent) : [];
  return [...fields, ...others.filter(({ name }) => !known.includes(name))];
}

function addressFields(
  { homeCountry }: FanclubInfo,
  choices: readonly ItemTypeRow[],
  sent: SentForm,
): FieldSpec[] {
  const text = (field: AddressField): FieldSpec => ({ type: 'text', value: sent[field.name], ...field });
  return [
    text({ name: 'first_name', label: 'First name', autocomplete: 'given-name' }),
    text({ name: 'last_name', label: 'Last name', autocomplete: 'family-name' }),
    text({ name: 'address', label: 'Address', autocomplete: 'address-line1' }),
    text({
      name: 'address_2',
      label: 'Address, second line (if there is one)',
      autocomplete: 'address-line2',
    }),
    text({ name: 'city', label: 'City', autocomplete: 'address-level2' }),
    text({ name: 'state', label: 'State or region', autocomplete: 'address-level1' }),
    text({ name: 'postal_code', label: 'Postal code', autocomplete: 'postal-code' }),
    {
      ...text({ name: 'country', label: 'Country', autocomplete: 'country', type: 'choice' }),
      value: sent.country ?? homeCountry,
      options: countries().map(({ code, name }) => ({ value: code, label: name })),
    },
    ...choices.map(({ id, name, options }): FieldSpec => ({
      name: itemTypeKey(id),
      label: name,
      type: 'choice',
      autocomplete: 'off',
      value: sent[itemTypeKey(id)] ?? '',
      options: options.map((option) => ({ value: String(option.id), label: option.name })),
    })),
  ];
}

/** The body of POST /account/shipping. A field that was not sent counts as blank, because the page has fields for all. */
export function addressOf(sent: SentForm, choices: readonly ItemTypeRow[]): UpdateShippingBody {
  const { address = '', address_2 = '', city = '', state = '', postal_code = '', country = '' } = sent;
  const [first_name, last_name] = NAMES.map((name) => sent[name] ?? '');
  const chosen = choices.map(({ id }) => [itemTypeKey(id), sent[itemTypeKey(id)] ?? '']);
  return fill(UpdateShippingBody, {
    ...{ first_name, last_name, address, address_2, city, state, postal_code, country },
    ...Object.fromEntries(chosen),
  });
}

/** Why the details are asked for. */
export function detailsLead({ account, address }: Lacking, plan: PublishedPlan): string {
  if (!account) return 'Tell us where to send your package. Then you see the total before you pay.';
  const what = address ? 'who you are and where to send your package' : 'who you are';
  return `Tell us ${what}. Then you see the total of “${plan.name}” before you pay.`;
}
