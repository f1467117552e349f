import { MAIL_STATES, type MailState } from '#platform/mail';
import { COUNT, DATE, FLAG, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';
import {
  EXCLUSION_CAUSES,
  type ExclusionCause,
  FORFEIT_CAUSES,
  type ForfeitCause,
  WINNER_STATES,
  type WinnerState,
} from '../../contest-draw.entity';

const DRAW_STEPS = ['none', 'entries', 'closed', 'drawn'] as const;
/** `none`: nothing is committed. `entries`: people enter, or the contest can be closed. `closed`: it can be drawn. */
export type DrawStep = (typeof DRAW_STEPS)[number];

/** A prize of a draw, with how many of its winners confirmed. */
export class PrizeOfDraw {
  @Shaped(TEXT) name!: string;
  @Shaped(COUNT) winners!: number;
  @Shaped(COUNT, { description: 'Asked, and not answered.' }) selected!: number;
  @Shaped(COUNT) confirmed!: number;
  @Shaped(COUNT, { description: 'No alternate is left, or their time is over.' }) free!: number;
}

/** How many entries are left out for one cause; of those that staff excluded, for one reason. */
export class LeftOutOfDraw {
  @Shaped({ type: 'string', enum: [...EXCLUSION_CAUSES] }) cause!: ExclusionCause;
  @Shaped(orNull(TEXT), {
    description:
      'Null for other causes, for all but the 20 most frequent reasons, and for who sees entries masked, because it may name persons.',
  })
  reason!: string | null;
  @Shaped(COUNT) count!: number;
}

/** The draw of a contest. The seed is never here. */
export class DrawOfContest {
  @Shaped(ID, { description: 'The id of the contest.' }) id!: number;
  @Shaped({ type: 'string', enum: [...DRAW_STEPS] }) step!: DrawStep;
  @Shaped(FLAG, { description: 'The contest has ended, so it can be closed.' }) ended!: boolean;
  @Shaped(INSTANT) ends_at!: string;
  @Shaped(orNull(TEXT)) commitment!: string | null;
  @Shaped(orNull(INSTANT)) committed_at!: string | null;
  @Shaped(orNull(INSTANT)) closed_at!: string | null;
  @Shaped(COUNT, { description: 'That take part: in the frozen list, or now.' }) entries!: number;
  @Shaped(COUNT, { description: 'Excluded, too late, or of blacklisted or erased people.' })
  left_out!: number;
  @Shaped(listOf(LeftOutOfDraw), {
    description: 'By cause. Empty as well if the contest was closed before the service recorded the causes.',
  })
  left_out_by!: readonly LeftOutOfDraw[];
  @Shaped(orNull(TEXT)) list_hash!: string | null;
  @Shaped(orNull(TEXT), { description: 'Announced with the closing. Null: none, or not closed.' })
  beacon_source!: string | null;
  @Shaped(orNull(TEXT), { description: 'Empty: drawn without one.' }) beacon!: string | null;
  @Shaped(orNull(INSTANT)) drawn_at!: string | null;
  @Shaped(orNull(COUNT)) confirm_hours!: number | null;
  @Shaped(orNull(INSTANT)) alternates_until!: string | null;
  @Shaped(COUNT, { description: 'Entries of the ranking that were not selected yet.' }) alternates!: number;
  @Shaped(listOf(PrizeOfDraw), { description: 'Empty: not drawn.' }) prizes!: readonly PrizeOfDraw[];
  @Shaped(TEXT, { description: 'The address of the public page.' }) page!: string;
}

/** What became of a mail. */
export class MailOfWinner {
  @Shaped(INSTANT, { description: 'When it was queued.' }) queued_at!: string;
  @Shaped(orNull({ type: 'string', enum: [...MAIL_STATES] }), {
    description: 'Null: not known any more, because mails are deleted after 30 days.',
  })
  state!: MailState | null;
  @Shaped(orNull(INSTANT), { description: 'Since when it has this state.' }) at!: string | null;
}

/** An entry that was selected. The names are those of the entry; masked: initials. */
export class WinnerOfContest {
  @Shaped(ID) id!: number;
  @Shaped(COUNT) rank!: number;
  @Shaped(ID) entry_id!: number;
  @Shaped(orNull(ID), { description: 'Null: the entry was deleted.' }) member_id!: number | null;
  @Shaped(orNull(TEXT)) first_name!: string | null;
  @Shaped(orNull(TEXT)) last_name!: string | null;
  @Shaped(orNull(DATE), { required: false, description: 'Absent for who sees entries masked.' })
  birthdate?: string | null;
  @Shaped(TEXT) prize!: string;
  @Shaped({ type: 'string', enum: [...WINNER_STATES] }) state!: WinnerState;
  @Shaped(orNull({ type: 'string', enum: [...FORFEIT_CAUSES] })) cause!: ForfeitCause | null;
  @Shaped(orNull(TEXT), { description: 'Null for who sees entries masked, because it may name persons.' })
  reason!: string | null;
  @Shaped(INSTANT, { description: 'With the time of holds of the fan club since the selection.' })
  confirm_by!: string;
  @Shaped(orNull(INSTANT)) decided_at!: string | null;
  @Shaped(orNull(MailOfWinner), { description: 'The newest mail. Null: there was none.' })
  mail!: MailOfWinner | null;
}

/** What waits for staff in the contests of a fan club. */
export class ContestsToDo {
  @Shaped(COUNT, { description: 'Contests that have ended and are not closed.' }) to_close!: number;
  @Shaped(COUNT, { description: 'Contests that are closed and not drawn.' }) to_draw!: number;
  @Shaped(COUNT, { description: 'Winners who have not answered.' }) to_confirm!: number;
}
