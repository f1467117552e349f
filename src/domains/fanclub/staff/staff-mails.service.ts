import { Injectable } from '@nestjs/common';
import { Sealer } from '#libs/sealed';
import { type MailContent, QUEUE_CLUB_MAIL_AGAIN } from '#platform/mail';
import { Mail } from '#platform/mail/mail.entity';
import {
  type ListPage,
  type ListQuery,
  maskedEmail,
  type StaffViewer,
  StaffWorkService,
  oneOf,
  conflict,
} from '#platform/staff';

/** Which rows have a state. */
const STATES: Readonly<Record<string, string>> = {
  waiting: 'mail.sentAt IS NULL AND mail.givenUpAt IS NULL',
  sent: 'mail.sentAt IS NOT NULL',
  given_up: 'mail.givenUpAt IS NOT NULL',
};

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'mail.id',
  created_at: 'mail.createdAt',
  sent_at: 'mail.sentAt',
};

/** Shows the outbox, without contents and whole addresses, and sends mails again that were given up. */
@Injectable()
export class StaffMailsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
  ) {}

  /** @throws Problem (400) for an unknown state */
  list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const { page, perPage, sort, ids, filters } = query;
    const { state, kind } = filters;
    return this.work.read(viewer, async (rows) => {
      const list = rows.select(Mail, 'mail');
      if (state !== undefined) list.andWhere(oneOf('state', STATES, state));
      if (kind !== undefined) list.andWhere('mail.kind = :kind', { kind });
      if (ids !== null) list.andWhere('mail.id = ANY (:ids)', { ids });
      const direction = sort.descending ? 'DESC' : 'ASC';
      list.orderBy(COLUMNS[sort.field], direction, 'NULLS LAST').addOrderBy('mail.id', direction);
      const [found, total] = await list
        .skip((page - 1) * perPage)
        .take(perPage)
        .getManyAndCount();
      return { data: found.map((mail) => this.printed(mail)), total };
    });
  }

  /** Sends all mails again that were given up. @returns how many */
  retryAll(viewer: StaffViewer): Promise<{ mails: number }> {
    return this.work.change(viewer, async (change) => {
      const asked = { fanclub: change.fanclubId, mail: null };
      const mails = (await change.statements.rows(QUEUE_CLUB_MAIL_AGAIN, asked)).length;
      change.audit({ action: 'mails.retried', subject: { type: 'mail', id: null }, after: { mails } });
      return { mails };
    });
  }

  /** Sends a mail that was given up again. @throws Problem (404; 409 if it was not given up) */
  retry(viewer: StaffViewer, id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      const { givenUpAt } = await change.lock(Mail, id);
      if (givenUpAt === null) {
        throw conflict('The mail was not given up: it waits, or was sent.');
      }
      await change.statements.rows(QUEUE_CLUB_MAIL_AGAIN, { fanclub: change.fanclubId, mail: id });
      change.audit({
        action: 'mail.retried',
        subject: { type: 'mail', id },
        before: { given_up_at: givenUpAt },
      });
      return this.printed(await change.one(Mail, id));
    });
  }

  private printed(mail: Mail) {
    const { id, kind, createdAt, sentAt, givenUpAt, attempts, lastError } = mail;
    return {
      id,
      kind,
      state: givenUpAt ? 'given_up' : sentAt ? 'sent' : 'waiting',
      to: this.maskedAddress(mail),
      created_at: createdAt.toISOString(),
      sent_at: sentAt?.toISOString() ?? null,
      attempts,
      error: lastError,
    };
  }

  /** `a…@m….example`; null once the mail was sent, because its content is deleted, or if no known key opens it. */
  private maskedAddress({ contentSealed }: Mail): string | null {
    if (contentSealed === null) return null;
    try {
      return maskedEmail((JSON.parse(this.sealer.open(contentSealed)) as MailContent).to);
    } catch {
      return null;
    }
  }
}
