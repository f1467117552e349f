import { club } from '../club.js';
import { fill, h } from '../dom.js';
import { form } from '../form.js';
import { notice, page } from '../view.js';

/** The newsletter, for people who are not members. The API stores fields that it does not know as custom fields. */
export const news = {
  title: 'News',
  menu: '/news',

  view() {
    const container = h('div', { class: 'narrow' });
    const fields = [
      { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' },
      { name: 'first_name', label: 'First name', autocomplete: 'given-name' },
      {
        name: 'birthdate',
        label: 'Birthdate',
        type: 'date',
        autocomplete: 'bday',
        hint: 'For contests with a minimum age.',
      },
      { name: 'favourite_song', label: 'Your favourite song' },
    ];
    const send = async (values) => {
      const typed = Object.entries(values).filter(([name, value]) => name === 'email' || value !== '');
      const contact = { ...Object.fromEntries(typed), lists_opt_in_source: 'news page' };
      const { messages } = await club.post('/contacts', { contact });
      const done = notice(messages);
      fill(container, done);
      done.focus();
    };
    fill(
      container,
      h('div', { class: 'panel' }, form({ fields, send, label: 'Sign up', busy: 'Signing up' })),
    );
    return page('News by mail', [
      h(
        'p',
        { class: 'lead' },
        'One letter a month: new dates two days before they are public, and a photo from the van.',
      ),
      container,
    ]);
  },
};
