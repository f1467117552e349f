import { club, fanclub } from '../club.js';
import { h } from '../dom.js';
import { date } from '../format.js';
import { member } from '../member.js';
import { art, badge, codeButton, facts, memberMenu, prose, renewal } from '../parts.js';
import { empty, page } from '../view.js';

/** The membership: card, what runs until when and how it renews, benefits, codes of partners. */
export const card = {
  title: 'Your card',
  menu: '/card',
  members: true,

  async load() {
    const [customer, { benefits }, { subscriptions }, queued, { links }] = await Promise.all([
      member(),
      club.get('/account/benefits'),
      club.get('/subscriptions'),
      club.get('/subscriptions/queued', { scope: 'upcoming' }),
      fanclub(),
    ]);
    return { customer, benefits, subscriptions, queued, links };
  },

  view({ customer, benefits, subscriptions, queued, links }) {
    const { subscription } = customer;
    const codes = subscription?.affiliates ?? [];
    return page('Your card', [
      memberMenu('/card'),
      subscription?.lapsed &&
        h(
          'p',
          { class: 'panel notice plain' },
          'Your membership has ended. You can still renew it. ',
          h('a', { href: '#/plans' }, 'Renew'),
        ),
      h('div', { class: 'split even' }, [
        tinCard(customer),
        section('Memberships', [
          subscriptions.length === 0 &&
            queued.length === 0 &&
            empty('You have no membership yet.', h('a', { href: '#/plans' }, 'See the plans')),
          h('ul', { class: 'rows' }, [
            queued.map(({ plan, end_date }) => membershipRow(plan.name, 'Queued', `until ${date(end_date)}`)),
            subscriptions.map(({ plan, start_date, end_date, status }) =>
              membershipRow(
                plan.name,
                status,
                `${date(start_date)} to ${end_date ? date(end_date) : 'no end'}`,
              ),
            ),
          ]),
          subscription && renewal(customer, links),
        ]),
      ]),
      h('div', { class: 'split even' }, [
        section(
          'Benefits',
          benefits.length > 0
            ? h('ul', { class: 'rows' }, benefits.map(benefitRow))
            : empty('Benefits come with an active membership.', h('a', { href: '#/plans' }, 'See the plans')),
          // The API lists benefits; their texts and files are on the page of the membership.
          benefits.length > 0 &&
            h('p', {}, h('a', { href: links.saved_card }, 'Texts and downloads of your membership')),
        ),
        section(
          'Codes of our partners',
          codes.length > 0
            ? codes.map(({ name, codes }) =>
                h(
                  'div',
                  { class: 'partner' },
                  h('h3', {}, name),
                  h('p', { class: 'codes' }, codes.map(codeButton)),
                ),
              )
            : empty(
                'There are no codes for you at the moment. Codes for shows are on the page of each date.',
              ),
        ),
      ]),
    ]);
  },
};

function tinCard({ id, first_name, last_name, email, subscription, trial_membership }) {
  return h('section', { class: 'tin-card', 'aria-label': 'Membership card' }, [
    art('wordmark', 172, 24),
    h('p', { class: 'tin-name' }, [first_name, last_name].filter(Boolean).join(' ') || email),
    facts(
      [
        ['Member no.', String(id).padStart(6, '0')],
        ['Plan', subscription ? subscription.plan.name : 'none'],
        ['Valid until', subscription && (subscription.end_date ? date(subscription.end_date) : 'no end')],
      ],
      'stamped',
    ),
    trial_membership && badge('Trial', 'highlight'),
  ]);
}

const section = (title, ...content) => h('section', {}, h('h2', {}, title), content);

const benefitRow = ({ summary, details, benefit_type }) =>
  h('li', {}, h('h3', {}, summary, ' ', benefit_type !== 'online' && badge('At the show')), prose(details));

const membershipRow = (name, status, time) =>
  h(
    'li',
    { class: 'row' },
    h('strong', {}, name),
    badge(status, status === 'active' ? 'highlight' : 'muted'),
    h('span', { class: 'quiet' }, time),
  );
