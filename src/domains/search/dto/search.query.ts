import { ApiProperty } from '@nestjs/swagger';
import { OptionalText } from '#libs/validation';

/** GET /account/search. */
export class SearchQuery {
  @ApiProperty({ description: 'The address of the customer.' })
  @OptionalText()
  email?: string;
}
