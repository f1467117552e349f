import { Controller, Get, Query } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { NoJsonp } from '#libs/jsonp';
import { FoundCustomer, searchShape } from '#domains/accounts';
import { CurrentViewer, PartnerOnly, type PartnerViewer } from '#platform/access';
import { SearchService } from './search.service';
import { Chapter, Operation, orNull } from '#platform/reference';
import { ApiProperty } from '@nestjs/swagger';
import { OptionalText } from '#libs/validation';

export class SearchQuery {
  @ApiProperty({ description: 'The address of the customer.' })
  @OptionalText()
  email?: string;
}

@Controller()
@Chapter('Partners', 'For the organization that owns the fan club.')
export class SearchController {
  constructor(
    private readonly search: SearchService,
    private readonly clock: Clock,
  ) {}

  @Get(['account/search', 'search'])
  @Operation({
    id: 'findCustomer',
    isLimited: true,
    summary: 'Finds a customer by e-mail address',
    description:
      'Compares current and former addresses, whatever their letter case. `customer` is null if there is none, and if ' +
      '`email` is missing or malformed.',
    answer: { customer: orNull(FoundCustomer) },
  })
  @PartnerOnly()
  @NoJsonp()
  async find(@CurrentViewer() viewer: PartnerViewer, @Query() { email }: SearchQuery) {
    const { fanclub } = viewer;
    const customer = await this.search.byEmail(viewer, email);
    return { customer: customer && searchShape(customer, fanclub, this.clock.now()) };
  }
}

/** GET /account/search. */
