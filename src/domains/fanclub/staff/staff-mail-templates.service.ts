import { Injectable } from '@nestjs/common';
import {
  type MailKind,
  MAILS,
  Mails,
  MailTextRefused,
  type OwnWording,
  tryOwnMail,
  type Wording,
  withLayout,
  wordingOf,
} from '#platform/mail';
import { MailTemplate } from '#platform/mail/mail.entity';
import {
  type ClubRows,
  differences,
  etagOf,
  type ListPage,
  requireMatch,
  StaffAnswer,
  StaffLimits,
  type StaffViewer,
  StaffWorkService,
  notFound,
  invalidField,
} from '#platform/staff';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import type { MailTexts } from './dto/fanclub.dto';

/** The kinds of mails whose texts a fan club may change: all that go to its visitors. */
const kinds = (): MailKind[] => MAILS.names().filter((kind) => !MAILS.get(kind).toStaff);

/** The texts of a fan club: its own, or else the defaults. */
interface Texts extends Wording {
  readonly kind: MailKind;
  /** Whether any of the texts is the fan club's own. */
  readonly changed: boolean;
}

export interface ShownTexts extends Texts {
  /** By which the record of changes knows them. Null: they were never changed. */
  readonly record_id: number | null;
}

/** Shows, changes and tries out the texts of the mails that a fan club sends. Every method throws Problem (404) for an unknown kind. */
@Injectable()
export class StaffMailTemplatesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly mails: Mails,
    private readonly limits: StaffLimits,
  ) {}

  async list(viewer: StaffViewer): Promise<ListPage<ShownTexts>> {
    const rows = await this.work.read(viewer, (club) => club.find(MailTemplate));
    const data = kinds().map((kind) =>
      shown(
        kind,
        rows.find((row) => row.kind === kind),
      ),
    );
    return { data, total: data.length };
  }

  async one(viewer: StaffViewer, kind: string): Promise<StaffAnswer> {
    const known = kindOf(kind);
    return versioned(known, await this.work.read(viewer, (club) => ownOf(club, known)));
  }

  /** Changes texts; null: back to the default. @param version `If-Match` @throws Problem (412, 422, 428, 429) */
  async change(
    viewer: StaffViewer,
    kind: string,
    version: string | undefined,
    body: MailTexts,
  ): Promise<StaffAnswer> {
    const known = kindOf(kind);
    await this.limits.count('preview', String(viewer.person.id), viewer.source, viewer.asker.actor);
    return this.work.change(viewer, async (change) => {
      const { manager, fanclubId } = change;
      // The row may not exist yet, so the fan club is locked.
      const club = await manager.findOneOrFail(Fanclub, {
        where: { id: fanclubId },
        lock: { mode: 'pessimistic_write' },
      });
      const row = await ownOf(change, known);
      const before = printed(known, row);
      requireMatch(version, before);
      const { subject = null, text = null, html = null } = { ...row, ...body };
      const values = { subject, text, html };
      checked(club, known, values);
      const id = row?.id ?? (await change.insert(MailTemplate, { kind: known, ...values }));
      if (row) await change.update(MailTemplate, id, values);
      const saved = await change.one(MailTemplate, id);
      const after = printed(known, saved);
      change.audit({
        action: 'mail_template.changed',
        subject: { type: 'mail_template', id },
        ...differences({ ...before }, { ...after }),
      });
      return versioned(known, saved);
    });
  }

  /** Back to the default texts. @throws Problem (404 if the fan club has them) */
  async reset(viewer: StaffViewer, kind: string): Promise<void> {
    const known = kindOf(kind);
    await this.work.change(viewer, async (change) => {
      const row = await ownOf(change, known);
      if (!row) throw notFound();
      await change.remove(MailTemplate, row.id);
      const { subject, text, html } = row;
      const before = { kind: known, subject, text, html };
      change.audit({
        action: 'mail_template.deleted',
        subject: { type: 'mail_template', id: row.id },
        before,
      });
    });
  }

  /** Mails the present texts to the person who asks, with a link to the website. @throws Problem (429) */
  async sendToSelf(viewer: StaffViewer, text: string): Promise<void> {
    const kind = kindOf(text);
    await this.limits.count('preview', String(viewer.person.id), viewer.source, viewer.asker.actor);
    await this.work.change(viewer, async (change) => {
      const { siteUrl } = await change.manager.findOneByOrFail(Fanclub, { id: change.fanclubId });
      const { email: to, name: firstName } = viewer.person;
      const sample = { to, firstName, link: siteUrl };
      await this.mails.queueSample(change.statements, { id: change.fanclubId }, kind, sample);
      const id = (await ownOf(change, kind))?.id ?? null;
      change.audit({
        action: 'mail_template.tried',
        subject: { type: 'mail_template', id },
        after: { kind },
      });
    });
  }

  /**
   * The mail as a visitor would get it, with sample data; texts that are left out are the present ones.
   * @throws Problem (422; 429: the work is limited by person)
   */
  async preview(viewer: StaffViewer, kind: string, body: MailTexts): Promise<Wording> {
    const known = kindOf(kind);
    await this.limits.count('preview', String(viewer.person.id), viewer.source, viewer.asker.actor);
    return this.work.read(viewer, async (rows) => {
      const club = await rows.manager.findOneByOrFail(Fanclub, { id: rows.fanclubId });
      const { subject = null, text = null, html = null } = { ...(await ownOf(rows, known)), ...body };
      return checked(club, known, { subject, text, html });
    });
  }
}

/** @throws Problem (404) */
function kindOf(text: string): MailKind {
  const kind = kinds().find((one) => one === text);
  if (!kind) throw notFound();
  return kind;
}

async function ownOf(rows: ClubRows, kind: MailKind): Promise<MailTemplate | undefined> {
  const [row] = await rows.find(MailTemplate, { kind });
  return row;
}

function printed(kind: MailKind, row: MailTemplate | undefined): Texts {
  return {
    kind,
    ...wordingOf(kind, row ?? NONE),
    changed: row !== undefined && [row.subject, row.text, row.html].some((part) => part !== null),
  };
}

const NONE: OwnWording = { subject: null, text: null, html: null };

const shown = (kind: MailKind, row: MailTemplate | undefined): ShownTexts => ({
  ...printed(kind, row),
  record_id: row?.id ?? null,
});

const versioned = (kind: MailKind, row: MailTemplate | undefined): StaffAnswer =>
  new StaffAnswer(shown(kind, row), { etag: etagOf(printed(kind, row)) });

/** The mail with sample data. @throws Problem (422) */
function checked(club: Fanclub, kind: MailKind, own: OwnWording): Wording {
  const { name, siteUrl: site_url, supportEmail: support_email, logoUrl: logo_url } = club;
  try {
    return withLayout(tryOwnMail(kind, own, { name, site_url, support_email, logo_url }), club);
  } catch (error) {
    if (!(error instanceof MailTextRefused)) throw error;
    const { part, message: detail } = error;
    throw invalidField(`#/${part}`, detail);
  }
}
