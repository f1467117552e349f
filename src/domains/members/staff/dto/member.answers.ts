import {
  COUNT,
  DATE,
  FLAG,
  ID,
  INSTANT,
  JSON_VALUE,
  listOf,
  MONEY,
  orNull,
  type Schema,
  Shaped,
  TEXT,
} from '#platform/reference';
import { PROBLEM_KINDS, type ProblemKind } from '#domains/payments';
import { Address } from '#domains/shipping';
import { ISSUE_KINDS, type IssueKind } from '../member-issues.queries';

export class PlanOfMember {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
}

const MEMBER_STATES = ['none', 'active', 'lapsed'] as const;

/** A member in a list. Who sees members masked gets initials, and hidden addresses. */
export class MemberListItem {
  @Shaped(ID) id!: number;
  @Shaped(orNull(TEXT)) email!: string | null;
  @Shaped(orNull(TEXT)) first_name!: string | null;
  @Shaped(orNull(TEXT)) last_name!: string | null;
  @Shaped(orNull(TEXT)) username!: string | null;
  @Shaped({ type: 'string', enum: MEMBER_STATES }) state!: (typeof MEMBER_STATES)[number];
  @Shaped(FLAG) trial!: boolean;
  @Shaped(orNull(PlanOfMember)) plan!: PlanOfMember | null;
  @Shaped(orNull(INSTANT), { description: 'The end of the membership; null if it has none.' })
  until!: string | null;
  @Shaped(FLAG) registered!: boolean;
  @Shaped(FLAG) confirmed!: boolean;
  @Shaped(FLAG) blacklisted!: boolean;
  @Shaped(FLAG) invalid_email!: boolean;
  @Shaped(INSTANT) created_at!: string;
}

const TERM_STATES = ['pending', 'active', 'lapsed', 'over', 'cancelled'] as const;

/** A subscription of a member. */
export class TermOfMember {
  @Shaped(ID) id!: number;
  @Shaped(PlanOfMember) plan!: PlanOfMember;
  @Shaped(INSTANT) start_date!: string;
  @Shaped(orNull(INSTANT)) end_date!: string | null;
  @Shaped(FLAG) trial!: boolean;
  @Shaped({ type: 'string', enum: TERM_STATES }) state!: (typeof TERM_STATES)[number];
  @Shaped(FLAG, { description: 'A cancelled one that has not begun is still `pending`.' })
  cancelled!: boolean;
}

/** A subscription that begins after another one. */
export class QueuedTermOfMember {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) plan_name!: string;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(INSTANT) end_date!: string;
  @Shaped(orNull(INSTANT)) processed_at!: string | null;
}

export class OrderOfMember {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) plan_name!: string;
  @Shaped(orNull(MONEY)) total!: string | null;
  @Shaped({ type: 'string', enum: ['sale', 'comp'] }) kind!: 'sale' | 'comp';
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT)) paid_at!: string | null;
  @Shaped(orNull(INSTANT)) refunded_at!: string | null;
  @Shaped(COUNT) parcels!: number;
  @Shaped(listOf(DATE)) ship_dates!: readonly string[];
}

/** What a member chose of an item type. */
export class OptionOfMember {
  @Shaped(TEXT) item!: string;
  @Shaped(TEXT) option!: string;
}

export class ContestOfMember {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
}

export class EntryOfMember {
  @Shaped(ID) id!: number;
  @Shaped(ContestOfMember) contest!: ContestOfMember;
  @Shaped(INSTANT) entered_at!: string;
  @Shaped(FLAG) selected!: boolean;
  @Shaped(FLAG) confirmed!: boolean;
  @Shaped(FLAG) forfeited!: boolean;
}

export class LoginOfMember {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(INSTANT) last_seen_at!: string;
  @Shaped(FLAG, { description: 'Whether the session has ended.' }) over!: boolean;
}

/** Something that happened to a member. */
export class Happening {
  @Shaped(INSTANT) at!: string;
  @Shaped(TEXT, { description: '`order.placed`, or the action of a person of the staff.' }) kind!: string;
  @Shaped(TEXT, { description: 'One line without names and addresses of persons.' }) text!: string;
  @Shaped(TEXT, { required: false, description: 'Who of the staff did it; absent if nobody did.' })
  by?: string;
}

/** Something that is open for a member: a problem of a payment, or what the kind says. */
export class IssueOfMember {
  @Shaped({ type: 'string', enum: [...ISSUE_KINDS, ...PROBLEM_KINDS] }) kind!: IssueKind | ProblemKind;
  @Shaped(INSTANT) since!: string;
  @Shaped(orNull(ID)) order_id!: number | null;
  @Shaped(orNull(ID)) renewal_id!: number | null;
  @Shaped(orNull(TEXT), { description: 'The code of a failure, or the state of a renewal.' })
  code!: string | null;
  @Shaped(orNull(TEXT), { description: 'Where the member pays an open order, after logging in.' })
  payment_link!: string | null;
}

/** What somebody of the staff noted about a member. */
export class NoteOfMember {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) at!: string;
  @Shaped(orNull(TEXT), { description: 'Who wrote it; null: a person who was deleted.' }) by!: string | null;
  @Shaped(TEXT) text!: string;
  @Shaped(FLAG, { description: 'Whether the asking person may delete it.' }) deletable!: boolean;
}

/** A mail that was sent to a member. */
export class MailOfMember {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) kind!: string;
  @Shaped(orNull(TEXT), { description: 'Where it went. Masked for who sees members masked.' })
  to!: string | null;
  @Shaped(INSTANT) sent_at!: string;
  @Shaped(FLAG, { description: 'Whether its text is kept: for 90 days, unless it has a code.' })
  has_text!: boolean;
}

/** A mail as it was sent. */
export class TextOfMail extends MailOfMember {
  @Shaped(orNull(TEXT)) subject!: string | null;
  @Shaped(orNull(TEXT), { description: 'With `[link]` in the place of the link. Null: not kept.' })
  text!: string | null;
}

/** A note that was added. */
export class AddedNote {
  @Shaped(ID) id!: number;
}

/** A member's page. */
export class MemberPage extends MemberListItem {
  @Shaped(orNull(DATE)) birthdate!: string | null;
  @Shaped(orNull(TEXT)) new_email!: string | null;
  @Shaped(listOf(orNull(TEXT))) email_aliases!: readonly (string | null)[];
  @Shaped(orNull(INSTANT)) confirmed_at!: string | null;
  @Shaped(FLAG) lists_opt_in!: boolean;
  @Shaped(orNull(TEXT)) lists_opt_in_source!: string | null;
  @Shaped(orNull(INSTANT)) lists_opt_in_changed_at!: string | null;
  @Shaped(FLAG) auto_renewal_enabled!: boolean;
  @Shaped(orNull(ID)) locked_plan_id!: number | null;
  @Shaped(COUNT) renewals!: number;
  @Shaped(orNull(INSTANT), { description: 'When the member is to be erased, as they asked.' })
  erase_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When the member was erased. Then names and addresses are null.' })
  erased_at!: string | null;
  @Shaped(orNull(ID), { description: 'The member into whom this one was merged; null: none.' })
  merged_into!: number | null;
  @Shaped([IssueOfMember], { description: 'What is open; problems of payments first.' })
  issues!: readonly IssueOfMember[];
  @Shaped([NoteOfMember], { description: 'The latest first. None for who sees members masked.' })
  notes!: readonly NoteOfMember[];
  @Shaped([MailOfMember], { description: 'The latest first.' }) mails!: readonly MailOfMember[];
  @Shaped([TermOfMember]) subscriptions!: readonly TermOfMember[];
  @Shaped([QueuedTermOfMember]) queued!: readonly QueuedTermOfMember[];
  @Shaped([OrderOfMember]) orders!: readonly OrderOfMember[];
  @Shaped(orNull(Address), { description: 'Null if there is none, and for who sees members masked.' })
  address!: Address | null;
  @Shaped(FLAG) has_address!: boolean;
  @Shaped([OptionOfMember]) options!: readonly OptionOfMember[];
  @Shaped([EntryOfMember]) entries!: readonly EntryOfMember[];
  @Shaped([LoginOfMember]) logins!: readonly LoginOfMember[];
  @Shaped([Happening], { description: 'The latest first.' }) timeline!: readonly Happening[];
}

/** A membership that was given. */
export class GivenMembership {
  @Shaped(ID) order_id!: number;
  @Shaped(ID) plan_id!: number;
  @Shaped(INSTANT) start_date!: string;
  @Shaped(orNull(INSTANT)) end_date!: string | null;
}

/** A membership that was extended. */
export class ExtendedMembership {
  @Shaped(ID) subscription_id!: number;
  @Shaped(INSTANT) end_date!: string;
}

/** A membership that was cancelled. */
export class CancelledMembership {
  @Shaped({ type: 'string', enum: ['now', 'renewal'] }) when!: 'now' | 'renewal';
  @Shaped(listOf(ID)) subscription_ids!: readonly number[];
}

/** What the API answers to a member, by request. openapi.json describes each answer. */
export const ANSWERS_OF_MEMBER: Schema = {
  type: 'object',
  description: 'The answers of the API by request, such as `GET /account`; openapi.json describes them.',
  additionalProperties: JSON_VALUE,
};
