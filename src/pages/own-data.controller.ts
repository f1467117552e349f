import { Controller, Get, Param, Post, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Bare } from '#libs/envelope';
import { CurrentViewer, HostedPage, type LoggedInViewer, PageNotFound, type Viewer } from '#platform/access';
import { parseId } from '#libs/validation';
import { Consents } from '#domains/openid';
import { DOCUMENT_FORMS, OwnErasuresService, PersonExportsService } from '#domains/privacy';
import type { SentForm } from './form.rules';
import { FormsGuard } from './forms.guard';
import { OwnDataPages } from './own-data-pages';
import { notice, type Page, SeeOther } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { FormBody, MailedToken, PageController } from './page-controller.decorator';
import { PageFilter } from './page.filter';
import { problemsOf } from './problems';

/** A member's data: a copy of it, and the end of the account. */
@PageController('/my-data')
@HostedPage()
export class OwnDataController {
  constructor(
    private readonly exports: PersonExportsService,
    private readonly erasures: OwnErasuresService,
    private readonly pages: OwnDataPages,
    private readonly addresses: PageAddresses,
    private readonly consents: Consents,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer): Promise<Page> {
    return this.forMember(viewer, (member) => this.pages.show(member));
  }

  @Post('export')
  askForCopy(@CurrentViewer() viewer: Viewer, @FormBody() form: SentForm): Promise<Page | SeeOther> {
    return this.forMember(viewer, async (member) => {
      const problems = await problemsOf(() => this.exports.askForOwn(member, form.password ?? ''));
      return problems ? this.pages.show(member, { export: problems }) : this.back(viewer);
    });
  }

  @Post('erase')
  askForErasure(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.forMember(viewer, async (member) => {
      const problems = await problemsOf(() => this.erasures.request(member));
      if (problems) return this.pages.show(member, { erasure: problems });
      return new SeeOther(this.addresses.own(viewer.fanclub.id, 'my-data/sent'));
    });
  }

  @Get('sent')
  sent(): Page {
    return notice('Check your email', [
      'A message with a link to delete your account is on its way. The link works for two days.',
      'Nothing has been deleted yet.',
    ]);
  }

  @Post('keep')
  keep(@CurrentViewer() viewer: Viewer): Promise<Page | SeeOther> {
    return this.forMember(viewer, async (member) => {
      await this.erasures.cancel(member, member.customer.id);
      return this.back(viewer);
    });
  }

  @Post('applications/:id/end')
  endApplication(@CurrentViewer() viewer: Viewer, @Param('id') given: string): Promise<Page | SeeOther> {
    return this.forMember(viewer, async (member) => {
      const id = parseId(given);
      if (id === null || !(await this.consents.end(member, member.customer.id, id))) throw new PageNotFound();
      return this.back(viewer);
    });
  }

  private async forMember<Shown extends Page | SeeOther>(
    viewer: Viewer,
    act: (member: LoggedInViewer) => Promise<Shown>,
  ): Promise<Shown | Page> {
    const { fanclub } = viewer;
    if (viewer.isLoggedIn() && viewer.customer.email !== null) return act(viewer);
    const here = this.addresses.absolute(fanclub.id, 'my-data');
    const href = withRedirect(this.addresses.own(fanclub.id, 'login'), here);
    return notice('Your data', ['Log in to get a copy of your data, or to delete your account.'], {
      label: 'Log in',
      href,
    });
  }

  private back({ fanclub }: Viewer): SeeOther {
    return new SeeOther(this.addresses.own(fanclub.id, 'my-data'));
  }
}

/** The downloads of a member's data, each once. */
@Controller('fanclubs/:fanclubId/my-data/export')
@Bare()
@UseGuards(FormsGuard)
@UseFilters(PageFilter)
export class OwnDataFileController {
  constructor(
    private readonly exports: PersonExportsService,
    private readonly addresses: PageAddresses,
  ) {}

  @Post(':form')
  @HostedPage()
  async file(
    @CurrentViewer() viewer: Viewer,
    @Param('form') given: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const form = DOCUMENT_FORMS.find((one) => one === given);
    if (!form) throw new PageNotFound();
    const file = viewer.isLoggedIn() ? await this.exports.takeOwn(viewer, form) : null;
    void reply.header('cache-control', 'no-store');
    if (!file) {
      void reply.code(303).header('location', this.addresses.own(viewer.fanclub.id, 'my-data'));
      return '';
    }
    void reply.code(200).type(file.type).header('content-disposition', `attachment; filename="${file.name}"`);
    return file.text;
  }
}

/** The end of an account, which the mail links to. It needs no log-in. Opening it changes nothing. */
@PageController('/erase-account')
@HostedPage()
export class EraseAccountController {
  constructor(
    private readonly erasures: OwnErasuresService,
    private readonly pages: OwnDataPages,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  async show(@CurrentViewer() { fanclub }: Viewer, @MailedToken() token: string): Promise<Page> {
    const { eraseAt } = await this.erasures.byLink(fanclub, token);
    return this.pages.linked(fanclub, token, eraseAt);
  }

  @Post()
  async confirm(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page | SeeOther> {
    const problems = await problemsOf(() => this.erasures.confirm(viewer, token));
    if (problems) return this.pages.linked(viewer.fanclub, token, null, problems);
    return new SeeOther(`${this.addresses.own(viewer.fanclub.id, 'erase-account')}?token=${token}`);
  }

  @Post('keep')
  async keep(@CurrentViewer() viewer: Viewer, @MailedToken() token: string): Promise<Page> {
    const { customer } = await this.erasures.byLink(viewer.fanclub, token);
    await this.erasures.cancel(viewer, customer);
    return notice('Your account stays', ['Nothing has been deleted.']);
  }
}
