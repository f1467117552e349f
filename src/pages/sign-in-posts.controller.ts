import { Body, Controller, Param, Post, UseFilters, UseInterceptors } from '@nestjs/common';
import { Bare } from '#libs/envelope';
import { CurrentViewer, HostedPage, type Viewer } from '#platform/access';
import { sentForm, type SentForm } from './form.rules';
import { SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { PageFilter } from './page.filter';
import { PageInterceptor } from './page.interceptor';

/** Takes the answers that services post (`response_mode=form_post`), such as Apple. */
@Controller('fanclubs/:fanclubId/sign-in')
@Bare()
@UseInterceptors(PageInterceptor)
@UseFilters(PageFilter)
@HostedPage()
export class SignInPostController {
  constructor(private readonly addresses: PageAddresses) {}

  /**
   * Turns a POST of another site, which comes without cookies and proves nothing, into the GET of the same answer. Only that one reads
   * the browser's cookie.
   */
  @Post(':provider/callback')
  posted(
    @CurrentViewer() { fanclub }: Viewer,
    @Param('provider') provider: string,
    @Body({ transform: sentForm }) form: SentForm,
  ): SeeOther {
    const query = new URLSearchParams();
    for (const name of ANSWER) if (form[name] !== undefined) query.set(name, form[name]);
    const page = this.addresses.absolute(fanclub.id, `sign-in/${encodeURIComponent(provider)}/callback`);
    return new SeeOther(`${page}?${query.toString()}`);
  }
}

/** What an answer of OAuth consists of. */
const ANSWER = ['code', 'state', 'iss', 'error'] as const;
