import { club } from '../club.js';
import { h } from '../dom.js';
import { cityLine, clock, date, day, isFuture, isPast, moment, zone } from '../format.js';
import { loginAddress, member } from '../member.js';
import { badge, codeButton, dateDisc, facts, hashtags, prose } from '../parts.js';
import { settings } from '../settings.js';
import { page } from '../view.js';

/** One event with its ticket links. Codes are in the answer only if the member may see them. */
export const event = {
  title: 'Date',
  menu: '/',

  async load({ id }) {
    const [{ event }, customer] = await Promise.all([club.get('/events/{id}', { id }), member()]);
    return { event, customer };
  },

  view({ event, customer }) {
    const { title, start, doors_open, timezone, venue, description, tags, links, contests } = event;
    const place = [
      venue.address,
      cityLine(venue.city, venue.state, venue.postalcode),
      venue.country_name,
    ].filter(Boolean);
    return page(title, [
      h('div', { class: 'split' }, [
        h('section', { class: 'panel event-facts', 'aria-label': 'When and where' }, [
          dateDisc(start, timezone.tz),
          facts([
            ['Day', h('time', { datetime: start }, day(start, timezone.tz))],
            ['Doors', doors_open && clock(doors_open, timezone)],
            ['Show', clock(start, timezone)],
            ['Time zone', timezone.long],
            ['Venue', [h('strong', {}, venue.name), ...place.flatMap((line) => [h('br'), line])]],
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
            { class: 'panels' },
            links.map((link) => h('li', {}, ticketPanel(link, event, customer))),
          )
        : h(
            'p',
            { class: 'panel empty' },
            isPast(start) ? 'This show is over.' : 'Tickets are not on sale yet.',
          ),
    ]);
  },
};

/** Whether the link is for others. It then leads to the fan club's plans, and its codes are empty. */
const isLocked = ({ exclusive, url }) => exclusive && url === settings.plansUrl;

function ticketPanel(link, { start, timezone }, customer) {
  const { name, host, exclusive, publish_end, codes, code_instructions } = link;
  const closing = publish_end && isFuture(publish_end) && `until ${moment(publish_end, timezone.tz)}`;
  const sale = saleState(link, start, timezone);
  const locked = isLocked(link);
  return h('article', { class: `panel summary ${locked ? 'locked' : ''}` }, [
    h('div', { class: 'summary-text' }, [
      h('h3', {}, name, ' ', exclusive && badge('Members', 'highlight')),
      h(
        'p',
        { class: 'quiet' },
        [host, closing && `${closing} ${zone(timezone.short)}`].filter(Boolean).join(', '),
      ),
      locked &&
        !sale &&
        h(
          'p',
          {},
          customer ? 'Your plan does not include these tickets.' : 'Members see the link and the code here.',
        ),
      codes.length > 0 && h('p', { class: 'codes' }, codes.map(codeButton)),
      prose(code_instructions),
    ]),
    h('p', { class: 'summary-action' }, sale ? badge(sale) : ticketAction(link, locked, customer)),
  ]);
}

/** Why tickets are not sold now; null if they are. */
function saleState({ status, publish_start, publish_end }, start, timezone) {
  const end = publish_end ?? start;
  if (status === 'Sold Out') return 'Sold out';
  if (isPast(end)) return `Closed on ${date(end, timezone.tz)}`;
  if (status === 'Show' || !isFuture(publish_start)) return null;
  return `Opens ${moment(publish_start, timezone.tz)} ${zone(timezone.short)}`;
}

function ticketAction({ url, name }, locked, customer) {
  if (!locked)
    return h(
      'a',
      { class: 'button', href: url, rel: 'noopener' },
      'Tickets',
      h('span', { class: 'sr-only' }, `: ${name}`),
    );
  if (customer) return h('a', { class: 'button secondary', href: '#/plans' }, 'See the plans');
  return [
    h('a', { class: 'button secondary', href: loginAddress() }, 'Log in'),
    h('a', { href: '#/plans' }, 'Join'),
  ];
}
