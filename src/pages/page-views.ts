import { Injectable } from '@nestjs/common';
import { Liquid } from 'liquidjs';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FanclubInfo } from '#platform/access';
import { SERVICE_STYLE } from './look.rules';
import type { Page } from './page';
import { hashSource } from './page-policy';

const FOLDER = join(__dirname, 'views');
const SUFFIX = '.liquid';

/** A fan club as the layout of its pages shows it. */
export type ClubView = Pick<FanclubInfo, 'name' | 'siteUrl' | 'logoUrl' | 'supportEmail'> & {
  /** A style sheet with the fan club's colours and font, after the style sheet of all pages; null for none. */
  look: string | null;
  privacy: string;
  terms: string;
};

/** The templates, read at start and parsed on first use. They escape every value, and throw for an undefined variable. */
@Injectable()
export class PageViews {
  private readonly style = SERVICE_STYLE + readFileSync(join(FOLDER, 'style.css'), 'utf8');
  private readonly engine = new Liquid({
    templates: Object.fromEntries(
      readdirSync(FOLDER)
        .filter((file) => file.endsWith(SUFFIX))
        .map((file) => [basename(file, SUFFIX), readFileSync(join(FOLDER, file), 'utf8')]),
    ),
    cache: true,
    outputEscape: 'escape',
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
  });

  /** The hash that allows the style sheet of all pages in their Content-Security-Policy. */
  readonly styleSource = hashSource(this.style);

  /** The HTML of a page. `club` is null if the fan club is unknown, `token` for a page without form. */
  html({ view, heading, content, form }: Page, club: ClubView | null, token: string | null): string {
    const title = [
      ...((form?.problems.length ?? 0) > 0 ? ['Problem'] : []),
      club === null ? heading : `${heading} · ${club.name}`,
    ].join(': ');
    const scope = { title, view, heading, content, form, club, token, style: this.style };
    return String(this.engine.renderFileSync(view, scope));
  }
}
