import { ApiProperty } from '@nestjs/swagger';

/** The bearer tokens of a session, as the API prints them (contract 3.12). */
export class BearerTokens {
  @ApiProperty({ description: 'For the header `Authorization: Bearer …`.' })
  readonly access_token!: string;
  @ApiProperty({ type: 'integer', description: 'Its end in Unix seconds.' })
  readonly access_token_expiration!: number;
  @ApiProperty({ description: 'For `POST /refresh`, once.' })
  readonly refresh_token!: string;
  @ApiProperty({ type: 'integer', description: 'Its end in Unix seconds.' })
  readonly refresh_token_expiration!: number;
}
