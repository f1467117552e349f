import { Delete, Get, Headers, Patch, Post } from '@nestjs/common';
import {
  type CatalogueItem,
  ClubStaffController,
  CurrentStaff,
  ItemBody,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  type StaffAnswer,
  StaffItems,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { ARTICLES } from './article-items';
import { NEWS } from './news.permissions';

/** The articles of a fan club, also those that are not published yet. */
@ClubStaffController('news')
export class StaffNewsController {
  constructor(private readonly items: StaffItems) {}

  @Get()
  @StaffOnly(NEWS['news.read'])
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-published_at', 'slug', 'title', 'id'], filters: ['plan'] }) query: ListQuery,
  ): Promise<ListPage<CatalogueItem>> {
    return this.items.list(viewer, ARTICLES, query, ({ slug, title, teaser }) => [slug, title, teaser]);
  }

  @Get(':id')
  @StaffOnly(NEWS['news.read'])
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return this.items.one(viewer, ARTICLES, id);
  }

  @Post()
  @StaffOnly(NEWS['news.write'])
  create(@CurrentStaff() viewer: StaffViewer, @ItemBody() body: object): Promise<StaffAnswer> {
    return this.items.create(viewer, ARTICLES, body);
  }

  @Patch(':id')
  @StaffOnly(NEWS['news.write'])
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    return this.items.change(viewer, ARTICLES, id, version, body);
  }

  /** The likes of the article are deleted with it. */
  @Delete(':id')
  @StaffOnly(NEWS['news.write'])
  remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    return this.items.remove(viewer, ARTICLES, id);
  }
}
