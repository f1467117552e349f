import { club } from '../club.js';
import { h } from '../dom.js';
import { money } from '../format.js';
import { memberMenu, strip } from '../parts.js';
import { empty, page } from '../view.js';

export const orders = {
  title: 'Orders',
  menu: '/card',
  members: true,

  load: () => club.get('/orders', { order: 'DESC' }),

  view: ({ orders }) =>
    page('Orders', [
      memberMenu('/orders'),
      orders.length === 0 &&
        empty('You have not ordered anything yet.', h('a', { href: '#/plans' }, 'See the plans')),
      h(
        'ul',
        { class: 'plates' },
        orders.map((order) => h('li', {}, orderPlate(order))),
      ),
    ]),
};

const orderPlate = ({ id, plan, totals, paid_at, refunded_at, shipments = [] }) =>
  h('article', { class: 'plate ticket' }, [
    h('div', { class: 'ticket-words' }, [
      h('h2', {}, h('a', { href: `#/orders/${id}`, class: 'cover' }, plan.name)),
      h('p', { class: 'quiet' }, `No. ${id}, ${paid_at}`),
      h('p', { class: 'strips' }, [
        refunded_at && strip('Refunded'),
        shipments.map(({ status, issues }) =>
          strip(
            issues?.length > 0 ? 'Parcel waits for you' : status,
            issues?.length > 0 ? 'copper' : 'faint',
          ),
        ),
      ]),
    ]),
    h('p', { class: 'price' }, h('b', {}, totals ? money(totals.total, plan.display_price) : 'Free')),
  ]);
