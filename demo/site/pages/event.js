import { club, fanclub } from '../club.js';
import { h } from '../dom.js';
import { clock, date, day, isFuture, isPast, moment, zone } from '../format.js';
import { member } from '../member.js';
import { code, facts, hashtags, prose, stamp, strip } from '../parts.js';
import { page } from '../view.js';

/** One event with its ticket links. Codes are in the answer only if the member may see them. */
export const event = {
  title: 'Date',
  menu: '/',

  async load({ id }) {
    const [{ event }, { site_url }, found] = await Promise.all([
      club.get('/events/{id}', { id }),
      fanclub(),
      member(),
    ]);
    return { event, site: new URL(site_url).origin, found };
  },

  view({ event, site, found }) {
    const { title, start, doors_open, timezone, venue, description, tags, links, contests } = event;
    const where = [
      venue.address,
      [venue.city, venue.state, venue.postalcode].filter(Boolean).join(' '),
      venue.country_name,
    ];
    return page(title, [
      h('div', { class: 'split' }, [
        h('section', { class: 'plate show', 'aria-label': 'When and where' }, [
          stamp(start, timezone.tz),
          facts([
            ['Day', h('time', { datetime: start }, day(start, timezone.tz))],
            ['Doors', doors_open && clock(doors_open, timezone)],
            ['Show', clock(start, timezone)],
            ['Time zone', timezone.long],
            [
              'Venue',
              [h('strong', {}, venue.name), where.filter(Boolean).map((line) => [h('br'), line])].flat(3),
            ],
          ]),
        ]),
        h('div', {}, [
          prose(description),
          tags.length > 0 && h('p', {}, hashtags(tags)),
          contests.length > 0 && [
            h('h2', {}, 'Contest for this show'),
            h(
              'ul',
              {},
              contests.map(({ id, name }) => h('li', {}, h('a', { href: `#/contests/${id}` }, name))),
            ),
          ],
        ]),
      ]),
      h('h2', {}, 'Tickets'),
      links.length > 0
        ? h(
            'ul',
            { class: 'plates' },
            links.map((link) => h('li', {}, ticket(link, { timezone, start, site, found }))),
          )
        : h(
            'p',
            { class: 'plate empty' },
            isPast(start) ? 'This show is over.' : 'Tickets are not on sale yet.',
          ),
    ]);
  },
};

function ticket(link, { timezone, start, site, found }) {
  const { name, host, exclusive, status, publish_start, publish_end, codes, code_instructions } = link;
  const opens = status !== 'Show' && isFuture(publish_start);
  const closed = isPast(publish_end ?? start);
  const state =
    status === 'Sold Out'
      ? 'Sold out'
      : closed
        ? `Closed on ${date(publish_end ?? start, timezone.tz)}`
        : opens
          ? `Opens ${moment(publish_start, timezone.tz)} ${zone(timezone.short)}`
          : null;
  const locked = exclusive && isConcealed(link, site);
  return h('article', { class: `plate ticket ${locked ? 'locked' : ''}` }, [
    h('div', { class: 'ticket-words' }, [
      h('h3', {}, name, ' ', exclusive && strip('Members', 'copper')),
      h(
        'p',
        { class: 'quiet' },
        [host, publish_end && !closed && `until ${moment(publish_end, timezone.tz)} ${zone(timezone.short)}`]
          .filter(Boolean)
          .join(', '),
      ),
      locked &&
        !state &&
        h(
          'p',
          {},
          found ? 'Your plan does not include these tickets.' : 'Members see the link and the code here.',
        ),
      !locked && codes.length > 0 && h('p', { class: 'codes' }, codes.map(code)),
      !locked && prose(code_instructions),
    ]),
    h('p', { class: 'ticket-way' }, way(link, { state, locked, found })),
  ]);
}

function way({ url, name }, { state, locked, found }) {
  if (state) return strip(state);
  if (!locked)
    return h(
      'a',
      { class: 'key', href: url, rel: 'noopener' },
      'Tickets',
      h('span', { class: 'sr-only' }, `: ${name}`),
    );
  if (found) return h('a', { class: 'key pale', href: '#/plans' }, 'See the plans');
  return [
    h('a', { class: 'key pale', href: `#/login?then=${location.hash.slice(1)}` }, 'Log in'),
    h('a', { href: '#/plans' }, 'Join'),
  ];
}

/** Whether the visitor may not use the link: it then leads to the fan club's own site, where one can join. */
const isConcealed = ({ url, codes }, site) =>
  codes.length === 0 && [site, location.origin].includes(new URL(url).origin);
