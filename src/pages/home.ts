import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Published } from '#platform/published';
import { type DemoAccess, type DemoView, page, type Page } from './page';
import { PageAddresses } from './page-addresses';

/** The page at `/`: what the service is, and where to go on. */
@Injectable()
export class Home {
  private demo: readonly DemoAccess[] = [];

  constructor(
    private readonly published: Published,
    private readonly addresses: PageAddresses,
  ) {}

  /** Shows this access to the demo from now on. */
  show(demo: readonly DemoAccess[]): void {
    this.demo = demo;
  }

  async page(): Promise<Page> {
    const found = await Promise.all(this.demo.map((access) => this.demoView(access)));
    const content = {
      api: this.addresses.api(),
      health: this.addresses.health(),
      demo: found.filter((view) => view !== null),
    };
    return page('home', 'Fan club membership service', content);
  }

  /** Null if the key is revoked. */
  private async demoView(access: DemoAccess): Promise<DemoView | null> {
    const fanclub = await this.published.byKey(access.key);
    return fanclub && { ...access, name: fanclub.name, login: this.addresses.own(fanclub.id, 'login') };
  }
}

/** Makes the home page show the demo. */
export function showDemo(app: NestFastifyApplication, demo: readonly DemoAccess[]): void {
  app.get(Home).show(demo);
}
