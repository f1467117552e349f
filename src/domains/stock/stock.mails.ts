import { declareMails } from '#platform/mail';

export const mails = declareMails({
  waiting_list_offer: {
    subject: 'A membership of {{ fanclub.name }} is free for you',
    before:
      'You are the first in the waiting list of {{ fanclub.name }}: one membership is free again, and it is kept for you for a limited time. The page says until when.',
    button: 'See my offer',
    after: [
      'If you do not buy it until then, it goes to the next person in the list. On the same page you can leave the list.',
    ],
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
