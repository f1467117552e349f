import { Controller, Get, Post, Query } from '@nestjs/common';
import { Id } from '#libs/validation';
import { AnyVisitor, CurrentViewer, type LoggedInViewer, RequireCustomer, Viewer } from '#platform/access';
import { articleDetail, newsPage } from './article.serializer';
import { ListNewsQuery } from './dto/list-news.query';
import { NoArticleFound } from './news.errors';
import { NewsService } from './news.service';

@Controller('news')
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @Get()
  @AnyVisitor({ session: false })
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListNewsQuery) {
    return newsPage(await this.news.list(viewer, query));
  }

  @Get(':id')
  @AnyVisitor()
  async show(@CurrentViewer() viewer: Viewer, @Id(NoArticleFound) id: number) {
    return { article: articleDetail(await this.news.find(viewer, id)) };
  }

  @Post(':id/like')
  @RequireCustomer()
  async like(@CurrentViewer() viewer: LoggedInViewer, @Id(NoArticleFound) id: number) {
    return { likes: await this.news.like(viewer, id) };
  }
}
