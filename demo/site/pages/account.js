import { club, fanclub } from '../club.js';
import { h } from '../dom.js';
import { date } from '../format.js';
import { form } from '../form.js';
import { member, remember } from '../member.js';
import { facts, memberMenu } from '../parts.js';
import { notice, page, show, stillHere } from '../view.js';

/** Name, address, newsletter and password: three forms, because each is saved for itself. */
export const account = {
  title: 'Account',
  menu: '/card',
  members: true,

  load: async () => ({ found: await member(), links: (await fanclub()).links }),

  view({ found, links, saved }) {
    const {
      email,
      new_email,
      first_name,
      last_name,
      username,
      birthdate,
      lists_opt_in,
      invalid_email_message,
    } = found;
    /** Saves some fields, and shows the page again with a sentence. */
    const saver =
      (sentence, extra = {}) =>
      async (values) => {
        const isHere = stillHere();
        const { customer } = await club.post('/account', { ...values, ...extra });
        remember({
          ...customer,
          lists_opt_in: 'lists_opt_in' in values ? values.lists_opt_in === 'True' : lists_opt_in,
        });
        const done = notice(sentence(customer));
        await show(
          {
            view: () =>
              account.view({ found: { ...found, ...customer, ...opted(values) }, links, saved: done }),
          },
          {},
          isHere,
        );
        done.focus();
      };
    return page('Account', [
      memberMenu('/account'),
      saved,
      invalid_email_message && h('p', { class: 'plate notice bad' }, invalid_email_message),
      new_email &&
        h(
          'p',
          { class: 'plate notice plain' },
          `We have sent a mail to ${new_email}. Until you confirm it, we write to ${email}.`,
        ),
      h('div', { class: 'split even' }, [
        box('You', [
          form({
            label: 'Save',
            busy: 'Saving',
            fields: [
              { name: 'first_name', label: 'First name', value: first_name, autocomplete: 'given-name' },
              { name: 'last_name', label: 'Last name', value: last_name, autocomplete: 'family-name' },
              {
                name: 'email',
                label: 'Email',
                type: 'email',
                required: true,
                value: new_email ?? email,
                autocomplete: 'email',
              },
              ...(links.forum
                ? [{ name: 'username', label: 'User name', value: username, autocomplete: 'username' }]
                : []),
            ],
            send: saver((customer) =>
              customer.new_email
                ? 'Saved. Please confirm the new address with the mail that we have sent.'
                : 'Saved.',
            ),
          }),
          facts([['Birthdate', birthdate && date(birthdate, 'UTC')]]),
        ]),
        h('div', { class: 'stack' }, [
          box('Newsletter', [
            form({
              label: 'Save',
              busy: 'Saving',
              fields: [
                {
                  name: 'lists_opt_in',
                  label: 'Send me news by mail',
                  type: 'checkbox',
                  value: lists_opt_in,
                },
              ],
              send: ({ lists_opt_in }) =>
                saver(() => (lists_opt_in ? 'You get our news from now on.' : 'You get no news any more.'), {
                  lists_opt_in_source: 'account page',
                })({ lists_opt_in: lists_opt_in ? 'True' : 'False' }),
            }),
          ]),
          box('Password', [
            form({
              // Tells password managers which account it is.
              before: h('input', { autocomplete: 'username', value: email, hidden: true, readonly: true }),
              label: 'Change the password',
              busy: 'Changing the password',
              fields: [
                {
                  name: 'current_password',
                  label: 'Current password',
                  type: 'password',
                  required: true,
                  autocomplete: 'current-password',
                },
                {
                  name: 'password',
                  label: 'New password',
                  type: 'password',
                  required: true,
                  autocomplete: 'new-password',
                  hint: 'At least 8 characters.',
                },
                {
                  name: 'password_confirmation',
                  label: 'New password, once more',
                  type: 'password',
                  required: true,
                  autocomplete: 'new-password',
                },
              ],
              send: saver(() => 'The password is changed. You are logged out everywhere else.'),
            }),
          ]),
        ]),
      ]),
    ]);
  },
};

const opted = ({ lists_opt_in }) =>
  lists_opt_in === undefined ? {} : { lists_opt_in: lists_opt_in === 'True' };

const box = (title, ...content) => h('section', { class: 'plate' }, h('h2', {}, title), content);
