import { ApiProperty } from '@nestjs/swagger';
import { OptionalList } from '#libs/validation';

/** The query of GET /plans. */
export class ListPlansQuery {
  /** Lists plans that have any of these tags; all plans if absent. */
  @ApiProperty({ description: 'Only plans with one of these tags, separated by commas.' })
  @OptionalList()
  tags?: string[];
}
