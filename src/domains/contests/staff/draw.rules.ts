import { isoUtc } from '#libs/format';
import { initial } from '#platform/staff';
import type { RowOf } from '#platform/database';
import type { Place } from '../winners.queries';
import type {
  DrawOfContest,
  DrawStep,
  LeftOutOfDraw,
  MailOfWinner,
  WinnerOfContest,
} from './dto/draw.answers';
import type { DRAW_OF_CONTEST, WinnerRow } from './staff-draws.queries';

type DrawRow = RowOf<typeof DRAW_OF_CONTEST>;

const stamp = (at: Date | null): string | null => at && isoUtc(at);

/** A draw as staff see it. @param page the address of its public page */
export function drawShape(
  id: number,
  row: DrawRow,
  { places, leftOut: left }: { places: readonly Place[]; leftOut: readonly LeftOutOfDraw[] },
  { now, page }: { now: Date; page: string },
): DrawOfContest {
  const { endsAt, commitment, committedAt, closedAt, entries, leftOut, listHash, beacon, drawnAt } = row;
  const inState = (prize: number, state: Place['state']): number =>
    places.filter((place) => place.prize === prize && place.state === state).length;
  return {
    id,
    step: stepOf(row),
    ended: now > endsAt,
    ends_at: isoUtc(endsAt),
    commitment,
    committed_at: stamp(committedAt),
    closed_at: stamp(closedAt),
    entries,
    left_out: leftOut,
    left_out_by: left,
    list_hash: listHash,
    beacon_source: row.beaconSource,
    beacon,
    drawn_at: stamp(drawnAt),
    confirm_hours: row.confirmHours,
    alternates_until: stamp(row.alternatesUntil),
    alternates: drawnAt ? entries - places.length : 0,
    prizes: (row.prizes ?? []).map(({ name, winners }, prize) => {
      const [selected, confirmed] = [inState(prize, 'selected'), inState(prize, 'confirmed')];
      return { name, winners, selected, confirmed, free: winners - selected - confirmed };
    }),
    page,
  };
}

function stepOf({ commitment, closedAt, drawnAt }: DrawRow): DrawStep {
  if (commitment === null) return 'none';
  if (drawnAt) return 'drawn';
  return closedAt ? 'closed' : 'entries';
}

/** A winner as staff see them. */
export function winnerShape(row: WinnerRow, masked: boolean): WinnerOfContest {
  const { id, rank, entryId, customerId, firstName, lastName, birthdate, prizeName, state, cause } = row;
  return {
    ...{ id, rank, entry_id: entryId, member_id: customerId },
    first_name: masked ? initial(firstName) : firstName,
    last_name: masked ? initial(lastName) : lastName,
    ...(!masked && { birthdate }),
    ...{ prize: prizeName, state, cause },
    reason: masked ? null : row.reason,
    confirm_by: isoUtc(row.confirmBy),
    decided_at: stamp(row.decidedAt),
    mail: mailOf(row),
  };
}

const mailOf = ({ mailedAt, mailState: state, mailStateAt }: WinnerRow): MailOfWinner | null =>
  mailedAt && { queued_at: isoUtc(mailedAt), state, at: stamp(mailStateAt) };
