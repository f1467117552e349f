import { h } from '../dom.js';
import { page } from '../view.js';

export const notFound = {
  title: 'Not found',

  view: () =>
    page('Page not found', [
      h('p', {}, 'There is no page at this address.'),
      h('p', { class: 'actions' }, h('a', { class: 'button', href: '#/' }, 'To the dates')),
    ]),
};
