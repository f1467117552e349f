import { ApiProperty } from '@nestjs/swagger';
import { OptionalOneOf } from '#libs/validation';

const DIRECTIONS = ['ASC', 'DESC'] as const;

/** The query of GET /orders. */
export class ListOrdersQuery {
  /** Sorts by id; `ASC` if absent. */
  @ApiProperty({ description: 'By id; `ASC` if absent.' })
  @OptionalOneOf(DIRECTIONS)
  order?: (typeof DIRECTIONS)[number];
}
