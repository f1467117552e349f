import { club } from '../club.js';
import { fill, h } from '../dom.js';
import { form } from '../form.js';
import { moment } from '../format.js';
import { member } from '../member.js';
import { facts, prose } from '../parts.js';
import { notice, page } from '../view.js';
import { stateStrips } from './contests.js';

/** One contest, which members enter with one click. */
export const contest = {
  title: 'Contest',
  menu: '/contests',

  async load({ id }) {
    const [{ contest }, found] = await Promise.all([club.get('/contests/{id}', { id }), member()]);
    return { contest, found };
  },

  view({ contest, found }) {
    const { name, details, rules, starts_at, ends_at, timezone, minimum_age, event } = contest;
    const strips = h('p', { class: 'strips' }, stateStrips(contest));
    const place = h('div', { class: 'enter' });
    fill(place, way(contest, found, strips, place));
    return page(name, [
      strips,
      h('div', { class: 'split' }, [
        h('div', { class: 'plate' }, prose(details), place),
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

function way(contest, found, strips, place) {
  if (contest.entered)
    return h('p', {}, contest.ended ? 'You took part. Thank you.' : 'Your entry is in. Good luck.');
  if (!contest.running)
    return h(
      'p',
      { class: 'quiet' },
      contest.ended ? 'This contest has ended.' : 'This contest has not started yet.',
    );
  if (!found)
    return h(
      'p',
      { class: 'actions' },
      h('a', { class: 'key', href: `#/login?then=/contests/${contest.id}` }, 'Log in to enter'),
    );
  return [
    !contest.available_to_customer &&
      h('p', { class: 'quiet' }, 'This contest is not open to your age or plan.'),
    form({
      fields: [],
      label: 'Enter the contest',
      busy: 'Entering',
      async send() {
        const { messages } = await club.post('/contests/{id}/enter', { id: contest.id });
        const done = notice(messages);
        fill(place, done);
        fill(strips, stateStrips({ ...contest, entered: true }));
        done.focus();
      },
    }),
  ];
}
