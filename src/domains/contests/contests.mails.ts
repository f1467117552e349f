import { declareMails } from '#platform/mail';
import { FIND_WINNER } from './winners.queries';

/** The content of the mail to a winner. All texts are printed unchanged. */
interface WonContest {
  readonly name: string;
  readonly prize: string;
  /** When the prize goes to somebody else, with the zone of the fan club. */
  readonly confirm_by: string;
}

const SAMPLE: { readonly contest: WonContest } = {
  contest: { name: 'Meet & Greet', prize: 'Two tickets', confirm_by: 'June 18, 2026, 14:00 (Amsterdam)' },
};

export const mails = declareMails({
  contest_selected: {
    subject: 'You were drawn in a contest of {{ fanclub.name }}',
    before:
      'You were drawn in “{{ contest.name }}”. Your prize: {{ contest.prize }}. Please say by {{ contest.confirm_by }} whether you take it.',
    button: 'Take or decline the prize',
    after: ['If you do not answer until then, the prize goes to the next person of the draw.'],
    sample: SAMPLE,
    // Who was asked may have answered or lost the prize by then, or have another address, at which staff ask again.
    async isCurrent(db, fanclub, { to, about: id }) {
      if (id === undefined) return true;
      const winner = await db.first(FIND_WINNER, { fanclub, winner: id });
      return winner?.state === 'selected' && winner.email === to;
    },
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
