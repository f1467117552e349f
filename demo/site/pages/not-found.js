import { h } from '../dom.js';
import { page } from '../view.js';

export const notFound = {
  title: 'Not found',

  view: () =>
    page('Nothing up here', [
      h('p', {}, 'There is no page at this address.'),
      h('p', { class: 'actions' }, h('a', { class: 'key', href: '#/' }, 'To the dates')),
    ]),
};
