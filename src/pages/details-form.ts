import { countries } from '#libs/format';
import { fill } from '#libs/validation';
import type { Lacking } from '#domains/checkout';
import { itemTypeKey, type PublishedPlan } from '#domains/plans';
import { type Parcel, type ParcelChoice, UpdateShippingBody } from '#domains/shipping';
import type { FanclubInfo } from '#platform/access';
import type { FieldSpec, SentForm } from './form.rules';
import { registrationFields } from './registration-form';

type AddressField = Pick<FieldSpec, 'name' | 'label' | 'autocomplete'> & Partial<FieldSpec>;

const NAMES = ['first_name', 'last_name'];
const ADDRESS = [...NAMES, 'address', 'address_2', 'city', 'state', 'postal_code', 'country'];

/** All that a buyer with an address can change. */
export const PARCEL: Lacking = { account: false, address: true, options: [] };

/** All that somebody enters who only signs up. */
export const ACCOUNT: Lacking = { account: true, address: false, options: [] };

/** The options to choose: all of the package with the address; later only those that are missing. */
export function choicesToMake(
  { address, options }: Lacking,
  choices: readonly ParcelChoice[],
): readonly ParcelChoice[] {
  return address ? choices : choices.filter(({ id }) => options.includes(id));
}

/** Whether a buyer has to enter something first. */
export const isLacking = ({ account, address, options }: Lacking): boolean =>
  account || address || options.length > 0;

/** The fields of a buyer's details, with the values sent before, except the password. Account and address share the name. */
export function detailsFields(
  fanclub: FanclubInfo,
  lacks: Lacking,
  choices: readonly ParcelChoice[],
  sent: SentForm,
): FieldSpec[] {
  const fields = lacks.account ? registrationFields(fanclub, sent) : [];
  const known = fields.map(({ name }) => name);
  const others = [
    ...(lacks.address ? addressFields(fanclub, sent) : []),
    ...choiceFields(choicesToMake(lacks, choices), sent),
  ];
  return [...fields, ...others.filter(({ name }) => !known.includes(name))];
}

function addressFields({ homeCountry }: FanclubInfo, sent: SentForm): FieldSpec[] {
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
  ];
}

/** Nothing is preselected, so that nobody gets another size by accident. */
function choiceFields(choices: readonly ParcelChoice[], sent: SentForm): FieldSpec[] {
  return choices.map(({ id, name, options, required }) => ({
    name: itemTypeKey(id),
    label: name,
    type: 'choice',
    required,
    autocomplete: 'off',
    value: sent[itemTypeKey(id)] ?? '',
    options: [
      { value: '', label: required ? 'Choose one' : 'No choice' },
      ...options.map((option) => ({ value: String(option.id), label: option.name })),
    ],
  }));
}

/**
 * The body of POST /account/shipping. A field that was not sent counts as blank, because the page has fields for all. Without an
 * address to enter it has options only.
 */
export function addressOf(
  sent: SentForm,
  lacks: Lacking,
  choices: readonly ParcelChoice[],
): UpdateShippingBody {
  const { address = '', address_2 = '', city = '', state = '', postal_code = '', country = '' } = sent;
  const [first_name, last_name] = NAMES.map((name) => sent[name] ?? '');
  const chosen = choicesToMake(lacks, choices)
    .map(({ id, required }) => ({ key: itemTypeKey(id), value: sent[itemTypeKey(id)] ?? '', required }))
    .filter(({ value, required }) => required || value !== '')
    .map(({ key, value }) => [key, value]);
  return fill(UpdateShippingBody, {
    ...(lacks.address && {
      first_name,
      last_name,
      address,
      address_2,
      city,
      state,
      postal_code,
      country,
    }),
    ...Object.fromEntries(chosen),
  });
}

/** What a form changes in a package that has an address: the fields that it sent. A choice that is not required may stay open. */
export function changesOf(sent: SentForm, choices: readonly ParcelChoice[]): UpdateShippingBody {
  const optional = choices.filter(({ required }) => !required).map(({ id }): string => itemTypeKey(id));
  const names: string[] = [...ADDRESS, ...choices.map(({ id }) => itemTypeKey(id))];
  const changed = names
    .filter((name) => sent[name] !== undefined && !(optional.includes(name) && sent[name] === ''))
    .map((name) => [name, sent[name]]);
  return fill(UpdateShippingBody, Object.fromEntries(changed));
}

/** A package as the form that changes it sends it. */
export function sentOf({ address, choices }: Parcel): SentForm {
  const chosen = choices.map(({ id, chosen: option }) => [itemTypeKey(id), String(option?.id ?? '')]);
  return { ...address, ...(Object.fromEntries(chosen) as SentForm) };
}

/** Why the details are asked for. */
export function detailsLead({ account, address }: Lacking, plan: PublishedPlan): string {
  if (!account && !address) return 'Choose what your package contains. Then you can pay.';
  if (!account) return 'Tell us where to send your package. Then you see the total before you pay.';
  const what = address ? 'who you are and where to send your package' : 'who you are';
  return `Tell us ${what}. Then you see the total of “${plan.name}” before you pay.`;
}
