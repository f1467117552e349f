import { club } from '../club.js';
import { h } from '../dom.js';
import { money, term } from '../format.js';
import { buyer, member } from '../member.js';
import { facts, prose, strip } from '../parts.js';
import { empty, notice, page } from '../view.js';

/** All plans, with what they mean for the member: the current one, upgrades, renewals. */
export const plans = {
  title: 'Plans',
  menu: '/plans',

  async load() {
    const [{ plans }, found, bought] = await Promise.all([club.get('/plans'), member(), buyer()]);
    return { plans, found, bought };
  },

  view({ plans, found, bought }) {
    const offered = plans.filter(isOffered).sort((a, b) => Number(b.current) - Number(a.current));
    const others = plans.filter((plan) => !isOffered(plan));
    return page(found ? 'Your plan, and the others' : 'Plans', [
      bought && unfinished(),
      found?.at_renewal_cap &&
        notice(
          'You have renewed your plan as often as it allows. You keep it, and cannot take another one.',
          'plain',
        ),
      plans.length === 0 &&
        empty('There is no plan for your account at the moment.', 'Write to us, and we will find one.'),
      h(
        'ul',
        { class: 'plan-grid' },
        offered.map((plan) => h('li', {}, planPlate(plan, found))),
      ),
      others.length > 0 && h('h2', {}, found ? 'Not on sale for you' : 'Not on sale now'),
      h(
        'ul',
        { class: 'plan-grid small' },
        others.map((plan) => h('li', {}, closedPlate(plan))),
      ),
    ]);
  },
};

const isOffered = ({ available_to_customer, current }) => available_to_customer || current;

const unfinished = () =>
  h(
    'p',
    { class: 'plate notice good' },
    'One step is left for your free membership: ',
    h('a', { href: '#/register' }, 'register'),
    '.',
  );

function planPlate(plan, found) {
  const { name, annotations, description, online_benefits, current, upgrade, renewal, display_price } = plan;
  const { class: slug } = plan;
  return h('article', { class: `plate plan ${current ? 'tin' : ''}`, id: `plan-${slug}` }, [
    h('h3', {}, name),
    h('p', { class: 'strips' }, [
      current && strip('Your plan', 'copper'),
      upgrade && strip('Upgrade', 'copper'),
      renewal && strip('Renewal', 'copper'),
      annotations && h('span', { class: 'annotation' }, prose(annotations)),
    ]),
    h(
      'p',
      { class: 'price' },
      h('b', {}, display_price),
      ' ',
      h('span', {}, plan.duration === null ? '' : `for ${term(plan.duration)}`),
    ),
    prose(description),
    online_benefits && h('div', {}, h('h4', {}, 'Online'), prose(online_benefits)),
    parcel(plan),
    h('p', { class: 'actions' }, way(plan, found)),
  ]);
}

/** A plan that cannot be taken, in short. */
const closedPlate = ({ name, description, display_price, duration }) =>
  h('article', { class: 'plate' }, [
    h('h3', {}, name),
    h('p', { class: 'quiet' }, duration === null ? display_price : `${display_price} for ${term(duration)}`),
    prose(description),
  ]);

function way({ name, current, upgrade, upgrade_price, renewal, checkout, display_price }, found) {
  if (current) return h('a', { href: '#/card' }, 'To your card');
  const words = upgrade
    ? `Upgrade for ${money(upgrade_price, display_price)}`
    : renewal
      ? 'Renew'
      : 'Take this plan';
  const to = h('span', { class: 'sr-only' }, `: ${name}`);
  return [
    h('a', { class: 'key', href: checkout }, words, to),
    !found && h('a', { href: '#/login?then=/plans' }, 'Log in first'),
  ];
}

function parcel({ package: { name, description, items, shipping_and_handling: shipping }, display_price }) {
  if (!name) return null;
  const cost = (amount) => (Number(amount) === 0 ? 'free' : money(amount, display_price));
  return h('div', { class: 'parcel' }, [
    h('h4', {}, name),
    prose(description),
    h(
      'ul',
      {},
      items.map((item) => h('li', {}, item.name)),
    ),
    facts([['Shipping', `${cost(shipping.domestic)}, abroad ${cost(shipping.international)}`]]),
  ]);
}
