import { ApiProperty } from '@nestjs/swagger';
import { ID, UTC_TIME } from '#platform/reference';

/** An article of GET /news. */
export class ArticleListItem {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) slug!: string;
  @ApiProperty({ type: 'string' }) title!: string;
  @ApiProperty({ type: 'string' }) teaser!: string;
  @ApiProperty(UTC_TIME) published_at!: string;
  @ApiProperty({ type: 'boolean' }) members_only!: boolean;
}

/** A single article. */
export class Article extends ArticleListItem {
  @ApiProperty({ type: 'boolean' }) available_to_customer!: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML. Null if the visitor may not read it.' })
  body!: string | null;
}

export class NewsPagination {
  @ApiProperty({ type: 'integer', minimum: 1 }) current_page!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null on the last page.' })
  next_page!: number | null;
}
