import { Alert, Stack } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mayUse } from '../api/auth-provider';
import type { IssueOfMember } from '../api/generated';
import { CopyLink } from '../parts/copy-link';
import { dayOf } from '../parts/zoned-time';
import { wordOf } from '../texts';

type Severity = 'error' | 'warning' | 'info';

/** How urgent an issue is, and what it is. */
const ISSUES: Readonly<Record<IssueOfMember['kind'], readonly [severity: Severity, text: string]>> = {
  unpaid_order: ['info', 'waits for its payment'],
  lacks_address: ['warning', 'a parcel waits for an address'],
  lacks_option: ['warning', 'a parcel waits for a choice'],
  renewal_failed: ['error', 'The renewal has failed'],
  mail_given_up: ['error', 'A mail could not be delivered'],
  other_amount: ['error', 'another amount was paid than was due'],
  waits: ['warning', 'the payment does not end'],
  account_refuses: ['error', 'the payment account refuses payments'],
  disputed: ['error', 'the buyer disputes the payment'],
  refund_failed: ['error', 'a refund has failed'],
  refund_waits: ['warning', 'a refund does not end'],
  event_fails: ['error', 'an event of the provider fails'],
  stray: ['error', 'a payment has no order'],
  customer_stays: ['error', 'an erased member is still at the provider'],
};

const link = (resource: string, id: number | null, text: string): ReactNode =>
  id !== null && mayUse(resource, 'show') ? <Link to={`/${resource}/${id}/show`}>{text}</Link> : text;

function Issue({ issue }: { issue: IssueOfMember }): ReactElement {
  const { kind, since, order_id: order, renewal_id: renewal, code, payment_link: payment } = issue;
  const [severity, text] = ISSUES[kind];
  const ofOrder = order !== null && kind !== 'renewal_failed';
  const more = [kind === 'renewal_failed' ? wordOf(code) : code, `since ${dayOf(since)}`];
  return (
    <Alert
      severity={severity}
      sx={{ flexWrap: 'wrap' }}
      action={payment === null ? undefined : <CopyLink label="Copy payment link" link={payment} />}
    >
      {ofOrder && <>{link('orders', order, `Order ${order}`)}: </>}
      {renewal === null ? text : link('renewals', renewal, text)}
      {` (${more.filter(Boolean).join(', ')})`}
    </Alert>
  );
}

/** What is open for a member, in the head of the page: nothing if all is well. */
export function MemberIssues({ issues = [] }: { issues?: readonly IssueOfMember[] }): ReactElement | null {
  if (issues.length === 0) return null;
  return (
    <Stack spacing={0.5} sx={{ mt: 1 }} aria-label="What is open" role="group">
      {issues.map((issue, at) => (
        <Issue key={at} issue={issue} />
      ))}
    </Stack>
  );
}
