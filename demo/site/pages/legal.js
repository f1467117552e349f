import { h } from '../dom.js';
import { page } from '../view.js';

const section = (title, ...paragraphs) =>
  h('section', { class: 'panel' }, h('h2', {}, title), ...paragraphs.map((text) => h('p', {}, text)));

const EXAMPLE =
  'This is the page of an invented fan club. Write your own, and have somebody read it who knows the law.';

export const terms = {
  title: 'Terms of service',
  menu: '/terms',

  view: () =>
    page(terms.title, [
      h('p', { class: 'quiet' }, EXAMPLE),
      h('div', { class: 'panels legal' }, [
        section(
          'What a membership is',
          'You become a member when your order is complete. A membership ends on the day that your card shows.',
          'It belongs to one person. Codes and presale tickets are for you and your company, not for resale.',
        ),
        section(
          'What it costs',
          'You pay the price that the checkout shows, with shipping, once for the whole term. We charge nothing that you have not agreed to there.',
          'You may change your mind within 14 days. Write to us, and we return the money, less the parcel if you keep it.',
        ),
        section(
          'Parcels',
          'Parcels leave when the season begins, or a few weeks after you joined. Keep your address up to date: we send to the one on the page Shipping.',
        ),
        section(
          'When we say no',
          'We close accounts that resell codes or write to others in our name. We write to you first, and return what is left.',
        ),
      ]),
    ]),
};

export const privacy = {
  title: 'Privacy',
  menu: '/privacy',

  view: () =>
    page(privacy.title, [
      h('p', { class: 'quiet' }, EXAMPLE),
      h('div', { class: 'panels legal' }, [
        section(
          'What we know about you',
          'What you tell us: your name, e-mail address, birthdate, postal address, and the sizes for your parcel. And what follows from it: memberships, orders, parcels and contests.',
          'We know no card numbers. The payment provider does, and tells us the last four digits.',
        ),
        section(
          'What we use it for',
          'To run your membership: to log you in, send parcels, and let members of the right age enter contests. You get news only if you have asked for it, and you can end it on the page Account.',
        ),
        section(
          'Who else sees it',
          'The provider that takes payments, and the carrier that brings parcels. Nobody else. This site loads nothing from other sites, and counts nobody.',
        ),
        section(
          'What you can ask for',
          'A copy of everything, corrections, and that we delete it. Write to the address at the bottom of your mails. Receipts stay as long as tax law wants them.',
        ),
      ]),
    ]),
};
