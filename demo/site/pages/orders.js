import { club } from '../club.js';
import { h } from '../dom.js';
import { priceLike } from '../fanclub-client.js';
import { badge, memberMenu, parcelState } from '../parts.js';
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
        { class: 'panels' },
        orders.map((order) => h('li', {}, orderPanel(order))),
      ),
    ]),
};

const orderPanel = ({ id, plan, totals, paid_at, refunded_at, shipments = [] }) =>
  h('article', { class: 'panel summary' }, [
    h('div', { class: 'summary-text' }, [
      h('h2', {}, h('a', { href: `#/orders/${id}`, class: 'cover-link' }, plan.name)),
      h('p', { class: 'quiet' }, `No. ${id}, ${paid_at}`),
      h('p', { class: 'badges' }, [
        refunded_at && badge('Refunded'),
        shipments.map((shipment) =>
          badge(parcelState(shipment), shipment.issues?.length > 0 ? 'highlight' : 'muted'),
        ),
      ]),
    ]),
    h('p', { class: 'price' }, h('b', {}, totals ? priceLike(plan.display_price, totals.total) : 'Free')),
  ]);
