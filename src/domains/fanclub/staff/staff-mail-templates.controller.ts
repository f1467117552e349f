import { Delete, Get, Headers, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Problem } from '#libs/problem';
import {
  isStaffMail,
  MAIL_KINDS,
  type MailKind,
  Mails,
  MailTextRefused,
  type OwnWording,
  sampleFacts,
  tryOwnMail,
  type Wording,
  withLayout,
  wordingOf,
} from '#platform/mail';
import { MailTemplate } from '#platform/mail/mail-template.entity';
import {
  type ClubRows,
  ClubStaffController,
  CurrentStaff,
  differences,
  etagOf,
  type ListPage,
  PROBLEMS,
  requireMatch,
  StaffAnswer,
  StaffBody,
  StaffLimits,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { MailTexts } from './dto/fanclub.dto';

/** The kinds of mails whose texts a fan club may change: all that go to its visitors. */
const KINDS = MAIL_KINDS.filter((kind) => !isStaffMail(kind));

/** Texts of a fan club: its own, or the defaults where it has none. */
interface Printed extends Wording {
  readonly kind: MailKind;
  /** Whether any of the texts is the fan club's own. */
  readonly changed: boolean;
}

/** The texts of the mails that a fan club sends. */
@ClubStaffController('mail_templates')
export class StaffMailTemplatesController {
  constructor(
    private readonly work: StaffWork,
    private readonly mails: Mails,
    private readonly limits: StaffLimits,
  ) {}

  @Get()
  @StaffOnly('club.read')
  async list(@CurrentStaff() viewer: StaffViewer): Promise<ListPage<Printed>> {
    const rows = await this.work.read(viewer, (club) => club.find(MailTemplate));
    const data = KINDS.map((kind) =>
      printed(
        kind,
        rows.find((row) => row.kind === kind),
      ),
    );
    return { data, total: data.length };
  }

  @Get(':kind')
  @StaffOnly('club.read')
  async one(@CurrentStaff() viewer: StaffViewer, @Param('kind') kind: string): Promise<StaffAnswer> {
    const known = kindOf(kind);
    return versioned(await this.work.read(viewer, async (club) => printed(known, await ownOf(club, known))));
  }

  /** Changes texts; null: the default again. Needs a proof: a text must not send a member's link elsewhere. */
  @Patch(':kind')
  @StaffOnly('club.write', { proof: true })
  async change(
    @CurrentStaff() viewer: StaffViewer,
    @Param('kind') kind: string,
    @Headers('if-match') version: string | undefined,
    @StaffBody() body: MailTexts,
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
      const after = printed(known, await change.one(MailTemplate, id));
      const subjectOfAudit = { type: 'mail_template', id };
      change.audit({
        action: 'mail_template.changed',
        subject: subjectOfAudit,
        ...differences({ ...before }, { ...after }),
      });
      return versioned(after);
    });
  }

  /** Back to the default texts. */
  @Delete(':kind')
  @StaffOnly('club.write', { proof: true })
  async reset(@CurrentStaff() viewer: StaffViewer, @Param('kind') kind: string): Promise<void> {
    const known = kindOf(kind);
    await this.work.change(viewer, async (change) => {
      const row = await ownOf(change, known);
      if (!row) throw new Problem(PROBLEMS.notFound);
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

  /** Mails the present texts to the person who asks, with a link to the website. */
  @Post(':kind/mails')
  @StaffOnly('club.write')
  async sendToSelf(@CurrentStaff() viewer: StaffViewer, @Param('kind') text: string): Promise<void> {
    const kind = kindOf(text);
    await this.limits.count('preview', String(viewer.person.id), viewer.source, viewer.asker.actor);
    await this.work.change(viewer, async (change) => {
      const { siteUrl } = await change.manager.findOneByOrFail(Fanclub, { id: change.fanclubId });
      const { email: to, name: firstName } = viewer.person;
      const facts = sampleFacts(kind);
      await this.mails.queue(
        change.statements,
        { id: change.fanclubId },
        { kind, to, firstName, link: siteUrl, ...(facts && { payment: facts }) },
      );
      const id = (await ownOf(change, kind))?.id ?? null;
      change.audit({
        action: 'mail_template.tried',
        subject: { type: 'mail_template', id },
        after: { kind },
      });
    });
  }

  /** The mail as a visitor would get it, with sample data; texts that are left out are the present ones. Limited by person, as the work is. */
  @Post(':kind/preview')
  @HttpCode(200)
  @StaffOnly('club.write')
  async preview(
    @CurrentStaff() viewer: StaffViewer,
    @Param('kind') kind: string,
    @StaffBody() body: MailTexts,
  ): Promise<Wording> {
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
  const kind = KINDS.find((one) => one === text);
  if (!kind) throw new Problem(PROBLEMS.notFound);
  return kind;
}

async function ownOf(rows: ClubRows, kind: MailKind): Promise<MailTemplate | undefined> {
  const [row] = await rows.find(MailTemplate, { kind });
  return row;
}

function printed(kind: MailKind, row: MailTemplate | undefined): Printed {
  return {
    kind,
    ...wordingOf(kind, row ?? NONE),
    changed: row !== undefined && [row.subject, row.text, row.html].some((part) => part !== null),
  };
}

const NONE: OwnWording = { subject: null, text: null, html: null };

const versioned = (template: Printed): StaffAnswer => new StaffAnswer(template, { etag: etagOf(template) });

/** The mail with sample data. @throws Problem (422) */
function checked(club: Fanclub, kind: MailKind, own: OwnWording): Wording {
  const { name, siteUrl: site_url, supportEmail: support_email, logoUrl: logo_url } = club;
  try {
    return withLayout(tryOwnMail(kind, own, { name, site_url, support_email, logo_url }), club);
  } catch (error) {
    if (!(error instanceof MailTextRefused)) throw error;
    const { part, message: detail } = error;
    throw new Problem(PROBLEMS.invalid, { errors: [{ pointer: `#/${part}`, detail }] });
  }
}
