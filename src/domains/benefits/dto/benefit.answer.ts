import { ApiProperty } from '@nestjs/swagger';
import { ID } from '#platform/reference';

export class Benefit {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) summary!: string;
  @ApiProperty({ type: 'string', nullable: true }) details!: string | null;
  @ApiProperty({ type: 'string', description: 'Such as `online`.' }) benefit_type!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'URL of an image.' }) image_url!: string | null;
}
