import { club } from '../club.js';
import { fill, h } from '../dom.js';
import { form } from '../form.js';
import { moment } from '../format.js';
import { loginAddress, member } from '../member.js';
import { facts, prose } from '../parts.js';
import { notice, page } from '../view.js';
import { stateBadges } from './contests.js';

/** One contest, which members enter with one click. */
export const contest = {
  title: 'Contest',
  menu: '/contests',

  async load({ id }) {
    const [{ contest }, customer] = await Promise.all([club.get('/contests/{id}', { id }), member()]);
    return { contest, customer };
  },

  view({ contest, customer }) {
    const { name, details, rules, starts_at, ends_at, timezone, minimum_age, event } = contest;
    const badges = h('p', { class: 'badges' }, stateBadges(contest));
    const entry = h('div', { class: 'entry' });
    const showEntered = (messages) => {
      const done = notice(messages);
      fill(entry, done);
      fill(badges, stateBadges({ ...contest, entered: true }));
      done.focus();
    };
    fill(entry, entryContent(contest, customer, showEntered));
    return page(name, [
      badges,
      h('div', { class: 'split' }, [
        h('div', { class: 'panel' }, prose(details), entry),
        h('div', { class: 'stack' }, [
          facts([
            ['From', moment(starts_at, timezone.tz)],
            ['Until', moment(ends_at, timezone.tz)],
            ['Time zone', timezone.long],
            ['Age', minimum_age > 0 && `${minimum_age} or older`],
            ['Show', event && h('a', { href: `#/events/${event.id}` }, event.title)],
          ]),
          rules && h('section', {}, h('h2', {}, 'Rules'), prose(rules)),
        ]),
      ]),
    ]);
  },
};

/** What the visitor can do: enter, log in, or nothing, with the reason. */
function entryContent(contest, customer, showEntered) {
  const { id, entered, running, ended, available_to_customer } = contest;
  if (entered) return h('p', {}, ended ? 'You took part. Thank you.' : 'Your entry is in. Good luck.');
  if (!running)
    return h(
      'p',
      { class: 'quiet' },
      ended ? 'This contest has ended.' : 'This contest has not started yet.',
    );
  if (!customer)
    return h('p', { class: 'actions' }, h('a', { class: 'button', href: loginAddress() }, 'Log in to enter'));
  if (!available_to_customer)
    return [
      h('p', {}, 'You cannot enter this contest, because of your age or your plan.'),
      h('p', {}, h('a', { href: '#/plans' }, 'See the plans')),
    ];
  return form({
    fields: [],
    label: 'Enter the contest',
    busy: 'Entering',
    async send() {
      const { messages } = await club.post('/contests/{id}/enter', { id });
      showEntered(messages);
    },
  });
}
