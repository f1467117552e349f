import { ApiProperty } from '@nestjs/swagger';
import { OptionalText } from '#libs/validation';

/** POST /refresh. */
export class RefreshBody {
  @ApiProperty({ required: true, description: 'Of the last answer with tokens.' })
  @OptionalText()
  refresh_token?: string;
}
