import { club, fanclub } from '../club.js';
import { h } from '../dom.js';
import { date } from '../format.js';
import { form } from '../form.js';
import { member, remember } from '../member.js';
import { facts, memberMenu, renewal } from '../parts.js';
import { notice, page, render, stillHere } from '../view.js';

/** Name, address, newsletter and password: three forms, because each is saved separately. And where the renewal and the saved card are. */
export const account = {
  title: 'Account',
  menu: '/card',
  members: true,

  load: async () => ({ customer: await member(), links: (await fanclub()).links }),

  view({ customer, links, saved }) {
    const { email, new_email, invalid_email_message } = customer;
    /** Saves fields, and shows the page again with a sentence about the answer. */
    const save = async (values, sentenceFor) => {
      const isHere = stillHere();
      const answer = await club.post('/account', values);
      remember(answer.customer);
      // The answer does not contain the newsletter.
      if ('lists_opt_in' in values) remember({ lists_opt_in: values.lists_opt_in });
      if (!isHere()) return;
      const message = notice(sentenceFor(answer.customer));
      render(account.view({ customer: await member(), links, saved: message }));
      message.focus();
    };
    return page('Account', [
      memberMenu('/account'),
      saved,
      invalid_email_message && h('p', { class: 'panel notice bad' }, invalid_email_message),
      new_email &&
        h(
          'p',
          { class: 'panel notice plain' },
          `We have sent a mail to ${new_email}. Until you confirm it, we write to ${email}.`,
        ),
      h('div', { class: 'split even' }, [
        section('You', detailsForm(customer, links, save)),
        h('div', { class: 'stack' }, [
          section('Newsletter', newsletterForm(customer, save)),
          section('Password', passwordForm(customer, save)),
          section('Renewal and saved card', renewal(customer, links)),
        ]),
      ]),
    ]);
  },
};

const section = (title, content) => h('section', { class: 'panel' }, h('h2', {}, title), content);

const detailsForm = ({ first_name, last_name, email, new_email, username, birthdate }, links, save) =>
  form({
    label: 'Save your details',
    busy: 'Saving',
    before: facts([['Birthdate', birthdate && date(birthdate, 'UTC')]]),
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
      // Only fan clubs with a forum have user names.
      ...(links.forum
        ? [{ name: 'username', label: 'User name', value: username, autocomplete: 'username' }]
        : []),
    ],
    send: (values) =>
      save(values, (customer) =>
        customer.new_email
          ? 'Saved. Please confirm the new address with the mail that we have sent.'
          : 'Saved.',
      ),
  });

const newsletterForm = ({ lists_opt_in }, save) =>
  form({
    label: 'Save your choice',
    busy: 'Saving',
    fields: [{ name: 'lists_opt_in', label: 'Send me news by mail', type: 'checkbox', value: lists_opt_in }],
    send: ({ lists_opt_in }) =>
      save({ lists_opt_in, lists_opt_in_source: 'account page' }, () =>
        lists_opt_in ? 'From now on you get our news.' : 'From now on you get no news.',
      ),
  });

const passwordForm = ({ email }, save) =>
  form({
    label: 'Change the password',
    busy: 'Changing the password',
    // Password managers need to know which account it is.
    before: h('input', { autocomplete: 'username', value: email, hidden: true, readonly: true }),
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
    send: (values) => save(values, () => 'The password is changed. You are logged out everywhere else.'),
  });
