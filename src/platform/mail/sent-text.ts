import type { Sealer } from '#libs/sealed';
import type { ComposedMail } from './delivery';
import { MAILS } from './mail-kinds';

/** The words of a mail as it was sent, without its link: the link would log its reader in as the member. */
export interface SentText {
  readonly subject: string;
  readonly text: string;
}

/** What is kept of a mail that was sent. */
export interface KeptMail {
  /** Null: it went to staff. */
  readonly address: string | null;
  readonly contentSealed: string | null;
}

/** Stands in the place of the link. */
const NO_LINK = '[link]';

/** What is kept of a mail: no text if that has a code which works for whom it has. */
export function keptMail(sealer: Sealer, { kind, to, subject, text, link }: ComposedMail): KeptMail {
  const { toStaff, hasCode } = MAILS.get(kind);
  if (toStaff) return { address: null, contentSealed: null };
  const kept: SentText = { subject, text: text.replaceAll(link, NO_LINK) };
  return { address: to, contentSealed: hasCode ? null : sealer.seal(JSON.stringify(kept)) };
}
