import { Stack } from '@mui/material';
import type { ReactElement } from 'react';
import { type RaRecord, useGetList, useRecordContext } from 'react-admin';
import { clubZone, may } from '../api/clubs';
import { ActionButton } from '../parts/action-button';
import type { ActionField } from '../parts/action-input';
import { usePlanLabel } from '../parts/references';
import { clockTime, when } from '../parts/zoned-time';
import { CorrectEmail } from './member-corrections';
import { ViewAs } from './view-as';
import type { MemberPage } from '../api/generated';

const REASON: ActionField = { name: 'reason', label: 'Reason', help: 'It is kept on record.' };

/** When the membership ends that ends last; null: never, or there is none. */
function lastEnd({ subscriptions = [] }: Partial<MemberPage>): string | null {
  const ends = subscriptions
    .filter(({ state, cancelled }) => !cancelled && state !== 'over')
    .map(({ end_date }) => end_date);
  return ends.includes(null) ? null : (ends.sort().at(-1) ?? null);
}

/** What can be done with a member; each person sees what their role allows. */
export function MemberActions(): ReactElement | null {
  const member = useRecordContext();
  const { data: plans = [] } = useGetList('plans', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'id', order: 'DESC' },
  });
  const labelOf = usePlanLabel();
  if (!member) return null;
  const path = `members/${member.id}`;
  const end = lastEnd(member as Partial<MemberPage>);
  const choicesOf = (some: readonly RaRecord[]): Record<string, string> =>
    Object.fromEntries(some.map((one) => [String(one.id), labelOf(one)]));
  const choices = choicesOf(plans);
  const present = plans.find(({ id }) => id === (member.plan as { id: number } | null)?.id);
  // Another season ends on another day.
  const alike = plans.filter(
    ({ id, sales_period }) => id !== present?.id && sales_period === present?.sales_period,
  );
  // No default: staff must choose the plan.
  const plan: ActionField = { name: 'plan_id', label: 'Plan', choices, initial: '' };
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', my: 2 }}>
      {may('members.comp') && (
        <>
          <ActionButton
            label="Comp"
            path={`${path}/comp`}
            once
            explains="Gives one term of a plan for free, at once or after the present membership. To add some months to the present one, use “Extend”."
            fields={[
              plan,
              { name: 'starts', label: 'Begins', choices: { now: 'Now', queued: 'After the present one' } },
              REASON,
            ]}
            body={({ plan_id, ...rest }) => ({ ...rest, plan_id: Number(plan_id) })}
            done="The membership is given."
          />
          {member.plan !== null && (
            <ActionButton
              label="Change plan"
              path={`${path}/change_plan`}
              once
              explains="The membership goes on with another plan, without a payment, and ends when it would have ended. A package of the other plan is queued; one that is queued already stays. If the other plan costs more, automatic renewal is turned off, and the member can turn it on again. A trial, or a membership of another season, does not change its plan."
              fields={[{ ...plan, choices: choicesOf(present ? alike : plans) }, REASON]}
              body={({ plan_id, ...rest }) => ({ ...rest, plan_id: Number(plan_id) })}
              done="The plan is changed."
            />
          )}
          <ActionButton
            label="Extend"
            path={`${path}/extend`}
            once
            explains={
              end === null
                ? 'Moves the end of the membership.'
                : `The membership ends on ${when(end)}. Choose a later end.`
            }
            fields={[
              { name: 'end_date', label: 'New end', type: 'instant', initial: clockTime(end, clubZone()) },
              REASON,
            ]}
            done="The membership is extended."
          />
          <ActionButton
            label="Cancel membership"
            path={`${path}/cancel`}
            once
            danger
            explains="“Now” ends all memberships at once. “No renewal” lets them end on their day."
            fields={[{ name: 'when', label: 'When', choices: { renewal: 'No renewal', now: 'Now' } }, REASON]}
            done="It is cancelled."
          />
        </>
      )}
      {may('members.write') && (
        <>
          {member.locked_plan_id === null ? (
            <ActionButton
              label="Lock to a plan"
              path={`${path}/lock`}
              explains="The member can renew this plan only."
              fields={[plan]}
              body={({ plan_id }) => ({ plan_id: Number(plan_id) })}
              done="The plan is locked."
            />
          ) : (
            <ActionButton label="Unlock the plan" path={`${path}/unlock`} done="The plan is unlocked." />
          )}
          {member.blacklisted ? (
            <ActionButton
              label="Take off the blacklist"
              path={`${path}/unblacklist`}
              fields={[REASON]}
              done="The member is off the blacklist."
            />
          ) : (
            <ActionButton
              label="Blacklist"
              path={`${path}/blacklist`}
              danger
              explains="The member can neither log in nor buy."
              fields={[REASON]}
              done="The member is on the blacklist."
            />
          )}
          {member.registered && !member.blacklisted && <CorrectEmail member={Number(member.id)} />}
          {!member.confirmed && (
            <ActionButton
              label="Send the confirmation again"
              path={`${path}/resend_confirmation`}
              done="The mail is on its way."
            />
          )}
          {!member.blacklisted && (
            <ActionButton
              label="Send a password mail"
              path={`${path}/password_mail`}
              explains="The mail has a link by which the member chooses a new password."
              done="The mail is on its way."
            />
          )}
          <ActionButton
            label="Log out everywhere"
            path={`${path}/end_sessions`}
            explains="Ends all of the member's sessions."
            done="The member is logged out everywhere."
          />
        </>
      )}
      {may('members.write') && <ViewAs member={Number(member.id)} />}
    </Stack>
  );
}
