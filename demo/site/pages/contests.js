import { club } from '../club.js';
import { h } from '../dom.js';
import { moment } from '../format.js';
import { badge } from '../parts.js';
import { empty, page } from '../view.js';

export const contests = {
  title: 'Contests',
  menu: '/contests',

  load: () => club.get('/contests'),

  view({ contests }) {
    const open = contests.filter(({ ended }) => !ended);
    const past = contests.filter(({ ended }) => ended);
    return page('Contests', [
      open.length === 0 &&
        empty('No contest is running.', h('a', { href: '#/news' }, 'Hear about the next one')),
      h(
        'ul',
        { class: 'panels' },
        open.map((one) => h('li', {}, contestPanel(one, 'h2'))),
      ),
      past.length > 0 && h('h2', {}, 'Ended'),
      h(
        'ul',
        { class: 'panels' },
        past.map((one) => h('li', {}, contestPanel(one, 'h3'))),
      ),
    ]);
  },
};

function contestPanel(contest, heading) {
  const { id, name, starts_at, ends_at, timezone, minimum_age, running, ended } = contest;
  const when = running
    ? `Until ${moment(ends_at, timezone.tz)}`
    : ended
      ? `Ended ${moment(ends_at, timezone.tz)}`
      : `Starts ${moment(starts_at, timezone.tz)}`;
  return h('article', { class: 'panel summary' }, [
    h('div', { class: 'summary-text' }, [
      h(heading, {}, h('a', { href: `#/contests/${id}`, class: 'cover-link' }, name)),
      h('p', { class: 'quiet' }, minimum_age > 0 ? `${when}, from age ${minimum_age}` : when),
    ]),
    h('p', { class: 'summary-action badges' }, stateBadges(contest)),
  ]);
}

/** The state of the contest, and of the member's entry. */
export const stateBadges = ({ status, entered, selected, won, forfeited, ended }) => [
  !entered && badge(status, status === 'running' ? 'highlight' : 'muted'),
  entered && badge('You are in', 'highlight'),
  entered && ended && badge('Ended', 'muted'),
  selected && !won && !forfeited && badge('You were drawn: check your mail', 'highlight'),
  won && badge('Won', 'highlight'),
  forfeited && badge('Not confirmed in time'),
];
