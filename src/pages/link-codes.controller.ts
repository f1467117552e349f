import { Get, Post } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '#libs/clock';
import { humanTime, zone } from '#libs/format';
import { Id } from '#libs/validation';
import { CurrentViewer, HostedPage, PageNotFound, type Viewer } from '#platform/access';
import { EventsService, isEntitled, type LinkOfEvent } from '#domains/events';
import { type ClaimRefusal, type PoolView, PresaleCodesService } from '#domains/presale-codes';
import { formView } from './form.rules';
import { backTo, formPage, notice, type Page, page, type Views } from './page';
import { PageAddresses, withRedirect } from './page-addresses';
import { PageController } from './page-controller.decorator';

const COUNTDOWN = readFileSync(join(__dirname, 'views/countdown.js'), 'utf8');

const HEADING = 'Your presale code';

/** What the page says to a member who gets no code, except before the presale opens. */
const REFUSALS: Readonly<Record<Exclude<ClaimRefusal, 'upcoming' | 'not_entitled'>, string>> = {
  closed: 'The presale is over. No more codes are given.',
  limit_reached: 'You have as many codes of this presale as one member can have.',
  none_left: 'All codes have been given. If some are added, they are here.',
};

/** The presale code of a ticket link: when it opens, the button that claims one, and the code. No GET claims anything. */
@PageController('/links/:id/code')
@HostedPage()
export class LinkCodesController {
  constructor(
    private readonly events: EventsService,
    private readonly codes: PresaleCodesService,
    private readonly addresses: PageAddresses,
    private readonly clock: Clock,
  ) {}

  @Get()
  show(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) id: number): Promise<Page> {
    return this.forMember(viewer, id, (pool) =>
      viewer.isLoggedIn() ? this.codes.view(viewer, pool) : Promise.resolve(null),
    );
  }

  /** Answers with the code, so that a claim costs one request. Sent again, it shows the same code. */
  @Post()
  claim(@CurrentViewer() viewer: Viewer, @Id(PageNotFound) id: number): Promise<Page> {
    const { fanclub, customer } = viewer;
    return this.forMember(
      viewer,
      id,
      async (pool) =>
        customer && this.codes.claim(fanclub, { pool, customer: customer.id, by: 'member', link: id }),
    );
  }

  /** @throws PageNotFound for a link without a pool */
  private async forMember(
    viewer: Viewer,
    id: number,
    read: (pool: number) => Promise<PoolView | null>,
  ): Promise<Page> {
    const { fanclub, customer, membership } = viewer;
    const found = this.events.findLink(viewer, id);
    if (!found?.link.pool) throw new PageNotFound();
    if (!customer) {
      const here = this.addresses.absolute(fanclub.id, pagePath(id));
      const href = withRedirect(this.addresses.own(fanclub.id, 'login'), here);
      return notice(HEADING, [whatOf(found), 'Log in to see whether there is a code for you.'], {
        label: 'Log in',
        href,
      });
    }
    const view = isEntitled(membership, found.link) ? await read(found.link.pool.id) : null;
    if (!view || view.refusal === 'not_entitled') {
      const words = customer.membership
        ? 'Your membership does not include codes of this presale.'
        : 'Codes of this presale are for members.';
      return notice(HEADING, [whatOf(found), words], { label: 'See the plans', href: fanclub.plansUrl });
    }
    return this.pageOf(viewer, found, view);
  }

  private pageOf({ fanclub }: Viewer, found: LinkOfEvent, view: PoolView): Page {
    const { code, refusal, instructions, opensAt } = view;
    const seller = { label: `Continue to ${found.link.host}`, href: found.link.url };
    const content: Views['link-code'] = {
      what: whatOf(found),
      paragraphs: [],
      code,
      instructions: instructions?.split(/\n+/) ?? null,
      action: code === null ? null : seller,
      opening: null,
      back: backTo(fanclub),
    };
    if (code !== null) {
      const paragraphs = ['This code is yours alone. You find it here again whenever you need it.'];
      return page('link-code', HEADING, { ...content, paragraphs });
    }
    const form = {
      ...formView('Get my code', []),
      action: this.addresses.own(fanclub.id, pagePath(found.link.id)),
    };
    if (refusal === 'upcoming') {
      const { timeZone } = fanclub;
      const opening = {
        at: opensAt.toISOString(),
        now: this.clock.now().toISOString(),
        text: `${humanTime(opensAt, timeZone)} (${zone(timeZone, opensAt).short})`,
        page: form.action,
        script: COUNTDOWN,
      };
      return { ...formPage('link-code', HEADING, { ...content, opening }, form), script: COUNTDOWN };
    }
    if (refusal !== null && refusal !== 'not_entitled') {
      return page('link-code', HEADING, { ...content, paragraphs: [REFUSALS[refusal]], action: seller });
    }
    const paragraphs = ['The presale is open. There is one code for you, as long as codes are left.'];
    return formPage('link-code', HEADING, { ...content, paragraphs }, form);
  }
}

const pagePath = (link: number): string => `links/${link}/code`;

const whatOf = ({ event, link }: LinkOfEvent): string => `${event.title}: ${link.name}`;
