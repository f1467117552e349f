import { club } from '../club.js';
import { h } from '../dom.js';
import { countries } from '../format.js';
import { form } from '../form.js';
import { memberMenu } from '../parts.js';
import { notice, page, render, stillHere } from '../view.js';

const ADDRESS = [
  { name: 'first_name', label: 'First name', required: true, autocomplete: 'shipping given-name' },
  { name: 'last_name', label: 'Last name', required: true, autocomplete: 'shipping family-name' },
  { name: 'address', label: 'Address', required: true, autocomplete: 'shipping address-line1' },
  { name: 'address_2', label: 'Address, second line', autocomplete: 'shipping address-line2' },
  { name: 'city', label: 'City', required: true, autocomplete: 'shipping address-level2' },
  { name: 'state', label: 'State', required: true, autocomplete: 'shipping address-level1' },
  { name: 'postal_code', label: 'Postal code', required: true, autocomplete: 'shipping postal-code' },
  { name: 'country', label: 'Country', type: 'select', required: true, autocomplete: 'shipping country' },
];

/** The address, and the sizes and colours of what is in the parcels. The API stores both together or not at all. */
export const shipping = {
  title: 'Shipping',
  menu: '/card',
  members: true,

  load: () => club.get('/account/shipping'),

  view({ address, items, saved }) {
    const options = Object.entries(items).map(([name, { label, options }]) => option(name, label, options));
    const fields = [
      ...options,
      ...ADDRESS.map((field) => ({
        ...field,
        value: address?.[field.name],
        options: field.type === 'select' ? countries() : undefined,
      })),
    ];
    return page('Shipping', [
      memberMenu('/shipping'),
      saved,
      h('div', { class: 'narrow panel' }, [
        address === null && h('p', {}, 'We have no address for you yet.'),
        form({ fields, send: save, label: 'Save', busy: 'Saving' }),
      ]),
    ]);
  },
};

/** The choices of an item type, `item_type_1`. */
function option(name, label, options) {
  const chosen = options.find(({ selected }) => selected);
  return {
    name,
    label,
    type: 'radios',
    value: chosen?.id,
    hint: chosen ? null : 'A parcel is waiting for your choice.',
    options: options.map(({ id, name }) => ({ value: id, label: name })),
  };
}

async function save(values) {
  const isHere = stillHere();
  const answer = await club.post('/account/shipping', numbersOf(values));
  if (!isHere()) return;
  const sentences = ['Saved. We use this for your next parcel.'];
  if (answer.auto_renewal_disabled)
    sentences.push('Your membership no longer renews itself, because the country has changed.');
  const saved = notice(sentences);
  render(shipping.view({ ...answer, saved }));
  saved.focus();
}

/** The API expects options as numbers. Those that are not chosen are left out. */
const numbersOf = (values) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name.startsWith('item_type_') ? Number(value) : value]),
  );
