import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { VERIFY_SCRIPT } from '#libs/draw';
import type { FanclubInfo, Viewer } from '#platform/access';
import { type ShownDraw, timeInZone, type Winner } from '#domains/contests';
import { drawFacts, drawParagraphs, methodOf, otherPages, prizeTables, winParagraphs } from './draw.rules';
import { formView } from './form.rules';
import { formPage, page, type Page, SeeOther } from './page';
import { PageAddresses } from './page-addresses';

/** The pages of draws: the public one, and that of a prize. */
@Injectable()
export class DrawPages {
  constructor(
    private readonly addresses: PageAddresses,
    private readonly clock: Clock,
  ) {}

  draw({ fanclub, customer }: Viewer, shown: ShownDraw): Page {
    const { id, name, drawnAt } = shown.draw;
    const own = this.addresses.draw(fanclub.id, id);
    const time = (at: Date): string => timeInZone(at, fanclub.timeZone);
    return page('draw', `Draw: ${name}`, {
      paragraphs: drawParagraphs(shown, { time, isLoggedIn: customer !== null, now: this.clock.now() }),
      file: drawnAt && {
        label: 'Download the file of the draw',
        href: `${own}/file`,
      },
      facts: drawFacts(shown.draw, time),
      prizes: prizeTables(shown),
      pages: otherPages(shown, own),
      method: methodOf(shown.draw),
      script: drawnAt && VERIFY_SCRIPT,
    });
  }

  win(fanclub: FanclubInfo, winner: Winner, token: string): Page {
    const { contestId, contestName, state, confirmBy } = winner;
    const draw = { label: 'See the draw', href: this.addresses.draw(fanclub.id, contestId) };
    const isOpen = state === 'selected' && confirmBy >= this.clock.now();
    const paragraphs = winParagraphs(winner, isOpen, timeInZone(confirmBy, fanclub.timeZone));
    const heading = state === 'confirmed' ? 'The prize is yours' : isOpen ? 'You were drawn' : contestName;
    if (!isOpen) return page('contest-win', heading, { paragraphs, decline: null, draw });
    const form = (button: string, action: string) => ({
      ...formView(button, []),
      action: `${this.own(fanclub)}/${action}?token=${encodeURIComponent(token)}`,
    });
    const decline = { ...form('Decline it', 'decline'), isQuiet: true };
    return formPage('contest-win', heading, { paragraphs, decline, draw }, form('Take the prize', 'confirm'));
  }

  /** Back to the page of the prize, which says what was decided. */
  toWin(fanclub: FanclubInfo, token: string): SeeOther {
    return new SeeOther(`${this.own(fanclub)}?token=${encodeURIComponent(token)}`);
  }

  private own({ id }: FanclubInfo): string {
    return this.addresses.own(id, 'contest-win');
  }
}
