import { Injectable } from '@nestjs/common';
import { API_PATH } from '#platform/http';
import { Published } from '#platform/published';
import { type DemoAccess, type DemoView, type StartLink, page, type Page } from './page';
import { PageAddresses } from './page-addresses';

/** The page at `/`, which introduces the service. */
@Injectable()
export class Home {
  private demo: readonly DemoAccess[] = [];
  private links: readonly StartLink[] = [];

  constructor(
    private readonly published: Published,
    private readonly addresses: PageAddresses,
  ) {}

  /** Adds the log-ins of the demo to the page, and links to other places. */
  show(demo: readonly DemoAccess[], links: readonly StartLink[] = []): void {
    this.demo = demo;
    this.links = links;
  }

  async page(): Promise<Page> {
    const found = await Promise.all(this.demo.map((access) => this.demoView(access)));
    const { base } = this.addresses;
    const demo = found.filter((view) => view !== null);
    const content = {
      api: `${base}${API_PATH}`,
      reference: `${base}/docs`,
      health: `${base}/healthz`,
      links: this.links,
      demo,
    };
    return page('home', 'Fan club membership service', content);
  }

  /** Null if the key is revoked. */
  private async demoView(access: DemoAccess): Promise<DemoView | null> {
    const fanclub = await this.published.byKey(access.key);
    return fanclub && { ...access, name: fanclub.name, login: this.addresses.own(fanclub.id, 'login') };
  }
}
