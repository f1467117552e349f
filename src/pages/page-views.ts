import { Injectable } from '@nestjs/common';
import { Liquid, type Template } from 'liquidjs';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page, Views } from './page';
import { hashSource } from './page-policy';

const FOLDER = join(__dirname, 'views');
const SUFFIX = '.liquid';

/** The fan club as the layout of its pages shows it. */
export interface ClubView {
  name: string;
  site: string;
  /** Address of an image shown in place of the name; null for none. */
  logo: string | null;
  /** A style sheet with the fan club's colours, after the style sheet of all pages; null for none. */
  colors: string | null;
  support: string;
  privacy: string;
  terms: string;
}

/** The templates, read and parsed once. They escape every value, and throw for an undefined variable. */
@Injectable()
export class PageViews {
  private readonly style = readFileSync(join(FOLDER, 'style.css'), 'utf8');
  private readonly engine: Liquid;
  private readonly parsed: Map<string, Template[]>;

  /** The source expression of the style sheet of all pages. */
  readonly styleSource = hashSource(this.style);

  constructor() {
    const names = readdirSync(FOLDER)
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => basename(file, SUFFIX));
    const templates = Object.fromEntries(
      names.map((name) => [name, readFileSync(join(FOLDER, name + SUFFIX), 'utf8')]),
    );
    this.engine = new Liquid({
      templates,
      cache: true,
      outputEscape: 'escape',
      strictVariables: true,
      strictFilters: true,
      ownPropertyOnly: true,
    });
    this.parsed = new Map(names.map((name) => [name, this.engine.parse(templates[name], name)]));
  }

  /** The names of the views that can be shown. */
  get names(): string[] {
    return [...this.parsed.keys()];
  }

  /**
   * The HTML of a page.
   *
   * @param club null if the fan club is unknown
   * @param token of the page's form; null for a page without one
   */
  html({ view, heading, content, form }: Page, club: ClubView | null, token: string | null): string {
    const title = [
      ...((form?.problems.length ?? 0) > 0 ? ['Problem'] : []),
      club === null ? heading : `${heading} · ${club.name}`,
    ].join(': ');
    const scope = { title, view, heading, content, form, club, token, style: this.style };
    return String(this.engine.renderSync(this.template(view), scope));
  }

  private template(view: keyof Views): Template[] {
    const template = this.parsed.get(view);
    if (!template) throw new Error(`there is no view ${view}`);
    return template;
  }
}
