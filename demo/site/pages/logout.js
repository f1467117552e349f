import { club } from '../club.js';
import { h } from '../dom.js';
import { remember } from '../member.js';
import { page } from '../view.js';

export const logout = {
  title: 'Logged out',
  menu: '/login',

  async load() {
    await club.get('/logout');
    remember(null);
  },

  view: () =>
    page('You are logged out', [
      h('p', {}, 'Come back soon.'),
      h(
        'p',
        { class: 'actions' },
        h('a', { class: 'button', href: '#/login' }, 'Log in again'),
        h('a', { href: '#/' }, 'To the dates'),
      ),
    ]),
};
