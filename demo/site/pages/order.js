import { club } from '../club.js';
import { h } from '../dom.js';
import { priceLike } from '../fanclub-client.js';
import { addressLines, date } from '../format.js';
import { badge, facts, memberMenu } from '../parts.js';
import { page } from '../view.js';

/** One order: what was paid, and where its parcels are. */
export const order = {
  title: 'Order',
  menu: '/card',
  members: true,

  load: ({ id }) => club.get('/orders/{id}', { id }),

  view: ({
    order: { id, plan, totals, created_at, paid_at, refunded_at, shipments = [], billing_address },
  }) =>
    page(`Order no. ${id}`, [
      memberMenu('/orders'),
      h('div', { class: 'split even' }, [
        h('section', { class: 'panel' }, [
          h('h2', {}, plan.name),
          facts([
            ['Ordered', created_at],
            ['Paid', paid_at],
            ['Refunded', refunded_at],
          ]),
          totals ? sums(totals, plan.display_price) : h('p', {}, 'Free of charge.'),
        ]),
        billing_address &&
          h('section', { class: 'panel' }, h('h2', {}, 'Billing address'), address(billing_address)),
      ]),
      shipments.length > 0 && h('h2', {}, shipments.length === 1 ? 'Parcel' : 'Parcels'),
      h(
        'ul',
        { class: 'panels two' },
        shipments.map((shipment, index) => h('li', {}, parcelPanel(shipment, index + 1))),
      ),
    ]),
};

function sums({ subtotal, discount, shipping, total }, price) {
  const amount = (text) => priceLike(price, text);
  return facts(
    [
      ['Plan', amount(subtotal)],
      ['Discount', Number(discount) > 0 && `−${amount(discount)}`],
      ['Shipping', amount(shipping)],
      ['Total', h('strong', {}, amount(total))],
    ],
    'sums',
  );
}

const address = (lines) =>
  h(
    'p',
    { class: 'address' },
    addressLines(lines)
      .flatMap((line) => [line, h('br')])
      .slice(0, -1),
  );

/** What a parcel that cannot be sent needs from the member. */
const NEEDS = {
  missing_shipment_address: 'an address',
  missing_required_option: 'a size or colour',
};

function parcelPanel(shipment, number) {
  const { ship_date, tracking_url, items, issues = [], shipping_address } = shipment;
  const needs = issues.map((issue) => NEEDS[issue] ?? issue).join(' and ');
  return h('article', { class: 'panel parcel-panel' }, [
    h(
      'h3',
      {},
      `Parcel ${number}`,
      ' ',
      badge(
        ship_date ? 'Shipped' : needs ? 'Waiting for you' : 'Being prepared',
        needs ? 'highlight' : 'muted',
      ),
    ),
    ship_date &&
      h(
        'p',
        {},
        `On its way since ${date(ship_date, 'UTC')}. `,
        tracking_url && h('a', { href: tracking_url, rel: 'noopener' }, 'Follow the parcel'),
      ),
    needs && h('p', {}, `It is waiting for ${needs}. `, h('a', { href: '#/shipping' }, 'Complete it now')),
    h(
      'ul',
      {},
      items.map(({ name, option }) => h('li', {}, option ? `${name}, ${option}` : name)),
    ),
    shipping_address && address(shipping_address),
    !ship_date && !needs && h('p', {}, h('a', { href: '#/shipping' }, 'See or change size and address')),
  ]);
}
