import { club } from '../club.js';
import { h } from '../dom.js';
import { priceLike } from '../fanclub-client.js';
import { term } from '../format.js';
import { loginAddress, member, unregisteredBuyer } from '../member.js';
import { facts, prose, badge } from '../parts.js';
import { empty, notice, page } from '../view.js';

/** All plans. Members see which one is theirs, upgrades and renewals. */
export const plans = {
  title: 'Plans',
  menu: '/plans',

  async load() {
    const [{ plans }, customer, buyer] = await Promise.all([
      club.get('/plans'),
      member(),
      unregisteredBuyer(),
    ]);
    return { plans, customer, buyer };
  },

  view({ plans, customer, buyer }) {
    const offered = plans.filter(isOffered).sort((a, b) => Number(b.current) - Number(a.current));
    const others = plans.filter((plan) => !isOffered(plan));
    return page(customer?.subscription ? 'Your plan and others' : 'Plans', [
      buyer && registrationReminder(),
      customer?.at_renewal_cap &&
        notice(
          'You have renewed your plan as often as possible. You keep it, but cannot take another one.',
          'plain',
        ),
      plans.length === 0 &&
        empty('There is no plan for your account at the moment. Please write to us, and we will find one.'),
      h(
        'ul',
        { class: 'plan-grid' },
        offered.map((plan) => h('li', {}, planPanel(plan, customer))),
      ),
      others.length > 0 && h('h2', {}, customer?.subscription ? 'Not on sale for you' : 'Not on sale now'),
      h(
        'ul',
        { class: 'plan-grid small' },
        others.map((plan) => h('li', {}, closedPlanPanel(plan))),
      ),
    ]);
  },
};

const isOffered = ({ available_to_customer, current }) => available_to_customer || current;

const registrationReminder = () =>
  h(
    'p',
    { class: 'panel notice good' },
    'One step is left for your free membership: ',
    h('a', { href: '#/register' }, 'register'),
    '.',
  );

function planPanel(plan, customer) {
  const { name, annotations, description, online_benefits, current, upgrade, renewal, display_price } = plan;
  return h('article', { class: `panel plan ${current ? 'tin' : ''}` }, [
    h('h2', {}, name),
    h('p', { class: 'badges' }, [
      current && badge('Your plan', 'highlight'),
      upgrade && badge('Upgrade', 'highlight'),
      renewal && badge('Renewal', 'highlight'),
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
    online_benefits && h('div', {}, h('h3', {}, 'Online benefits'), prose(online_benefits)),
    packageSection(plan),
    h('p', { class: 'actions' }, planAction(plan, customer)),
  ]);
}

/** A plan that cannot be taken, in short. */
const closedPlanPanel = ({ name, description, display_price, duration }) =>
  h('article', { class: 'panel' }, [
    h('h3', {}, name),
    h('p', { class: 'quiet' }, duration === null ? display_price : `${display_price} for ${term(duration)}`),
    prose(description),
  ]);

function planAction({ name, current, upgrade, upgrade_price, renewal, checkout, display_price }, customer) {
  if (current) return h('a', { href: '#/card' }, 'To your card');
  const words = upgrade
    ? `Upgrade for ${priceLike(display_price, upgrade_price)}`
    : renewal
      ? 'Renew'
      : 'Take this plan';
  const suffix = h('span', { class: 'sr-only' }, `: ${name}`);
  return [
    h('a', { class: 'button', href: checkout }, words, suffix),
    !customer && h('a', { href: loginAddress() }, 'Log in first'),
  ];
}

function packageSection({
  package: { name, description, items, shipping_and_handling: shipping },
  display_price,
}) {
  if (!name) return null;
  const cost = (amount) => (Number(amount) === 0 ? 'free' : priceLike(display_price, amount));
  return h('div', { class: 'parcel' }, [
    h('h3', {}, name),
    prose(description),
    h(
      'ul',
      {},
      items.map((item) => h('li', {}, item.name)),
    ),
    facts([['Shipping', `${cost(shipping.domestic)}, abroad ${cost(shipping.international)}`]]),
  ]);
}
