import { declareMails } from '#platform/mail';

export const mails = declareMails({
  parcel_shipped: {
    subject: 'Your parcel from {{ fanclub.name }} is on its way',
    before: 'Good news: your parcel from {{ fanclub.name }} was sent.',
    button: 'See where it is',
    after: ['Parcels may take some days to appear at the carrier.'],
  },
  parcel_needs_address: {
    subject: 'Where may {{ fanclub.name }} send your parcel?',
    before:
      'A parcel for you is ready at {{ fanclub.name }}, but we do not know your address yet. Please log in and enter it.',
    button: 'Enter my address',
    after: ['We send the parcel when we have the address.'],
  },
  parcel_needs_option: {
    subject: 'One choice is missing for your parcel from {{ fanclub.name }}',
    before:
      'A parcel for you is waiting at {{ fanclub.name }}: please log in and choose what is still open, such as a size.',
    button: 'Make my choice',
    after: ['We send the parcel when you have chosen.'],
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
