import { Controller, Get, Query } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { NoJsonp } from '#libs/jsonp';
import { searchShape } from '#domains/accounts';
import { CurrentViewer, PartnerOnly, type PartnerViewer } from '#platform/access';
import { SearchQuery } from './dto/search.query';
import { SearchService } from './search.service';

@Controller()
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly clock: Clock,
  ) {}

  @Get(['account/search', 'search'])
  @PartnerOnly()
  @NoJsonp()
  async find(@CurrentViewer() viewer: PartnerViewer, @Query() { email }: SearchQuery) {
    const { fanclub } = viewer;
    const customer = await this.search.byEmail(viewer, email);
    return { customer: customer && searchShape(customer, fanclub, this.clock.now()) };
  }
}
