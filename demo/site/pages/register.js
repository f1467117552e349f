import { club, fanclub } from '../club.js';
import { fill, h } from '../dom.js';
import { form } from '../form.js';
import { unregisteredBuyer } from '../member.js';
import { notice, page } from '../view.js';

/** A new account. After a free checkout, the same call registers the buyer, who keeps the membership. */
export const register = {
  title: 'Register',
  menu: '/login',

  load: async () => ({ links: (await fanclub()).links, buyer: await unregisteredBuyer() }),

  view({ links, buyer }) {
    const container = h('div', { class: 'narrow' });
    const fields = [
      { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' },
      { name: 'first_name', label: 'First name', autocomplete: 'given-name' },
      { name: 'last_name', label: 'Last name', autocomplete: 'family-name' },
      // Only fan clubs with a forum have user names.
      ...(links.forum
        ? [{ name: 'username', label: 'User name', required: true, autocomplete: 'username' }]
        : []),
      { name: 'birthdate', label: 'Birthdate', type: 'date', required: true, autocomplete: 'bday' },
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        required: true,
        autocomplete: 'new-password',
        hint: 'At least 8 characters.',
      },
      {
        name: 'password_confirmation',
        label: 'Password, once more',
        type: 'password',
        required: true,
        autocomplete: 'new-password',
      },
      {
        name: 'accept_terms',
        label: 'I accept the terms of service',
        type: 'checkbox',
        more: h('a', { href: links.legals.terms }, 'Read the terms'),
      },
    ];
    const send = async ({ password, password_confirmation, ...customer }) => {
      const password_attributes = { password, password_confirmation };
      await club.post('/accounts', { ...customer, password_attributes });
      const done = notice([
        'Almost done.',
        `We have sent a mail to ${customer.email}. Its link confirms your address, and then you can log in.`,
      ]);
      fill(container, done);
      done.focus();
    };
    fill(
      container,
      h('div', { class: 'panel' }, form({ fields, send, label: 'Register', busy: 'Registering' })),
    );
    return page('Register', [
      buyer && notice('One step is left: an account, to keep your free membership.', 'plain'),
      container,
      h('p', {}, 'You have an account? ', h('a', { href: '#/login' }, 'Log in'), '.'),
    ]);
  },
};
