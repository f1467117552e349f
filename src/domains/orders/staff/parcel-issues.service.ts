import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Mails } from '#platform/mail';
import { Published } from '#platform/published';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import { CLAIM_ISSUES, COUNT_ISSUES } from './parcel-issues.queries';

/** Milliseconds between two mails that ask a member for the same thing. */
const WEEK = 7 * 24 * 60 * 60 * 1000;
/** The most mails of one request. */
const MAX_MAILS = 5_000;

/** Members whose waiting parcels lack an address or an option. */
@Injectable()
export class ParcelIssuesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly mails: Mails,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** How many members have a parcel that lacks something, and how many of them can be asked now. */
  count(viewer: StaffViewer) {
    const weekAgo = new Date(this.clock.now().getTime() - WEEK);
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const counts = (await statements.first(COUNT_ISSUES, { fanclub, weekAgo }))!;
      return {
        address: { members: counts.address, can_be_asked: counts.addressDue },
        option: { members: counts.option, can_be_asked: counts.optionDue },
      };
    });
  }

  /** Mails the members whose parcels lack something, each at most once a week. */
  async askForMissing(viewer: StaffViewer, issue: 'address' | 'option'): Promise<{ mails: number }> {
    const now = this.clock.now();
    const weekAgo = new Date(now.getTime() - WEEK);
    const { siteUrl: link } = (await this.published.byId(viewer.fanclubId))!;
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const asked = { fanclub, issue, now, weekAgo, limit: MAX_MAILS };
      const members = await statements.rows(CLAIM_ISSUES, asked);
      const kind = issue === 'address' ? 'parcel_needs_address' : 'parcel_needs_option';
      for (const { customerId, email: to, firstName } of members) {
        await this.mails.queue(statements, { id: fanclub }, { kind, to, firstName, link });
        const subject = { type: 'member', id: customerId } as const;
        change.audit({ action: 'issue.mailed', subject, customerId, after: { issue } });
      }
      if (members.length === 0)
        change.audit({
          action: 'issue.mailed',
          subject: { type: 'member', id: null },
          after: { issue, mails: 0 },
        });
      return { mails: members.length };
    });
  }
}
