import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { Mails } from '#platform/mail';
import type { ClubRows, StaffViewer } from '#platform/staff';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import { problemsBefore, PROBLEMS_OF_CUSTOMER } from '#domains/payments';
import type { IssueOfMember } from './dto/member.answers';
import { MEMBER_ISSUES } from './member-issues.queries';
import type { MemberRow } from './members.queries';

/** What is open for a member, for the head of the page. */
@Injectable()
export class MemberIssuesService {
  constructor(
    private readonly mails: Mails,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** What waits for the member or for staff, problems of payments first. */
  async of(
    { statements, fanclubId: fanclub }: ClubRows,
    viewer: StaffViewer,
    member: MemberRow,
  ): Promise<IssueOfMember[]> {
    const isMasked = viewer.reach('payments.read') === 'masked';
    const { id: customer, email } = member;
    const digests = email === null ? [] : this.mails.digestsOf(email);
    const issues = await statements.rows(MEMBER_ISSUES, { fanclub, customer, digests });
    const before = problemsBefore(this.clock.now());
    const problems = await statements.rows(PROBLEMS_OF_CUSTOMER, { fanclub, customer, before });
    return [...problems.map((one) => ({ ...one, renewalId: null })), ...issues].map(
      ({ kind, since, orderId, renewalId, code }) => ({
        kind,
        since: isoUtc(since),
        order_id: orderId,
        renewal_id: renewalId,
        code,
        payment_link:
          kind === 'unpaid_order' && !isMasked
            ? hostedOrder(this.hosts.addressOf(fanclub), Number(orderId))
            : null,
      }),
    );
  }
}
