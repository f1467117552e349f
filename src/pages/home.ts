import { Injectable } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Published } from '#platform/published';
import { page, type Page } from './page';
import { PageAddresses } from './page-addresses';

/** A way into a demo fan club. */
export interface DemoAccess {
  /** Public key of the fan club. */
  key: string;
  email: string;
  password: string;
}

/** A demo fan club as the home page shows it. */
export interface DemoView extends DemoAccess {
  name: string;
  /** Path of its log-in page. */
  login: string;
}

/** The page at `/`, for people who find the service itself: what it is, and where to go on. */
@Injectable()
export class Home {
  private demo: readonly DemoAccess[] = [];

  constructor(
    private readonly published: Published,
    private readonly addresses: PageAddresses,
  ) {}

  /** Shows these ways into the demo from now on. */
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

  /** Null where the key is revoked. */
  private async demoView(access: DemoAccess): Promise<DemoView | null> {
    const fanclub = await this.published.byKey(access.key);
    return fanclub && { ...access, name: fanclub.name, login: this.addresses.own(fanclub.id, 'login') };
  }
}

/** Has the home page of a service show the demo that its database holds. */
export function showDemo(app: NestFastifyApplication, demo: readonly DemoAccess[]): void {
  app.get(Home).show(demo);
}
