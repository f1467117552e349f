import { Controller, Get, Post, Query } from '@nestjs/common';
import { Id } from '#libs/validation';
import { AnyVisitor, CurrentViewer, type LoggedInViewer, RequireCustomer, Viewer } from '#platform/access';
import { Chapter, Operation } from '#platform/reference';
import { articleDetail, newsPage } from './article.serializer';
import { Article, ArticleListItem, NewsPagination } from './dto/article.answer';
import { ListNewsQuery } from './dto/list-news.query';
import { AlreadyLiked, NoArticleFound, NotEligible } from './news.errors';
import { NewsService } from './news.service';

@Controller('news')
@Chapter('News', 'Articles of a fan club.')
export class NewsController {
  constructor(private readonly news: NewsService) {}

  @Get()
  @Operation({
    id: 'listNews',
    summary: 'Lists published articles',
    answer: { articles: [ArticleListItem], pagination: NewsPagination },
  })
  @AnyVisitor({ session: false })
  async list(@CurrentViewer() viewer: Viewer, @Query() query: ListNewsQuery) {
    return newsPage(await this.news.list(viewer, query));
  }

  @Get(':id')
  @Operation({
    id: 'showArticle',
    summary: 'Shows an article',
    answer: { article: Article },
    failures: [NoArticleFound],
  })
  @AnyVisitor()
  async show(@CurrentViewer() viewer: Viewer, @Id(NoArticleFound) id: number) {
    return { article: articleDetail(await this.news.find(viewer, id)) };
  }

  @Post(':id/like')
  @Operation({
    id: 'likeArticle',
    summary: 'Likes an article',
    answer: { likes: { type: 'integer', minimum: 1 } },
    failures: [NoArticleFound, NotEligible, AlreadyLiked],
  })
  @RequireCustomer()
  async like(@CurrentViewer() viewer: LoggedInViewer, @Id(NoArticleFound) id: number) {
    return { likes: await this.news.like(viewer, id) };
  }
}
