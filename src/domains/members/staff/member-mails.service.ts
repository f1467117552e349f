import { Injectable } from '@nestjs/common';
import { Sealer } from '#libs/sealed';
import { FIND_SENT_MAIL, type SentText } from '#platform/mail';
import { notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import type { TextOfMail } from './dto/member.answers';
import { mailItem } from './member.serializer';

/** Shows staff what a member was sent. */
@Injectable()
export class MemberMailsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
  ) {}

  /** A mail as it was sent. Each look is recorded. @throws Problem (404) */
  async show(viewer: StaffViewer, mail: number): Promise<TextOfMail> {
    const found = await this.work.read(viewer, ({ statements, fanclubId: fanclub }) =>
      statements.first(FIND_SENT_MAIL, { fanclub, mail }),
    );
    if (!found) throw notFound();
    const { customerId } = found;
    await this.work.change(viewer, (change) => {
      const subject = { type: 'member', id: customerId } as const;
      change.audit({ action: 'member.mail_read', subject, customerId, after: { mail_id: mail } });
      return Promise.resolve();
    });
    const text = this.textOf(found.contentSealed);
    return {
      ...mailItem({ ...found, hasText: text !== null }, 'full'),
      subject: text?.subject ?? null,
      text: text?.text ?? null,
    };
  }

  /** Null: it is not kept, or no known key opens it. */
  private textOf(contentSealed: string | null): SentText | null {
    if (contentSealed === null) return null;
    try {
      return JSON.parse(this.sealer.open(contentSealed)) as SentText;
    } catch {
      return null;
    }
  }
}
