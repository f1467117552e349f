import { club } from '../club.js';
import { fill, h } from '../dom.js';
import { form } from '../form.js';
import { notice, page } from '../view.js';

/** The newsletter, for people who are not members. Fields that the API does not know are stored as custom fields. */
export const news = {
  title: 'News',
  menu: '/news',

  view() {
    const place = h('div', { class: 'narrow' });
    const fields = [
      {
        ...{ name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' },
        says: ['You are already subscribed'],
      },
      { name: 'first_name', label: 'First name', autocomplete: 'given-name' },
      {
        ...{ name: 'birthdate', label: 'Birthdate', type: 'date', autocomplete: 'bday' },
        hint: 'For contests with a minimum age.',
        says: ['You are not old enough', 'Must enter a valid birthdate'],
      },
      { name: 'favourite_song', label: 'Your favourite song' },
    ];
    const send = async (values) => {
      const filled = Object.fromEntries(
        Object.entries(values).filter(([name, value]) => name === 'email' || value !== ''),
      );
      const { messages } = await club.post('/contacts', {
        contact: { ...filled, lists_opt_in_source: 'news page' },
      });
      const done = notice(messages);
      fill(place, done);
      done.focus();
    };
    fill(place, h('div', { class: 'plate' }, form({ fields, send, label: 'Sign up', busy: 'Signing up' })));
    return page('News by mail', [
      h(
        'p',
        { class: 'lead' },
        'One letter a month: new dates two days before they are public, and a photo from the van.',
      ),
      place,
    ]);
  },
};
