import { Get } from '@nestjs/common';
import { CurrentViewer, type FanclubInfo, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { notice, type Page } from './page';
import { PageController } from './page-controller.decorator';

/** Pages that only show a message. */
@PageController()
@HostedPage()
export class NoticesController {
  @Get('privacy')
  privacy(@CurrentViewer() { fanclub }: Viewer): Page {
    const wishes = 'To learn how your data are used, or to have them corrected or deleted,';
    return legalNotice('Privacy', 'privacy statement', wishes, fanclub, fanclub.links.privacy);
  }

  @Get('terms')
  terms(@CurrentViewer() { fanclub }: Viewer): Page {
    const wishes = 'To learn on which terms you are a member,';
    return legalNotice('Terms of service', 'terms of service', wishes, fanclub, fanclub.links.terms);
  }

  /** Unknown addresses below a fan club, so that the 404 page has the fan club's name. */
  @Get('*')
  unknown(): never {
    throw new PageNotFound();
  }
}

/** A link to a legal text of the fan club, or a note that it has none. */
function legalNotice(
  heading: string,
  text: string,
  wishes: string,
  { name, supportEmail }: FanclubInfo,
  link: string | null,
): Page {
  if (link !== null) {
    return notice(heading, [`${name} has its ${text} on a page of its own.`], {
      label: 'Read it',
      href: link,
    });
  }
  return notice(heading, [`${name} has published no ${text} here.`, `${wishes} write to ${supportEmail}.`]);
}
