import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { ArticleLike } from './article-like.entity';
import { Article } from './article.entity';
import { newsInCatalogue } from './news.catalogue';
import { NewsController } from './news.controller';
import { NewsService } from './news.service';
import { StaffNewsController } from './staff/staff-news.controller';
import './staff/news.declarations';

@Module({
  imports: [TypeOrmModule.forFeature([Article, ArticleLike])],
  controllers: [NewsController, StaffNewsController],
  providers: [NewsService],
})
@InCatalogue(newsInCatalogue)
export class NewsModule {}
