import { COUNT, FLAG, ID, INSTANT, listOf, MONEY, orNull, Shaped, TEXT } from '#platform/reference';
import { RENEWAL_KINDS, RENEWAL_STATES, type RenewalKind, type RenewalState } from '../../renewal.entity';
import { type Control, CONTROLS } from '../../renewal-controls.rules';

const STATE = { type: 'string', enum: [...RENEWAL_STATES] } as const;
const FULL = 'Null if there is none, and for who sees renewals masked.';

export class PlanOfRenewal {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
}

/** The member of a renewal. Masked: initials, and a hidden address. */
export class MemberOfRenewal {
  @Shaped(ID) id!: number;
  @Shaped(orNull(TEXT)) email!: string | null;
  @Shaped(orNull(TEXT)) first_name!: string | null;
  @Shaped(orNull(TEXT)) last_name!: string | null;
  @Shaped(FLAG, { description: 'Whether the member lets the fan club renew automatically.' })
  auto_renewal_enabled!: boolean;
}

export class CardOfRenewal {
  @Shaped(TEXT) brand!: string;
  @Shaped(TEXT) last4!: string;
  @Shaped(TEXT, { description: 'Month and year: 11/2028.' }) expires!: string;
}

/** A renewal in a list. */
export class StaffRenewalListItem {
  @Shaped(ID) id!: number;
  @Shaped(MemberOfRenewal) member!: MemberOfRenewal;
  @Shaped({ type: 'string', enum: [...RENEWAL_KINDS] }) kind!: RenewalKind;
  @Shaped(STATE) state!: RenewalState;
  @Shaped(orNull(TEXT), { description: 'Why it is stopped, or needs the member.' }) reason!: string | null;
  @Shaped(FLAG, { description: 'Whether a charge of the saved card was announced.' }) automatic!: boolean;
  @Shaped(PlanOfRenewal, { description: 'The plan of the membership.' }) plan!: PlanOfRenewal;
  @Shaped(orNull(PlanOfRenewal), { description: 'The plan that follows. Null: none is known yet.' })
  next_plan!: PlanOfRenewal | null;
  @Shaped(orNull(MONEY), { description: 'With shipping. Null: it was neither ordered nor announced.' })
  amount!: string | null;
  @Shaped(TEXT) currency!: string;
  @Shaped(orNull(INSTANT), { description: 'The next charge, else the end of the membership.' })
  day!: string | null;
}

export class ChangeOfRenewal {
  @Shaped(INSTANT) at!: string;
  @Shaped(TEXT) from!: string;
  @Shaped(TEXT) to!: string;
  @Shaped(TEXT) cause!: string;
}

export class OrderOfRenewal {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) plan_name!: string;
  @Shaped(orNull(MONEY)) total!: string | null;
  @Shaped(orNull(TEXT)) currency!: string | null;
  @Shaped({ type: 'string', enum: ['open', 'paid', 'refunded', 'closed'] })
  state!: 'open' | 'paid' | 'refunded' | 'closed';
  @Shaped(INSTANT) created_at!: string;
}

export class PaymentOfRenewal {
  @Shaped(ID) order_id!: number;
  @Shaped(TEXT) state!: string;
  @Shaped(FLAG, { description: 'Whether the saved card was charged without its owner.' }) automatic!: boolean;
  @Shaped(MONEY) amount!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(orNull(TEXT)) failure!: string | null;
  @Shaped(INSTANT) created_at!: string;
}

export class MailOfRenewal {
  @Shaped(TEXT) kind!: string;
  @Shaped(INSTANT) queued_at!: string;
}

/** A renewal with its history. */
export class StaffRenewal extends StaffRenewalListItem {
  @Shaped(orNull(CardOfRenewal), { description: FULL }) card!: CardOfRenewal | null;
  @Shaped(orNull(TEXT), { description: `Where the member pays. ${FULL}` }) payment_link!: string | null;
  @Shaped(orNull(INSTANT)) announced_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'The announced day of the first charge.' })
  charge_at!: string | null;
  @Shaped(COUNT, { description: 'Charges that were declined.' }) tries!: number;
  @Shaped(listOf({ type: 'string', enum: [...CONTROLS] }), {
    description: 'What can be done with it in this state.',
  })
  controls!: readonly Control[];
  @Shaped(INSTANT) created_at!: string;
  @Shaped([ChangeOfRenewal]) changes!: readonly ChangeOfRenewal[];
  @Shaped([OrderOfRenewal]) orders!: readonly OrderOfRenewal[];
  @Shaped([PaymentOfRenewal]) payments!: readonly PaymentOfRenewal[];
  @Shaped([MailOfRenewal]) mails!: readonly MailOfRenewal[];
}

/** What became of a renewal after an action. */
export class ChangedRenewal {
  @Shaped(ID) id!: number;
  @Shaped(STATE) state!: RenewalState;
}

export class PlanOfForecast {
  @Shaped(ID, { description: 'The plan that members have now.' }) plan_id!: number;
  @Shaped(COUNT, { description: 'Its automatic renewals.' }) renewals!: number;
}

/** The automatic renewals that follow when the next season opens. */
export class RenewalForecast {
  @Shaped(INSTANT, { description: 'When they are announced.' }) announced_at!: string;
  @Shaped(orNull(INSTANT), { description: 'The first charge. Null: there is none.' })
  charged_from!: string | null;
  @Shaped([PlanOfForecast]) plans!: readonly PlanOfForecast[];
}
