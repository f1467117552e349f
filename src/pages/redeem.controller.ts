import { Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { displayPrice, humanDate } from '#libs/format';
import { CurrentViewer, type FanclubInfo, HostedPage, type Viewer } from '#platform/access';
import { CodeEntriesService, type FoundCode } from '#domains/redeem-codes';
import { CODE, codeField } from './code-forms';
import { EnteredCodes } from './entered-codes';
import { formView, type Problems, type SentForm } from './form.rules';
import { backTo, formPage, notice, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';
import { FormBody, PageController } from './page-controller.decorator';
import { problemsFrom } from './problems';

/** Takes gift codes and coupons, and leads to the checkout of the plan that a code is for. */
@PageController('/redeem')
@HostedPage()
export class RedeemController {
  constructor(
    private readonly entries: CodeEntriesService,
    private readonly kept: EnteredCodes,
    private readonly addresses: PageAddresses,
  ) {}

  @Get()
  show(@CurrentViewer() { fanclub }: Viewer): Page {
    return codePage(fanclub);
  }

  @Post()
  async enter(
    @CurrentViewer() viewer: Viewer,
    @FormBody() form: SentForm,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const typed = form[CODE] ?? '';
    try {
      const code = await this.entries.enter(viewer, typed);
      this.kept.keep(reply, fanclub, code);
      const { gift, code: found } = await this.entries.find(viewer, code);
      return new SeeOther(this.next(fanclub, gift?.id ?? onlyPlanOf(found)));
    } catch (error) {
      return codePage(fanclub, problemsFrom(error), typed);
    }
  }

  /** What a coupon for several plans grants. */
  @Get('coupon')
  async coupon(@CurrentViewer() viewer: Viewer, @Req() request: FastifyRequest): Promise<Page | SeeOther> {
    const { fanclub } = viewer;
    const kept = this.kept.read(request, fanclub);
    if (kept === null) return new SeeOther(this.addresses.own(fanclub.id, 'redeem'));
    try {
      const { code, gift } = await this.entries.find(viewer, kept);
      if (gift) return new SeeOther(this.addresses.checkout(fanclub.id, gift.id));
      const plans = { label: 'See the plans', href: fanclub.plansUrl };
      return notice('Your code', couponText(code, fanclub), plans, backTo(fanclub));
    } catch (error) {
      return codePage(fanclub, problemsFrom(error));
    }
  }

  private next({ id }: FanclubInfo, plan: number | null): string {
    return plan === null ? this.addresses.own(id, 'redeem/coupon') : this.addresses.checkout(id, plan);
  }
}

function codePage(fanclub: FanclubInfo, problems?: Problems, typed?: string): Page {
  const lead = `Type the gift code or coupon that you have from ${fanclub.name}. Then you see what it gives you.`;
  const content = { paragraphs: [lead], back: backTo(fanclub) };
  const form = { ...formView('Continue', [codeField(typed)], problems), action: null };
  return formPage('redeem', 'Redeem a code', content, form);
}

/** The plan of a coupon for one plan. Null: it is for several. */
const onlyPlanOf = ({ planIds }: FoundCode): number | null => (planIds.length === 1 ? planIds[0] : null);

function couponText(code: FoundCode, { currency, timeZone }: FanclubInfo): string[] {
  const { discount, value, planIds, coversShipping, endsAt } = code;
  const amount = discount === 'percent' ? `${Number(value)} %` : displayPrice(value ?? '0', currency);
  const what =
    discount === 'price'
      ? `sets the price of a membership to ${amount}`
      : `takes ${amount} off the price of a membership`;
  return [
    `Your code ${what}${coversShipping ? ', and shipping is free' : ''}.`,
    `Choose a plan now: its checkout uses the code.${planIds.length > 0 ? ' It applies to some of the plans only.' : ''}`,
    ...(endsAt === null ? [] : [`The code is valid until ${humanDate(endsAt, timeZone)}.`]),
  ];
}
