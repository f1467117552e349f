import { club, fanclub } from '../club.js';
import { h } from '../dom.js';
import { form } from '../form.js';
import { go } from '../go.js';
import { member, refresh } from '../member.js';

import { page } from '../view.js';

/** Log-in with e-mail and password. `then` is the page to go to afterwards. */
export const login = {
  title: 'Log in',
  menu: '/login',

  load: async () => ({ links: (await fanclub()).links, customer: await member() }),

  view({ links, customer }, { then = '/card' }) {
    const target = then.startsWith('/') ? then : '/card';
    return page('Log in', [
      customer &&
        h(
          'p',
          { class: 'panel notice good' },
          `You are logged in as ${customer.first_name || customer.email}. `,
          h('a', { href: '#/card' }, 'To your card'),
        ),
      h('div', { class: 'narrow panel' }, [
        form({
          label: 'Log in',
          busy: 'Logging in',
          fields: [
            { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'username' },
            {
              name: 'password',
              label: 'Password',
              type: 'password',
              required: true,
              autocomplete: 'current-password',
            },
          ],
          async send({ email, password }) {
            await club.post('/login', { email, password });
            await refresh();
            go(target);
          },
          after: h('a', { href: links.password_reset }, 'Forgot your password?'),
        }),
      ]),
      h(
        'p',
        {},
        'Not a member yet? ',
        h('a', { href: '#/register' }, 'Register'),
        ' or ',
        h('a', { href: '#/plans' }, 'see the plans'),
        '.',
      ),
    ]);
  },
};
