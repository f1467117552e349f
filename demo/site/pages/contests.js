import { club } from '../club.js';
import { h } from '../dom.js';
import { moment } from '../format.js';
import { strip } from '../parts.js';
import { empty, page } from '../view.js';

export const contests = {
  title: 'Contests',
  menu: '/contests',

  load: () => club.get('/contests'),

  view({ contests }) {
    const open = contests.filter(({ ended }) => !ended);
    const over = contests.filter(({ ended }) => ended);
    return page('Contests', [
      open.length === 0 &&
        empty('No contest is running.', h('a', { href: '#/news' }, 'Hear about the next one')),
      h(
        'ul',
        { class: 'plates' },
        open.map((one) => h('li', {}, plate(one))),
      ),
      over.length > 0 && h('h2', {}, 'Over'),
      h(
        'ul',
        { class: 'plates' },
        over.map((one) => h('li', {}, plate(one))),
      ),
    ]);
  },
};

const plate = (contest) => {
  const { id, name, starts_at, ends_at, timezone, minimum_age, running, ended } = contest;
  const when = running
    ? `Until ${moment(ends_at, timezone.tz)}`
    : ended
      ? `Ended ${moment(ends_at, timezone.tz)}`
      : `Starts ${moment(starts_at, timezone.tz)}`;
  return h('article', { class: 'plate ticket' }, [
    h('div', { class: 'ticket-words' }, [
      h('h3', {}, h('a', { href: `#/contests/${id}`, class: 'cover' }, name)),
      h('p', { class: 'quiet' }, minimum_age > 0 ? `${when}, from age ${minimum_age}` : when),
    ]),
    h('p', { class: 'ticket-way strips' }, stateStrips(contest)),
  ]);
};

/** What the contest means for the member, as strips. */
export const stateStrips = ({ status, entered, selected, won, forfeited, ended }) => [
  !entered && strip(status, status === 'running' ? 'copper' : 'faint'),
  entered && strip('You are in', 'copper'),
  entered && ended && strip('Ended', 'faint'),
  selected && !won && !forfeited && strip('You were drawn: check your mail', 'copper'),
  won && strip('Won', 'copper'),
  forfeited && strip('Not confirmed in time'),
];
