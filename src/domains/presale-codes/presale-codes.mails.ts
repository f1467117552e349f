import { declareMails } from '#platform/mail';
import { LIVE_CODE } from './presale-codes.queries';

/** The content of a mail with a presale code. All texts are printed unchanged. */
export interface PresaleFacts {
  /** The name of the pool. */
  readonly pool: string;
  /** The code and, if there are any, the instructions. */
  readonly rows: readonly { readonly label: string; readonly value: string }[];
}

const CODE = 'LANTERN-4821';

const SAMPLE: { readonly presale: PresaleFacts } = {
  presale: {
    pool: 'Spring tour',
    rows: [
      { label: 'Code', value: CODE },
      { label: 'How to use it', value: 'Type it at “Offer code” before you choose seats.' },
    ],
  },
};

export const mails = declareMails({
  presale_code: {
    subject: 'Your presale code from {{ fanclub.name }}',
    before: 'This is your own code for the presale “{{ presale.pool }}” of {{ fanclub.name }}.',
    rows: 'presale.rows',
    button: 'To the tickets',
    after: ['The code is yours alone: it is given to nobody else, so do not pass it on.'],
    hasCode: true,
    prints: CODE,
    sample: SAMPLE,
    // A mail may wait for hours behind others. The code that it has may be void by then.
    async isCurrent(db, fanclub, { about: code }) {
      // Mails of earlier versions do not say which code they are about.
      return code == null || (await db.first(LIVE_CODE, { fanclub, code })) !== null;
    },
  },
});

declare module '#platform/mail' {
  interface MailKinds extends Readonly<typeof mails> {}
}
